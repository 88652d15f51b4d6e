import { describe, expect, test } from 'vitest';
import {
  bareTask,
  boundary,
  catchEvent,
  end,
  error,
  escalation,
  fileWith,
  lanes,
  message,
  processFile,
  receiveTask,
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
import { readXml } from '../../support/inner/model.ts';
import { findProblems } from '../find-problems.ts';
import { decides, findsIn } from './cases.ts';

describe('duplicate-id', () => {
  const rule = 'duplicate-id';

  findsIn(rule, [
    [
      'an id that is used twice is refused',
      processFile([start(), userTask('a'), userTask('a'), end()], 'start > a > end'),
      expect.stringContaining('error a: The id a is used twice (line '),
    ],
    [
      'of what is drawn only it is a warning',
      fileWith(userTask('a')).replace('</process>', '<textAnnotation id="a"/></process>'),
      expect.stringContaining('warning a: '),
    ],
    [
      'copies of a signal or a message are one, with a warning',
      [
        ['<signal id="s" name="go"/>', signal('s')] as const,
        ['<message id="s" name="go"><documentation>Go</documentation></message>', message('s')] as const,
      ].map(([each, definition]) =>
        processFile([start(), catchEvent('c', definition), end()], 'start > c > end', {
          roots: `${each}\n${each.replace(' name', '  name')}`,
        }),
      ),
      'warning s: The id s is used for copies of one element; the first is used.',
    ],
    [
      'different signals of one id, to which an event refers, are refused',
      processFile([start(), catchEvent('c', signal('s')), end()], 'start > c > end', {
        roots: '<signal id="s" name="go"/><signal id="s" name="stop"/>',
      }),
      expect.stringContaining('error s: '),
    ],
    ['different ids are fine', fileWith(userTask('a'))],
    [
      '__proto__ is refused, which the engine cannot tell from what every object has',
      processFile([start(), userTask('__proto__'), end()], 'start > __proto__ > end'),
      'error __proto__: The id __proto__ cannot be used, because it has a special meaning in JavaScript.',
    ],
    [
      'an id that is used three times is one problem',
      processFile([start(), userTask('a'), userTask('a'), userTask('a'), end()], 'start > a > end'),
      expect.stringMatching(
        /^error a: The id a is used 3 times \(line \d+, .*; line \d+, .*\); the elements after the first were/,
      ),
    ],
  ]);

  test('what has an id twice is not lost if nothing refers to it, and has the same one whenever it is read', async () => {
    const xml = processFile(
      [start(), catchEvent('c', timer('PT1H')), catchEvent('d', timer('PT2H')), end()],
      'start > c > d > end',
    ).replaceAll('<timerEventDefinition', '<timerEventDefinition id="t"');
    const { model, problems } = await readXml(xml);
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        rule,
        reason: 'The id t is used twice, and nothing refers to it; the other elements are called t_2.',
      },
    ]);
    expect([...(model?.events.keys() ?? [])]).toEqual(['c', 'd']);
    const owner = (who: string) =>
      `<potentialOwner id="o"><resourceAssignmentExpression id="r"><formalExpression id="f">user(${who})</formalExpression></resourceAssignmentExpression></potentialOwner>`;
    const field = '<camunda:formData><camunda:formField id="f" type="string"/></camunda:formData>';
    const owned = await readXml(
      processFile(
        [start(), ...['bo', 'chen'].map((who) => bareTask(who, { content: owner(who), extensions: field })), end()],
        'start > bo > chen > end',
      ),
    );
    expect(owned.problems.map((each) => `${each.severity} ${each.rule} ${each.elementId}`)).toEqual([
      ...['o', 'r', 'f'].map((id) => `warning ${rule} ${id}`),
      ...['bo', 'chen'].map((id) => `warning vendor-feature-not-run ${id}`),
    ]);
    expect(
      [...(owned.model?.userTasks.values() ?? [])].map((each) => each.assignment[0]?.expressions[0]?.text),
    ).toEqual(['bo', 'chen']);
  });

  test.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])('%s is an id like any other', async (id) => {
    const xml = processFile([start(), userTask(id), end()], `start > ${id} > end`);
    const { model, problems } = await readXml(xml);
    expect(problems).toEqual([]);
    expect([...(model?.userTasks.keys() ?? [])]).toEqual([id]);
    const twice = processFile([start(), userTask(id), userTask(id), end()], `start > ${id} > end`);
    expect(await findProblems(twice, rule)).toHaveLength(1);
    const unnamed = processFile([start(), userTask('a'), end()], 'start > a > end').replace(
      'targetRef="end"',
      `targetRef="${id}"`,
    );
    expect(await findProblems(unnamed, 'reference-unresolved')).toEqual([
      expect.stringContaining(`leads to ${id}, but`),
    ]);
  });
});

describe('id-generated', () => {
  const rule = 'id-generated';

  test('a process and a user task without an id are named as guesses', async () => {
    const xml = fileWith(subProcess('part', [userTask('a', { name: 'Approve' })], ''))
      .replace('id="process"', '')
      .replace(/ id="a"/, '');
    const { model, problems } = await readXml(xml);
    expect(problems.filter((problem) => problem.rule === rule)).toMatchObject([
      { severity: 'warning', guess: true, elementId: 'Process_1' },
      {
        severity: 'warning',
        guess: true,
        elementId: 'UserTask_part_1',
        reason: expect.stringContaining('"Approve"'),
      },
    ]);
    expect(model?.processId).toBe('Process_1');
  });

  findsIn(rule, [
    [
      'of flows, events and definitions without one nothing is said',
      fileWith(userTask('a')).replace('id="start-a"', '').replace('id="definitions"', ''),
    ],
  ]);
});

