/** What random processes found, reduced to the smallest diagram. */
import { describe, expect, test } from 'vitest';
import { startScenario } from '../../plugin/scenario.ts';
import {
  boundary,
  catchEvent,
  element,
  end,
  escalation,
  eventSubProcess,
  exclusive,
  inclusive,
  message,
  node,
  parallel,
  processFile,
  root,
  serviceTask,
  signal,
  start,
  subProcess,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { startHost } from '../../support/live-host.ts';

test.each([false, true])(
  'a countersign that is rejected back to itself begins anew (sequential: %s)',
  async (sequential) => {
    const sign = userTask('sign', { assignee: 'p${loopCounter}', multiInstance: { cardinality: 2, sequential } });
    const run = await startScenario(
      processFile(
        [start(), sign, exclusive('g'), userTask('z'), end()],
        'start > sign > g; g >"Yes"{ttc:vote=approve} z > end; g >"No"{ttc:vote=reject} sign',
      ),
    );
    const round = sequential ? 'sign#0' : 'sign#0,sign#1';
    const others = sequential ? [] : ['sign#1 gone (Decided by others)'];
    expect(await run.press('sign#0', 'No')).toEqual([`sign#0 next ${round}`, ...others]);
    expect(await run.press('sign#0', 'Yes')).toEqual([sequential ? 'sign#0 next sign#1' : 'sign#0 none']);
    expect(await run.press('sign#1', 'Yes')).toEqual(['sign#1 next z']);
    expect(await run.press('z')).toEqual(['z end']);
  },
);

test('a countersign that conditions send back to itself asks every signer again', async () => {
  const run = await startScenario(
    draw({
      exclusive: 'g',
      others: [userTask('sign', { assignee: 'p${loopCounter}', multiInstance: { cardinality: 2 } })],
      paths: 'start > sign > g; g >[${again && true}] sign; g >* end',
    }),
    { again: true },
  );
  await run.press('sign#0');
  expect(await run.press('sign#1')).toEqual(['sign#1 next sign#0,sign#1']);
  expect(await run.press('sign#1', undefined, { again: false })).toEqual(['sign#1 none']);
  expect(await run.press('sign#0')).toEqual(['sign#0 end']);
});

test('two buttons of one gateway lead into an inclusive join: it joins once, and the instance ends', async () => {
  const xml = processFile(
    [start(), inclusive('f'), userTask('a'), exclusive('g'), userTask('b'), inclusive('j'), userTask('z'), end()],
    'start > f; f >[${x}] a > g; g >"One" j; g >"Two" j; f >[${!x}] b > j; j > z > end',
  );
  const one = await startScenario(xml, { x: true });
  expect(await one.press('a', 'Two')).toEqual(['a next z']);
  expect(await one.press('z')).toEqual(['z end']);
  const other = await startScenario(xml, { x: false });
  expect(await other.press('b')).toEqual(['b next z']);
  expect(await other.press('z')).toEqual(['z end']);
});

test('signers a countersign did without are gone by it, not by an event that ends what is around it', async () => {
  const sign = userTask('sign', {
    assignee: 'p${loopCounter}',
    multiInstance: { cardinality: 3, condition: '${true}' },
  });
  const part = subProcess('part', [start('s'), sign, end('over', { content: escalation('e') })], 's > sign > over');
  const run = await startScenario(
    processFile(
      [start(), part, boundary('rise', 'part', escalation()), userTask('w'), end()],
      'start > part > end; rise > w > end',
      { roots: root('escalation', 'e', { escalationCode: 'RISE' }) },
    ),
  );
  const others = ['sign#1 gone (Decided by others)', 'sign#2 gone (Decided by others)'];
  expect(await run.press('sign#0')).toEqual(['sign#0 next w', ...others]);
});

test('a later task of the start goes into the report of the task handled last, where that is held back', async () => {
  const run = await startScenario(
    draw({ tasks: 'a b c', services: 'j1 j2', parallel: 'f', paths: 'start > f > j1 > a > end; f > b > j2 > c > end' }),
  );
  expect(await run.press('b')).toEqual([]);
  expect(await run.finishJob('j1')).toEqual(['b next a']);
  expect(await run.finishJob('j2')).toEqual(['…b next c']);
});

test('an event sub-process of one iteration goes on from that iteration, not from what was done in another', async () => {
  const aside = eventSubProcess(
    'aside',
    [start('asked', { content: signal('g'), attributes: { isInterrupting: false } }), userTask('w'), end('done')],
    'asked > w > done',
  );
  const part = subProcess('part', [start('s'), userTask('t'), end('e'), aside], 's > t > e', {
    multiInstance: { cardinality: 2 },
  });
  const xml = processFile(
    [start(), parallel('f'), part, userTask('x'), parallel('j'), end()],
    'start > f > part > j > end; f > x > j',
    { roots: root('signal', 'g', { name: 'ask' }) },
  );
  const run = await startHost(xml);
  const ask = () => run.plugin.deliver({ kind: 'signal', name: 'ask' });
  ask();
  await run.press('w');
  await run.press('x');
  run.told();
  ask();
  expect(run.told()).toEqual(['w next w', 'x next w']);
});

test('an event sub-process that interrupts its scope is the last to start there, also if a cycle had rounds left', async () => {
  const aside = (id: string, begin: string, isInterrupting: boolean, task: string) =>
    eventSubProcess(
      id,
      [start(`${id}.s`, { content: begin, attributes: { isInterrupting } }), userTask(task), end(`${id}.e`)],
      `${id}.s > ${task} > ${id}.e`,
    );
  const everyHour = element('timerEventDefinition', {}, element('timeCycle', {}, 'R3/PT1H'));
  const run = await startScenario(
    processFile(
      [start(), userTask('t'), end(), aside('stop', timer('PT90M'), true, 'w'), aside('remind', everyHour, false, 'u')],
      'start > t > end',
    ),
  );
  expect(await run.wake(3_600_000)).toEqual(['…start next u']);
  expect(await run.wake(1_800_000)).toEqual(['t next w', 'u gone (stop.s)']);
  expect([run.last.changes.events, run.last.changes.wakeAt]).toEqual([[], null]);
  expect(await run.press('w')).toEqual(['w end']);
});

describe('a task that its signers share is no cause while others have yet to sign it', () => {
  const sign = userTask('sign', {
    assignee: '${who}',
    multiInstance: { collection: '${people}', elementVariable: 'who' },
    attributes: { 'ttc:countersign': 'shared' },
  });
  const people = ['amy', 'bob'];

  test('what the start set off is told of the start, and the task stays in their lists', async () => {
    const xml = processFile(
      [start(), parallel('f'), sign, serviceTask('j'), userTask('a'), end()],
      'start > f > sign > end; f > j > a > end',
    );
    const run = await startScenario(xml, { people });
    expect(await run.press('sign', undefined, {}, 'amy')).toEqual(['sign none']);
    expect(await run.finishJob('j')).toEqual(['…start next a']);
    expect(await run.press('sign', undefined, {}, 'bob')).toEqual(['…sign none']);
    expect(await run.press('a')).toEqual(['a end']);
  });

  test('a signature that makes a condition true, which ends the task, is no cause either', async () => {
    const condition = element('condition', { 'xsi:type': 'tFormalExpression' }, '${enough}');
    const over = boundary('over', 'sign', element('conditionalEventDefinition', {}, condition));
    const xml = processFile(
      [start(), parallel('f'), sign, over, serviceTask('j'), userTask('a'), end()],
      'start > f > sign > end; over > end; f > j > a > end',
    );
    const run = await startScenario(xml, { people });
    expect(await run.press('sign', undefined, { enough: true }, 'amy')).toEqual(['sign none']);
    expect(await run.finishJob('j')).toEqual(['…start next a']);
    expect(await run.press('a')).toEqual(['a end']);
  });

  test('an event beside it goes on from what came before', async () => {
    const remind = boundary('remind', 'sign', message('m'), { attributes: { cancelActivity: false } });
    const xml = processFile(
      [start(), userTask('t'), sign, remind, userTask('w'), end()],
      'start > t > sign > end; remind > w > end',
      { roots: root('message', 'm', { name: 'ask' }) },
    );
    const run = await startHost(xml, { people });
    await run.press('t');
    await run.press('sign');
    run.told();
    run.plugin.deliver({ kind: 'message', name: 'ask' });
    expect(run.told()).toEqual(['t next w']);
  });
});

test('an inclusive join does not wait for a token that may come to its filled flow, although it may come to the other one too', async () => {
  const elements = [start(), userTask('t'), end(), inclusive('g'), inclusive('j'), userTask('z'), end('over')];
  const run = await startScenario(
    processFile(
      [...elements, boundary('asked', 't', timer('PT1H'), { interrupting: false })],
      'start > t > end; asked > g; g >[${one}] j; g >[${!one}] j; j > z > over',
    ),
    { one: true },
  );
  expect(await run.wake(3_600_000)).toEqual(['…start next z']);
  expect(await run.press('t')).toEqual(['t none']);
  expect(await run.press('z')).toEqual(['z end']);
});

test('sub-processes side by side are all begun before one that ran through is enough', async () => {
  const script = node('scriptTask', 'n', {
    extensions: '<zeebe:script expression="=count + 1" resultVariable="count"/>',
  });
  const each = subProcess('each', [start('in'), script, end('out')], 'in > n > out', {
    multiInstance: { cardinality: 3, condition: '${numberOfCompletedInstances >= 1}' },
  });
  const run = await startScenario(
    processFile(
      [start(), each, exclusive('g'), userTask('all'), userTask('some'), end()],
      'start > each > g; g >[${count >= 3}] all > end; g >* some > end',
    ),
    { count: 0 },
  );
  expect(run.open).toBe('all');
});

test('two tokens that come to one event throw it before what is reached after them', async () => {
  const thrown = (id: string, name: string) => throwEvent(id, message(name));
  const run = await startScenario(
    draw(
      {
        tasks: 't',
        parallel: 'f',
        others: [thrown('one', 'm'), thrown('two', 'n'), catchEvent('c', message('m'))],
        paths: 'start > t > f; f > one > end; f > one; f > two > c > end',
      },
      [root('message', 'm', { name: 'm' }), root('message', 'n', { name: 'n' })].join(''),
    ),
  );
  await run.press('t');
  expect(run.last.changes.unmatched.map(({ name }) => name)).toEqual(['m', 'm', 'n']);
  expect(run.ended).toBe(false);
});

test('an event that interrupts a sequential multi-instance reads no completion condition', async () => {
  const inner = [start('in'), userTask('a'), end('out')];
  const multiInstance = { sequential: true, cardinality: 2, condition: '${sum > 1}' };
  const run = await startScenario(
    draw({
      tasks: 'b',
      others: [subProcess('part', inner, 'in > a > out', { multiInstance }), boundary('stop', 'part', timer('PT1H'))],
      paths: 'start > part > end; stop > b > end',
    }),
  );
  // The variable that it reads was never set.
  expect(await run.wake(3_600_000)).toEqual(['a next b']);
});
