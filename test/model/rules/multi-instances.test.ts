import { describe, expect, test } from 'vitest';
import {
  element,
  end,
  fileWith,
  manualTask,
  multiInstance,
  processFile,
  serviceTask,
  start,
  subProcess,
  type UserTaskOptions,
  userTask,
} from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';
import { findsIn } from './cases.ts';

describe('multi-instance-without-number', () => {
  const rule = 'multi-instance-without-number';

  findsIn(rule, [
    [
      'a marker without collection and cardinality is refused',
      fileWith(userTask('a', { multiInstance: {} })),
      'error a: "a" should happen several times, but it does not say for whom or how often.',
    ],
    [
      'on a service too',
      fileWith(serviceTask('a', { multiInstance: { sequential: true } })),
      'error a: "a" should happen several times, but it does not say for whom or how often.',
    ],
    ['a cardinality is fine', fileWith(userTask('a', { multiInstance: { cardinality: 3 } }))],
    [
      'one that is a word is none',
      fileWith(userTask('a', { multiInstance: { cardinality: 'many' } })),
      'error a: "a" should happen several times, but its loop cardinality, many, is not a number.',
    ],
    ...['1', '=1', '${5}', 'two people'].map(
      (collection) =>
        [
          `the collection ${collection} is refused`,
          fileWith(userTask('a', { assignee: 'bo', multiInstance: { collection } })),
          `error a: "a" should happen for each element of a list, but its collection, "${collection}", is no list and can be no variable.`,
        ] as const,
    ),
    [
      'a collection that may be a list is fine',
      ['people', '${people}', '=["bo"]', '=list(x)', '=[today()]'].map((collection) =>
        fileWith(userTask('a', { assignee: 'bo', multiInstance: { collection } })),
      ),
    ],
  ]);

  test('a collection that a class of its engine parses is named', async () => {
    const content =
      '<extensionElements><flowable:collection flowable:delegateExpression="${parser}"><flowable:string>[]</flowable:string></flowable:collection></extensionElements>';
    expect(await findProblems(fileWith(userTask('a', { multiInstance: { content } })), rule)).toEqual([
      'error a: "a" should happen several times, but its collection is parsed by ${parser} (flowable:collection), which only its own engine has.',
    ]);
  });
});

findsIn('multi-instance-on-other-task', [
  [
    'a marker on a manual task gets a warning',
    fileWith(manualTask('a', { content: multiInstance({ cardinality: 2 }) })),
    'warning a: "a" has a multi-instance marker, but a token passes straight through it, so nothing is repeated.',
  ],
  ['on a service it is fine', fileWith(serviceTask('a', { multiInstance: { cardinality: 2 } }))],
]);

describe('standard-loop-invalid', () => {
  const rule = 'standard-loop-invalid';

  const loop = (content = '', maximum = '') =>
    `<standardLoopCharacteristics${maximum === '' ? '' : ` loopMaximum="${maximum}"`}>${content}</standardLoopCharacteristics>`;

  findsIn(rule, [
    [
      'a loop that never ends is refused',
      fileWith(userTask('a', { content: loop() })),
      'error a: "a" has a loop marker that never ends.',
    ],
    [
      'a loop on anything but a user task is refused',
      fileWith(serviceTask('a', { content: loop('', '3') })),
      'error a: "a" has a loop marker, and only user tasks run in a loop.',
    ],
  ]);

  test('a maximum below one and a condition in plain text are refused', async () => {
    expect(await findProblems(fileWith(userTask('a', { content: loop('', '0') })), rule)).toEqual([
      'error a: "a" has a loop marker with the maximum 0.',
    ]);
    const plain = loop('<loopCondition>more to do</loopCondition>');
    expect(await findProblems(fileWith(userTask('a', { content: plain })), rule)).toEqual([
      'error a: "a" has a loop marker with the condition "more to do", which is neither true nor false.',
    ]);
  });

  test('a loop with a condition or a maximum is fine, and so is a multi-instance marker', async () => {
    const ends = [loop('<loopCondition>${again}</loopCondition>'), loop('', '3')];
    for (const content of ends) expect(await findProblems(fileWith(userTask('a', { content })), rule)).toEqual([]);
    const xml = fileWith(userTask('a', { multiInstance: { cardinality: 2 } }));
    expect(await findProblems(xml, rule)).toEqual([]);
  });
});

describe('shared-countersign-invalid', () => {
  const rule = 'shared-countersign-invalid';

  const shared = (options: UserTaskOptions) =>
    fileWith(userTask('a', { ...options, attributes: { 'ttc:countersign': 'shared' } }));

  const overPeople = { collection: '${people}', elementVariable: 'p' };

  test.each([
    ['for one person', {}, 'it has no multi-instance marker'],
    [
      'one after the other',
      { multiInstance: { ...overPeople, sequential: true } },
      'its multi-instance marker is sequential',
    ],
    ['that are only counted', { multiInstance: { cardinality: 2 } }, 'it only says how many signers there are'],
    ['of a group', { multiInstance: overPeople, groups: 'hr' }, 'it goes to a group'],
  ])('one task for signers %s is refused', async (_who, options, reason) => {
    expect(await findProblems(shared(options), rule)).toEqual([
      `error a: The signers of "a" should share one task, but ${reason}.`,
    ]);
  });

  findsIn(rule, [
    [
      'one task for the people of a collection is fine, and so is a task per signer',
      [
        shared({ multiInstance: overPeople, assignee: '${p}' }),
        fileWith(userTask('a', { multiInstance: { cardinality: 2 } })),
      ],
    ],
  ]);
});

