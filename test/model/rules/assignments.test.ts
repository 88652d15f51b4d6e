import { describe, expect, test } from 'vitest';
import { defaultAssignmentOf } from '../../../src/model/default-assignment.ts';
import type { ModelOptions } from '../../../src/model/model-options.ts';
import {
  type BpmnNode,
  bareTask,
  boundary,
  bpmn,
  element,
  end,
  error,
  eventSubProcess,
  fileWith,
  lane,
  lanes,
  parallel,
  process,
  processFile,
  serviceTask,
  start,
  subProcess,
  terminate,
  timer,
  type UserTaskOptions,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { readXml } from '../../support/inner/model.ts';
import { findProblems } from '../find-problems.ts';
import { findsIn } from './cases.ts';

describe('user-task-without-handler', () => {
  const rule = 'user-task-without-handler';

  findsIn(rule, [
    [
      'a user task that names nobody is refused',
      fileWith(bareTask('a', { name: 'Approve' })),
      'error a: Nobody can handle the user task "Approve": it names no assignee, candidate, group or lane.',
    ],
    [
      'a resource without accounts is named',
      bpmn(
        '<resource id="r" name="Clerk"/>',
        process(
          'p',
          [start(), bareTask('a', { content: '<potentialOwner><resourceRef>r</resourceRef></potentialOwner>' }), end()],
          'start > a > end',
        ),
      ),
      'error a: Nobody can handle the user task "a": it names the resource "Clerk", which does not name accounts.',
    ],
    [
      'any source of a handler will do',
      processFile([start(), userTask('a', { groups: 'hr' }), bareTask('b'), end()], 'start > a > b > end', {
        before: lanes({ Finance: ['b'] }),
      }),
    ],
  ]);

  test.each([
    [{ defaultAssignment: defaultAssignmentOf({ handlers: '${boss}, carl' }) }, '${boss}, carl (defaults.handlers)'],
    [{ defaultAssignment: defaultAssignmentOf({ handlingGroup: 'desk' }) }, 'desk (defaults.handlingGroup)'],
    [{ assigns: true }, 'the people whom the function assign names'],
    [
      { assigns: true, defaultAssignment: defaultAssignmentOf({ handlers: 'ann' }) },
      'the people whom the function assign names, else ann (defaults.handlers)',
    ],
  ])('the host says who gets it: a guess that says so', async (options, who) => {
    const xml = fileWith(bareTask('a', { name: 'Approve' }));
    expect(await findProblems(xml, rule, options as ModelOptions)).toEqual([
      `warning a: The user task "Approve" goes to ${who}: it names no assignee, candidate, group or lane.`,
    ]);
    const { problems } = await readXml(xml, options as ModelOptions);
    expect(problems.filter((problem) => problem.rule === rule)).toMatchObject([{ guess: true }]);
  });
});

describe('no-handler-to-report', () => {
  const rule = 'no-handler-to-report';

  const GROUP: UserTaskOptions = { groups: 'clerks' };

  const said = (severity: 'error' | 'warning', event: string) =>
    `${severity} check: The event "${event}" may end the user task "check" while it belongs to a group. The report of this must name a person, but the bridge has nobody to name, so the event would fail.`;

  const find = (xml: string, options = {}) => findProblems(xml, rule, { namesGroupMember: false, ...options });

  const late = (content = timer('PT1H'), interrupting = true) => boundary('late', 'check', content, { interrupting });

  const onTask = (task: UserTaskOptions, event = late()) => onNode(userTask('check', task), event);

  const onNode = (task: BpmnNode, event = late()) =>
    processFile([start(), task, event, end(), end('over')], 'start > check > end; late > over');

  test('an interrupting timer on the task of a group is refused where nobody stands in', async () => {
    expect(await find(onTask(GROUP))).toEqual([said('error', 'late')]);
    expect(await findProblems(onTask(GROUP), rule)).toEqual([]);
  });

  test('an account, and an event that does not interrupt, need nobody', async () => {
    expect(await find(onTask({ assignee: 'anna' }))).toEqual([]);
    expect(await find(onTask(GROUP, late(timer('PT1H'), false)))).toEqual([]);
  });

  test('where accounts come first it is not certain', async () => {
    expect(await find(onTask({ ...GROUP, assignee: '${boss}' }))).toEqual([said('warning', 'late')]);
  });

  test('a default group is one as well', async () => {
    const defaultAssignment = { kind: 'handlingGroup', from: 'defaults.handlingGroup', expressions: [] };
    expect(await find(onNode(bareTask('check')), { defaultAssignment })).toEqual([said('error', 'late')]);
  });

  const inner = (nodes: Parameters<typeof subProcess>[1], flows: string) => subProcess('inner', nodes, flows);

  const CHECKING = inner([start('in'), userTask('check', GROUP), end('out')], 'in > check > out');

  test('events on what stands around it, and event sub-processes beside it, take it too', async () => {
    const around = processFile(
      [start(), CHECKING, boundary('late', 'inner', timer('PT1H')), end(), end('over')],
      'start > inner > end; late > over',
    );
    expect(await find(around)).toEqual([said('error', 'late')]);
    const stop = eventSubProcess('stop', [start('late', { content: timer('PT1H') }), end('over')], 'late > over', {});
    expect(await find(processFile([start(), CHECKING, stop, end()], 'start > inner > end'))).toEqual([
      said('error', 'late'),
    ]);
  });

  test('a task of the event sub-process itself is not taken by its start', async () => {
    const content = [start('late', { content: timer('PT1H') }), userTask('check', GROUP), end('over')];
    const stop = eventSubProcess('stop', content, 'late > check > over', {});
    expect(
      await find(processFile([start(), userTask('file', { assignee: 'anna' }), stop, end()], 'start > file > end')),
    ).toEqual([]);
  });

  test('an error is thrown by what runs, perhaps never beside the task', async () => {
    const nodes = [start('in'), userTask('check', GROUP), serviceTask('book', { service: 'book' }), end('out')];
    const around = processFile(
      [start(), inner(nodes, 'in > check > book > out'), boundary('failed', 'inner', error()), end(), end('over')],
      'start > inner > end; failed > over',
    );
    expect(await find(around)).toEqual([said('warning', 'failed')]);
  });

  describe('what takes a task and leads nowhere leaves it in the lists of the group', () => {
    const leaves = (ways: string) =>
      `warning check: The user task "check" may end while it belongs to a group and nobody has handled it (${ways}). The bridge has nobody to name in the report of this, so the task stays in people's lists until the center asks for its state.`;
    const STOP = 'the end event "stop" terminates it';
    const stop = (content = terminate()) => end('stop', { content });
    const legal = userTask('legal', { assignee: 'bo' });
    const check = userTask('check', GROUP);
    const forked = [start(), parallel('fork'), legal, check, stop(), end()];

    test('a terminate end event beside it', async () => {
      const xml = processFile(forked, 'start > fork > legal > stop; fork > check > end');
      expect(await find(xml)).toEqual([leaves(STOP)]);
      expect(await find(xml, { reportsGone: false })).toEqual([]);
      expect(await findProblems(xml, rule)).toEqual([]);
    });

    test('one behind it, or behind the join of both, takes nothing', async () => {
      expect(await find(processFile([start(), check, stop()], 'start > check > stop'))).toEqual([]);
      const joined = processFile(
        [start(), parallel('fork'), legal, check, parallel('join'), stop()],
        'start > fork > legal > join > stop; fork > check > join',
      );
      expect(await find(joined)).toEqual([]);
    });

    test('one behind a join of other branches', async () => {
      const xml = processFile(
        [...forked, userTask('audit', { assignee: 'chen' }), parallel('join')],
        'start > fork > legal > join > stop; fork > audit > join; fork > check > end',
      );
      expect(await find(xml)).toEqual([leaves(STOP)]);
    });

    test('one beside the sub-process it is in', async () => {
      const xml = processFile(
        [start(), parallel('fork'), legal, CHECKING, stop(), end()],
        'start > fork > legal > stop; fork > inner > end',
      );
      expect(await find(xml)).toEqual([leaves(STOP)]);
    });

    test('one in a sub-process beside it, where it ends the whole instance', async () => {
      const stopping = (content: string) =>
        processFile(
          [start(), parallel('fork'), inner([start('in'), legal, stop(content)], 'in > legal > stop'), check, end()],
          'start > fork > inner > end; fork > check > end',
        );
      expect(await find(stopping(terminate()))).toEqual([]);
      expect(await find(stopping('<terminateEventDefinition flowable:terminateAll="true"/>'))).toEqual([leaves(STOP)]);
    });

    test('one of the scope around an event sub-process that runs beside it', async () => {
      const asked = (interrupting: boolean) => {
        const content = [start('now', { content: timer('PT1H'), attributes: { isInterrupting: interrupting } }), check];
        const beside = eventSubProcess('beside', [...content, end('out')], 'now > check > out', {});
        return processFile([start(), legal, stop(), beside], 'start > legal > stop');
      };
      expect(await find(asked(false))).toEqual([leaves(STOP)]);
    });

    test('the others of a countersign that some decide', async () => {
      const signed = (multi: object, attributes = {}) =>
        draw({
          others: [
            userTask('check', {
              groups: '${group}',
              attributes,
              multiInstance: { collection: '${groups}', elementVariable: 'group', ...multi },
            }),
          ],
          paths: 'start > check > end',
        });
      const early = [leaves('others decide its countersign')];
      expect(await find(signed({}))).toEqual([]);
      expect(await find(signed({}, { 'ttc:completion': 'all' }))).toEqual([]);
      expect(await find(signed({}, { 'ttc:completion': '100%' }))).toEqual([]);
      for (const completion of ['any', '2', '60%'])
        expect(await find(signed({}, { 'ttc:completion': completion }))).toEqual(early);
      expect(await find(signed({ condition: '${nrOfCompletedInstances > 1}' }))).toEqual(early);
      expect(await find(signed({ sequential: true }, { 'ttc:completion': 'any' }))).toEqual([]);
    });

    test('the other instances of a sub-process that completes early', async () => {
      const xml = draw({
        others: [
          subProcess('inner', [start('in'), check, end('out')], 'in > check > out', {
            multiInstance: { cardinality: '3', condition: '${nrOfCompletedInstances == 1}' },
          }),
        ],
        paths: 'start > inner > end',
      });
      expect(await find(xml)).toEqual([leaves('the multi-instance "inner" completes early')]);
    });
  });
});

describe('handlers-and-group', () => {
  findsIn('handlers-and-group', [
    [
      'people and a group together get a warning',
      fileWith(userTask('a', { assignee: 'anna', groups: 'hr' })),
      'warning a: "a" names people (camunda:assignee) and a group (camunda:candidateGroups): hr gets it only if there are no people.',
    ],
    ['people alone are fine', fileWith(userTask('a', { assignee: 'anna', users: 'bert' }))],
  ]);

  test('where nobody is assigned, that the group gives way is a guess', async () => {
    const guesses = async (options: UserTaskOptions) =>
      (await readXml(fileWith(userTask('a', { groups: 'clerks', ...options })))).problems.map(({ guess }) => guess);
    expect(await guesses({ users: 'bo' })).toEqual([true]);
    expect(await guesses({ assignee: 'bo' })).toEqual([undefined]);
  });
});

describe('candidates-ignored', () => {
  const rule = 'candidates-ignored';

  const multiInstance = { collection: '${people}', elementVariable: 'who' };

  const find = (options: UserTaskOptions) => findProblems(fileWith(userTask('sign', options)), rule);

  test.each([{ multiInstance }, {}])(
    'candidates beside an assignee get a warning that names them: %o',
    async (options) => {
      expect(await find({ assignee: '${who}', users: 'bo,chen', ...options })).toEqual([
        'warning sign: "sign" goes to its assignee alone (camunda:assignee); the candidates bo, chen (camunda:candidateUsers) get it only if the assignee evaluates to nothing.',
      ]);
    },
  );

  test('the performer of plain BPMN is an assignee too', async () => {
    const content =
      '<humanPerformer><resourceAssignmentExpression><formalExpression>anna</formalExpression></resourceAssignmentExpression></humanPerformer>';
    expect(await find({ users: 'bo', content })).toEqual([
      'warning sign: "sign" goes to its assignee alone (humanPerformer); the candidates bo (camunda:candidateUsers) get it only if the assignee evaluates to nothing.',
    ]);
  });

  test('one of the two alone is fine', async () => {
    expect(await find({ assignee: '${who}', multiInstance })).toEqual([]);
    expect(await find({ users: '${who}', multiInstance })).toEqual([]);
  });
});

findsIn('handler-from-lane', [
  [
    'a group taken from the name of a lane is said',
    processFile([start(), bareTask('a'), end()], 'start > a > end', { before: lanes({ Finance: ['a'] }) }),
    'warning a: "a" goes to the group Finance, the name of its lane.',
  ],
  [
    'a lane with a group of its own needs no note',
    processFile([start(), bareTask('a'), end()], 'start > a > end', {
      before: element('laneSet', { id: 'l' }, lane('Finance', ['a'], { 'ttc:handlingGroup': 'fin' })),
    }),
  ],
]);

describe('lane-autoclaim-not-supported', () => {
  const rule = 'lane-autoclaim-not-supported';

  const DROOLS = '<definitions xmlns:drools="http://www.jboss.org/drools"';

  /** Two tasks of one lane, and one of another. */
  const drawn = (first: object, second: object) =>
    draw({
      others: [userTask('a', first), userTask('b', second), userTask('c', { groups: 'all' })],
      paths: 'start > a > b > c > end',
      before: lanes({ Clerks: ['a', 'b'], Boss: ['c'] }),
    });

  test('tasks of a lane that jBPM leaves to whoever handles one of them are said once', async () => {
    const xml = drawn({ groups: 'clerks' }, { groups: 'clerks' });
    expect(await findProblems(xml.replace('<definitions', DROOLS), rule)).toEqual([
      'warning lane-Clerks: In jBPM, the person who handles one of "a", "b" also gets the others of the lane "Clerks"; here, each task goes to everyone whom it names.',
    ]);
    expect(await findProblems(xml, rule)).toEqual([]);
  });

  findsIn(rule, [
    [
      'tasks of one person each are theirs in jBPM too',
      drawn({ assignee: 'anna' }, { assignee: 'bo' }).replace('<definitions', DROOLS),
    ],
  ]);
});

describe('placeholder-as-name', () => {
  const rule = 'placeholder-as-name';

  test('a placeholder of a template is named, and that it is taken for an account is a guess', async () => {
    const xml = fileWith(userTask('a', { assignee: '{{manager}}', groups: 'clerks, team-{{team}}' }));
    expect(await findProblems(xml, rule)).toEqual([
      'warning a: "a" has {{manager}} (camunda:assignee), team-{{team}} (camunda:candidateGroups), which is used literally: it looks like a placeholder left over from a template.',
    ]);
    const { problems } = await readXml(xml);
    expect(problems.find((each) => each.rule === rule)?.guess).toBe(true);
  });

  test.each(['${manager}', '={a: {b: "x"}}.a.b', 'ann', '${empty x ? "a" : "b"}'])('%s is none', async (assignee) => {
    expect(await findProblems(fileWith(userTask('a', { assignee })), rule)).toEqual([]);
  });
});
