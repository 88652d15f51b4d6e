import { describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  callActivity,
  catchEvent,
  end,
  exclusive,
  inclusive,
  type MultiInstanceOptions,
  multiInstance,
  parallel,
  process,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { diagram, endWith, error, escalation, file, message } from '../../support/named-events.ts';
import { deploy } from './deploy-shape.ts';
import { calledProcess, sideBoundary, TERMINATE, tasks, timer } from './palette.ts';
import { play } from './shape-driver.ts';

const twoTasks = calledProcess('CP', [start('cs'), ...tasks('K', 'L'), end('ce')], 'cs > K > L > ce');
const forkWithTimer = calledProcess(
  'CP',
  [start('cs'), parallel('cf'), ...tasks('K', 'L'), catchEvent('ct', timer()), parallel('cj'), end('ce')],
  'cs > cf > K > cj > ce; cf > L > cj; cf > ct > cj',
);

/** A process that calls CP at `call` and then goes on to V; the boundary `b`, where there is one, leads to W. */
function calling(called: readonly string[], edges: readonly BpmnNode[] = [], loop?: MultiInstanceOptions): string {
  const nodes = [start(), callActivity('call', 'CP', loop && { content: multiInstance(loop) }), userTask('V'), end()];
  const more = edges.length === 0 ? [] : [...edges, userTask('W'), end('end2')];
  const paths = `start > call > V > end${edges.length === 0 ? '' : '; b > W > end2'}`;
  return file(process('P', [...nodes, ...more], paths), ...called);
}

describe('a call activity', () => {
  test('e2 two calls of one process at once do not meet', () =>
    play(
      file(
        process(
          'P',
          [
            ...[start(), parallel('f'), callActivity('one', 'CP'), callActivity('two', 'CP'), parallel('j')],
            ...[userTask('V'), end()],
          ],
          'start > f > one > j > V > end; f > two > j',
        ),
        twoTasks,
      ),
      `start -> one.K, two.K
       press one.K -> one.L, two.K
       press two.K -> one.L, two.L
       press two.L -> one.L
       press one.L -> V
       press V -> END`,
    ));

  test('e3 an inclusive join in the called process', () =>
    play(
      calling([
        calledProcess(
          'CP',
          [start('cs'), inclusive('cf'), ...tasks('K', 'L', 'M'), inclusive('cj'), end('ce')],
          'cs > cf >[${a}] K > cj > ce; cf >[${a}] L > cj; cf >* M > cj',
        ),
      ]),
      `start -> call.K, call.L
       press call.K -> call.L
       press call.L -> V
       press V -> END`,
      { a: true },
    ));

  test('e15 called again by a loop', () =>
    play(
      file(
        process(
          'P',
          [start(), exclusive('m'), callActivity('call', 'CP'), userTask('V'), exclusive('x'), end()],
          'start > m > call > V > x >"again" m; x >"enough" end',
        ),
        twoTasks,
      ),
      `start -> call.K
       press call.K -> call.L
       press call.L -> V
       press V "again" -> call.K
       press call.K -> call.L
       press call.L -> V
       press V "enough" -> END`,
    ));

  // bpmn-engine waits for it for ever, without a word.
  test('e10 of a process that nobody knows is a job, which finds it once it is deployed', async () => {
    const { model } = await deploy(calling([]));
    expect([...model.services.values()].map(({ call }) => call?.target.text)).toEqual(['CP']);
  });
});

describe('a call of a process in another file', () => {
  const caller = diagram([start(), callActivity('call', 'CP'), userTask('V'), end()], 'start > call > V > end');

  test.each([
    ['e11', 'not executable', false],
    ['e12', 'executable on its own too', true],
  ])('%s that is %s runs inside the caller', async (_key, _what, isExecutable) => {
    const other = file(
      process('CP', [start('cs'), ...tasks('K', 'L'), end('ce')], 'cs > K > L > ce', { isExecutable }),
    );
    await play(
      await deploy(caller, { calledProcesses: (id) => (id === 'CP' ? other : undefined) }),
      `start -> call.K
       press call.K -> call.L
       press call.L -> V
       press V -> END`,
    );
  });

  test('e13 with the same ids as the caller: both calls have nodes of their own, and one message reaches one call', async () => {
    const other = diagram(
      [start(), userTask('K'), catchEvent('c', message('m1')), exclusive('x'), end(), end('e2')],
      'start > K > c > x >[${false}] end; x >* e2',
      'CP',
    );
    const xml = diagram(
      [
        ...[start(), userTask('K'), parallel('f'), callActivity('one', 'CP'), callActivity('two', 'CP')],
        ...[parallel('j'), end()],
      ],
      'start > K > f > one > j > end; f > two > j',
    );
    await play(
      await deploy(xml, { calledProcesses: (id) => (id === 'CP' ? other : undefined) }),
      `start -> K
       press K -> one.K, two.K
       press one.K -> two.K
       press two.K -> waiting
       message m1 -> waiting
       message m1 -> END`,
    );
  });
});

describe('a multi-instance call activity', () => {
  test('e5 parallel: each call at its own pace', () =>
    play(
      calling([twoTasks], [], { cardinality: 2 }),
      `start -> call0.call.K, call1.call.K
       press call1.call.K -> call0.call.K, call1.call.L
       press call1.call.L -> call0.call.K
       press call0.call.K -> call0.call.L
       press call0.call.L -> V
       press V -> END`,
    ));

  test('e5 sequential: one call after the other', () =>
    play(
      calling([twoTasks], [], { cardinality: 2, sequential: true }),
      `start -> call0.call.K
       press call0.call.K -> call0.call.L
       press call0.call.L -> call1.call.K
       press call1.call.K -> call1.call.L
       press call1.call.L -> V
       press V -> END`,
    ));

  test('e14 a boundary event ends all calls', () =>
    play(
      calling([twoTasks], [boundary('b', 'call', timer())], { cardinality: 2 }),
      `start -> call0.call.K, call1.call.K, timer b
       press call0.call.K -> call0.call.L, call1.call.K, timer b
       timer b -> W
       press W -> END`,
    ));

  test('e16 complete after the first: the other call is dropped', () =>
    play(
      calling([twoTasks], [], { cardinality: 2, condition: '${nrOfCompletedInstances >= 1}' }),
      `start -> call0.call.K, call1.call.K
       press call0.call.K -> call0.call.L, call1.call.K
       press call0.call.L -> V | gone call1.call.K
       press V -> END`,
    ));
});

describe('a call that is interrupted', () => {
  const outer = calledProcess('CP', [start('ds'), callActivity('deep', 'CP2'), end('de')], 'ds > deep > de');
  const deepFork = calledProcess(
    'CP2',
    [start('cs'), parallel('cf'), ...tasks('K', 'L'), catchEvent('ct', timer()), parallel('cj'), end('ce')],
    'cs > cf > K > cj > ce; cf > L > cj; cf > ct > cj',
  );

  test('e6 by a timer on it: nothing of the called process is left', () =>
    play(
      calling([forkWithTimer], [boundary('b', 'call', timer())]),
      `start -> call.K, call.L, timer b, timer call.ct
       press call.K -> call.L, timer b, timer call.ct
       timer b -> W
       press W -> END`,
    ));

  test('e6b by a timer on the outer of two calls', () =>
    play(
      calling([outer, deepFork], [boundary('b', 'call', timer())]),
      `start -> call.deep.K, call.deep.L, timer b, timer call.deep.ct
       timer b -> W | call.deep.K next W; call.deep.L gone (b) | gone call.deep.L
       press W -> END`,
    ));

  test('e7 with the sub-process around it', () =>
    play(
      file(
        process(
          'P',
          [
            ...[start(), subProcess('Q', [start('qs'), callActivity('call', 'CP'), end('qe')], 'qs > call > qe')],
            ...[boundary('b', 'Q', message('m1')), ...tasks('V', 'W'), end()],
          ],
          'start > Q > V > end; b > W > end',
        ),
        forkWithTimer,
      ),
      `start -> call.K, call.L, timer call.ct
       press call.K -> call.L, timer call.ct
       message m1 -> W
       press W -> END`,
    ));

  test('e8 by a terminate end of the caller', () =>
    play(
      file(
        process(
          'P',
          [start(), parallel('f'), userTask('A'), callActivity('call', 'CP'), endWith('t', TERMINATE), end()],
          'start > f > A > t; f > call > end',
        ),
        forkWithTimer,
      ),
      `start -> A, call.K, call.L, timer call.ct
       press A -> END | gone call.K call.L`,
    ));

  test('e8b by a terminate end of the sub-process around it', () =>
    play(
      file(
        process(
          'P',
          [
            ...[start(), userTask('V'), end()],
            subProcess(
              'Q',
              [
                ...[start('qs'), parallel('f'), userTask('A'), callActivity('call', 'CP')],
                ...[endWith('t', TERMINATE), end('qe')],
              ],
              'qs > f > A > t; f > call > qe',
            ),
          ],
          'start > Q > V > end',
        ),
        forkWithTimer,
      ),
      `start -> A, call.K, call.L, timer call.ct
       press A -> V | gone call.K call.L
       press V -> END`,
    ));

  test('e8c a terminate end of the called process ends the call only', () =>
    play(
      calling([
        calledProcess(
          'CP',
          [start('cs'), parallel('cf'), ...tasks('K', 'L'), endWith('ct', TERMINATE), end('ce')],
          'cs > cf > K > ct; cf > L > ce',
        ),
      ]),
      `start -> call.K, call.L
       press call.K -> V | gone call.L
       press V -> END`,
    ));
});

describe('what a called process throws', () => {
  const deep = calledProcess('CP', [start('ds'), callActivity('deep', 'CP2'), end('de')], 'ds > deep > de');
  const failing = (id: string) =>
    calledProcess(
      id,
      [start('cs'), userTask('K'), exclusive('cx'), endWith('ce', error('E1')), end('cn')],
      'cs > K > cx >"fine" cn; cx >"broken" ce',
    );
  const raising = calledProcess(
    'CP2',
    [start('cs'), ...tasks('K', 'L'), throwEvent('th', escalation('S1')), end('ce')],
    'cs > K > th > L > ce',
  );

  test('e9 an error end is caught at the call', () =>
    play(
      calling([failing('CP')], [boundary('b', 'call', error('E1'))]),
      `start -> call.K
       press call.K "broken" -> W
       press W -> END`,
    ));

  test('e9b an escalation end is caught at the call', () =>
    play(
      calling(
        [calledProcess('CP', [start('cs'), userTask('K'), endWith('ce', escalation('S1'))], 'cs > K > ce')],
        [boundary('b', 'call', escalation('S1'))],
      ),
      `start -> call.K
       press call.K -> W
       press W -> END`,
    ));

  test('e9c an error two calls deep is caught at the outer call', () =>
    play(
      calling([deep, failing('CP2')], [boundary('b', 'call', error('E1'))]),
      `start -> call.deep.K
       press call.deep.K "broken" -> W
       press W -> END`,
    ));

  test('e9d of two calls with the same boundary, only that of the thrower fires', () =>
    play(
      file(
        process(
          'P',
          [
            ...[start(), parallel('f'), callActivity('one', 'CP'), callActivity('two', 'CP'), ...tasks('W1', 'W2')],
            ...[boundary('b1', 'one', error('E1')), boundary('b2', 'two', error('E1')), end()],
          ],
          'start > f; f > one > end; f > two > end; b1 > W1 > end; b2 > W2 > end',
        ),
        failing('CP'),
      ),
      `start -> one.K, two.K
       press one.K "broken" -> W1, two.K
       press two.K "broken" -> W1, W2
       press W1 -> W2
       press W2 -> END`,
    ));

  test('e9e an escalation two calls deep ends the outer call', () =>
    play(
      calling([deep, raising], [boundary('b', 'call', escalation('S1'))]),
      `start -> call.deep.K
       press call.deep.K -> W
       press W -> END`,
    ));

  test('e9f an escalation two calls deep leads on beside the calls when the boundary does not interrupt', () =>
    play(
      calling([deep, raising], [sideBoundary('b', 'call', escalation('S1'))]),
      `start -> call.deep.K
       press call.deep.K -> W, call.deep.L
       press call.deep.L -> V, W
       press W -> V
       press V -> END`,
    ));
});