const lastTask = (attributes: Record<string, string>, paths = 'start > a > end') =>
  processFile(
    [
      start(),
      subProcess('sub', [start('in'), userTask('b'), end('out')], 'in > b > out'),
      userTask('a', {
        attributes,
        assignee: '${p}',
        multiInstance: { collection: '${people}', elementVariable: 'p' },
      }),
      end(),
    ],
    paths,
  );
const isShared = { 'ttc:countersign': 'shared' };

findsIn('shared-countersign-last', [
  [
    'a shared countersign after which the process can end gets a warning',
    lastTask(isShared),
    'warning a: The signers of "a" share one task, and the process can end without another one. A center that takes it from everybody when the first has signed has no task for the others, and the transaction stays open in it.',
  ],
  [
    'not one that another task follows, also in a sub-process, and not one with a task for each signer',
    [lastTask(isShared, 'start > a > sub > end'), lastTask({})],
  ],
]);

findsIn('completion-without-countersign', [
  [
    'a completion rule for one person is refused',
    fileWith(userTask('a', { attributes: { 'ttc:completion': 'any' } })),
    'error a: "a" has ttc:completion, but no multi-instance marker: it happens once.',
  ],
  [
    'with several signers it is fine',
    fileWith(userTask('a', { attributes: { 'ttc:completion': 'any' }, multiInstance: { cardinality: 2 } })),
  ],
]);

describe('completion-condition-invalid', () => {
  const rule = 'completion-condition-invalid';

  const withCondition = (condition: string) =>
    fileWith(userTask('a', { multiInstance: { cardinality: 2, condition } }));

  findsIn(rule, [
    [
      'a completion condition without an expression is refused, since every press would fail',
      withCondition('nrOfCompletedInstances >= 1'),
      'error a: The completion condition of "a", "nrOfCompletedInstances >= 1", is plain text, which is neither true nor false.',
    ],
  ]);

  test('a script is run', async () => {
    const inMvel = (xml: string) =>
      xml.replace('<completionCondition', '<completionCondition language="http://www.mvel.org/2.0"');
    expect(await findProblems(inMvel(withCondition('approved == true')), rule)).toEqual([]);
    const multiInstance = { collection: '${people}', elementVariable: 'p', condition: 'approved == true' };
    const attributes = { 'ttc:countersign': 'shared' };
    for (const each of [
      userTask('a', { assignee: '${p}', multiInstance, attributes }),
      serviceTask('a', { multiInstance }),
    ]) {
      expect(await findProblems(inMvel(fileWith(each)), rule)).toEqual([]);
    }
  });

  test.each(['${nrOfCompletedInstances >= 1}', '=numberOfCompletedInstances >= 1', 'true'])(
    '%s is fine',
    async (text) => {
      expect(await findProblems(withCondition(text), rule)).toEqual([]);
    },
  );
});

findsIn('completion-given-twice', [
  [
    'two completion rules get a warning',
    fileWith(
      userTask('a', {
        attributes: { 'ttc:completion': 'any' },
        multiInstance: { cardinality: 2, condition: '${nrOfCompletedInstances > 0}' },
      }),
    ),
    'warning a: "a" has ttc:completion and a completion condition; the condition is ignored.',
  ],
  [
    'one is fine',
    fileWith(userTask('a', { multiInstance: { cardinality: 2, condition: '${nrOfCompletedInstances > 0}' } })),
  ],
]);

describe('multi-instance-throws-events', () => {
  const rule = 'multi-instance-throws-events';

  const twice = { cardinality: 2 };

  const problem =
    'error a: The multi-instance marker of "a" throws events as its instances end, which does not run here.';

  test.each(['None', 'One', 'Complex'])('behavior="%s" is refused on whatever runs several times', async (behavior) => {
    const multiInstance = { ...twice, attributes: { behavior } };
    for (const node of [
      userTask('a', { multiInstance }),
      serviceTask('a', { multiInstance }),
      subProcess('a', [userTask('b')], '', { multiInstance }),
    ]) {
      expect(await findProblems(fileWith(node), rule)).toEqual([problem]);
    }
  });

  test.each(['oneBehaviorEventRef', 'noneBehaviorEventRef'])('so is an event of its own, %s', async (reference) => {
    const multiInstance = { ...twice, attributes: { [reference]: 'done' } };
    const roots = element('signalEventDefinition', { id: 'done' });
    const xml = fileWith(userTask('a', { multiInstance }), { roots });
    expect(await findProblems(xml, rule)).toEqual([problem]);
  });

  test('so is a complex behavior', async () => {
    const thrown = element('event', {}, element('signalEventDefinition', {}));
    const condition = element('condition', { 'xsi:type': 'tFormalExpression' }, '${done}');
    const content = element('complexBehaviorDefinition', {}, condition + thrown);
    const xml = fileWith(userTask('a', { multiInstance: { ...twice, content } }));
    expect(await findProblems(xml, rule)).toEqual([problem]);
  });

  test('behavior="All", which is what every marker means, is fine, and so is none', async () => {
    for (const attributes of [{}, { behavior: 'All' }]) {
      const xml = fileWith(userTask('a', { multiInstance: { ...twice, attributes } }));
      expect(await findProblems(xml, rule)).toEqual([]);
    }
    expect(await findProblems(fileWith(manualTask('a')), rule)).toEqual([]);
  });
});