describe('reference-unresolved', () => {
  const rule = 'reference-unresolved';

  findsIn(rule, [
    [
      'a default flow that is not there is refused',
      decides('g >[${x}] yes; g >[${!x}] no').replace('<exclusiveGateway ', '<exclusiveGateway default="gone" '),
      'error g: "g" names gone as the default flow, but the file has no such element.',
    ],
    [
      'a lane that lists something that is not there gets a warning: nobody asks for it',
      processFile([start(), userTask('a'), end()], 'start > a > end', {
        before: lanes({ Finance: ['a', 'gone'] }),
      }),
      'warning lane-Finance: "Finance" names gone as an element of the lane, which is not there.',
    ],
    [
      'a default flow of what chooses nothing is a warning',
      fileWith(userTask('a', { attributes: { default: 'gone' } })),
      'warning a: "a" names gone as its default flow, which is not there.',
    ],
    [
      'an event definition that is not there is refused, since the event would wait for nothing',
      fileWith(catchEvent('wait', '<eventDefinitionRef>gone</eventDefinitionRef>')),
      'error wait: "wait" names gone as what it waits for or throws, but the file has no such element.',
    ],
    [
      'references that a run does not need may dangle',
      fileWith(
        userTask('a', { content: '<dataInputAssociation id="d"><targetRef>gone</targetRef></dataInputAssociation>' }),
      ),
    ],
  ]);

  test('an output collection and an operation that are not there get a warning, as those that are', async () => {
    const content = '<loopDataOutputRef>votes</loopDataOutputRef>';
    const collecting = fileWith(userTask('a', { multiInstance: { cardinality: 2, content } }));
    expect(await findProblems(collecting, rule)).toEqual([
      'warning a: "a" names votes as its output collection, which is not run.',
    ]);
    const calling = fileWith(serviceTask('a', { attributes: { operationRef: 'gone' } }));
    expect(await findProblems(calling, rule)).toEqual([
      'warning a: "a" names gone as its operation, which is not run.',
    ]);
  });

  test.each([
    ['targetRef', 'leads to'],
    ['sourceRef', 'comes from'],
  ])('the %s of a flow that names nothing is refused, and nothing that follows from it', async (property, way) => {
    const flow = property === 'targetRef' ? 'targetRef="end"' : 'sourceRef="a"';
    const xml = processFile([start(), userTask('a'), end()], 'start > a > end').replace(flow, `${property}="nowhere"`);
    const { problems } = await readXml(xml);
    expect(problems).toEqual([
      {
        rule,
        severity: 'error',
        elementId: expect.any(String),
        reason: expect.stringMatching(`^The flow .* ${way} nowhere, but the file has no such element.$`),
        remedy: `Correct its ${property}, or delete the flow.`,
      },
    ]);
  });
});

describe('reference-is-name', () => {
  const rule = 'reference-is-name';

  test('a reference of an event that names no element of the file is the code or name itself', async () => {
    const xml = draw({
      services: 'a',
      others: [
        boundary('b', 'a', error('NO MONEY')),
        catchEvent('c', signal('alert')),
        receiveTask('r', 'paid'),
        subProcess('s', [start('s1'), throwEvent('t', escalation('HELP')), end('s2')], 's1 > t > s2'),
      ],
      paths: 'start > a > c > r > s > end; b > end',
    });
    expect(await findProblems(xml, rule)).toEqual([
      'warning b: "b" refers to NO MONEY (errorRef), but the file has no such element: it is used as the code of its error.',
      'warning c: "c" refers to alert (signalRef), but the file has no such element: it is used as the name of its signal.',
      'warning r: "r" refers to paid (messageRef), but the file has no such element: it is used as the name of its message.',
      'warning t: "t" refers to HELP (escalationRef), but the file has no such element: it is used as the code of its escalation.',
    ]);
    const { model, problems } = await readXml(xml);
    expect(problems.filter(({ guess }) => guess).map(({ elementId }) => elementId)).toEqual(['b', 'c', 'r', 't']);
    const told = [...(model?.events.values() ?? [])].map(({ nodeId, trigger }) => [
      nodeId,
      'name' in trigger ? trigger.name.text : 'code' in trigger ? trigger.code : undefined,
    ]);
    expect(Object.fromEntries(told)).toEqual({ b: 'NO MONEY', c: 'alert', r: 'paid', t: 'HELP' });
  });

  test('the same reference is the same everywhere, and does not take the id of something else', async () => {
    const xml = processFile(
      [start(), catchEvent('c', signal('alert')), catchEvent('d', signal('alert')), end('signal-alert')],
      'start > c > d > signal-alert',
    );
    expect(await findProblems(xml, 'duplicate-id')).toEqual([]);
    const { model } = await readXml(xml);
    expect([...(model?.events.values() ?? [])].map(({ nodeId }) => nodeId)).toEqual(['c', 'd']);
  });

  test('a reference with the prefix of a namespace names the element behind the colon', async () => {
    const xml = processFile([start(), catchEvent('c', message('tns:m')), end()], 'start > c > end', {
      roots: root('message', 'm', { name: 'paid' }),
    });
    expect(await findProblems(xml, rule)).toEqual([]);
    const { model } = await readXml(xml);
    expect(model?.events.get('c')?.trigger).toMatchObject({ kind: 'message', name: { text: 'paid' } });
  });
});
