import { describe, expect, test } from 'vitest';
import {
  bareTask,
  bpmn,
  callActivity,
  catchEvent,
  element,
  end,
  fileWith,
  message,
  node,
  process,
  processFile,
  root,
  serviceTask,
  start,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { readXml } from '../../support/inner/model.ts';
import { findProblems } from '../find-problems.ts';
import { findPrepared } from '../prepare/prepare.ts';
import { findsIn } from './cases.ts';

describe('file-part-skipped', () => {
  const rule = 'file-part-skipped';

  findsIn(rule, [
    [
      'an element that BPMN does not have is refused',
      processFile([start(), node('wonder', 'w'), userTask('a'), end()], 'start > a > end'),
      expect.stringContaining('error definitions: A part of the file is not BPMN 2.0 and was skipped: line '),
    ],
    [
      'text between elements is passed over, with a warning',
      fileWith(userTask('a')).replace('</process>', 'forgotten</process>'),
      expect.stringContaining('warning definitions: '),
    ],
    ['elements of other namespaces are not', fileWith(userTask('a', { extensions: '<x:y xmlns:x="http://x"/>' }))],
  ]);

  test.each([
    ['<usertask id="x"/>', 'Write <userTask>, if that is what you mean.'],
    ['<userTask id="my task"/>', 'Give it an id of letters, digits, _, - and ., without spaces.'],
    ['<camunda:taskListener/>', 'Put it into the <extensionElements> of the element that holds it.'],
  ])('of %s it is said what to do', async (part, remedy) => {
    const { problems } = await readXml(fileWith(userTask('a')).replace('</process>', `${part}</process>`));
    expect(problems).toMatchObject([{ rule, remedy }]);
  });

  test('a broken attribute is said once', async () => {
    const xml = fileWith(userTask('a')).replace('<userTask ', '<userTask name="a"b="c" d ');
    const { problems } = await readXml(xml);
    expect(problems.filter((each) => each.rule === rule)).toHaveLength(1);
  });

  test('an attribute with a prefix that cannot be read says what may stand in its name', async () => {
    const xml = fileWith(userTask('a')).replace('<userTask ', '<userTask 审批:x="1" ');
    expect((await readXml(xml)).problems).toMatchObject([
      { rule, remedy: expect.stringMatching(/^Names of attributes and prefixes must begin with/) },
    ]);
  });
});

describe('prefix-undeclared', () => {
  const rule = 'prefix-undeclared';

  const undeclared = (xml: string) => xml.replace(/ xmlns:camunda="[^"]*"/, '');

  const file = (first: string, last = '') =>
    undeclared(
      processFile(
        [
          start('start', { attributes: { 'camunda:initiator': first } }),
          bareTask('a', { attributes: { 'camunda:assignee': 'bo', 'camunda:priority': last } }),
          serviceTask('b', { service: 'pay', attributes: { 'camunda:asyncBefore': 'true' } }),
          end(),
        ],
        'start > a > b > end',
      ),
    );

  test('a prefix that no namespace is declared for is one error, with where it stands and what to write', async () => {
    const { model, problems } = await readXml(file('who', '3'));
    expect(model).toBeUndefined();
    expect(problems).toEqual([
      {
        rule,
        severity: 'error',
        elementId: 'start',
        reason:
          'The file does not declare the prefix camunda, so names with this prefix are not read: camunda:initiator of startEvent start, camunda:assignee of userTask a, camunda:priority of userTask a, 1 more.',
        remedy: 'Write xmlns:camunda="http://camunda.org/schema/1.0/bpmn" on <definitions>.',
      },
    ]);
  });

  test('where it stands on an element, which the parser cannot pass over, that is said', async () => {
    const xml = file('who').replace(
      /(<userTask[^>]*)\/>/,
      '$1><extensionElements><camunda:taskListener/></extensionElements></userTask>',
    );
    await expect(readXml(xml)).rejects.toThrow(
      'the prefix camunda of camunda:initiator of startEvent start is not declared; write xmlns:camunda="http://camunda.org/schema/1.0/bpmn" on <definitions>',
    );
  });

  test('of several, each is named', async () => {
    const xml = file('who')
      .replace(/ xmlns:(zeebe|flowable)="[^"]*"/g, '')
      .replace(
        /(<userTask[^>]*)\/>/,
        '$1><extensionElements><zeebe:userTask/><flowable:formProperty/></extensionElements></userTask>',
      );
    await expect(readXml(xml)).rejects.toThrow(
      'the prefix zeebe of <zeebe:userTask> is not declared; write xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" on <definitions>; the prefix camunda of camunda:initiator of startEvent start is not declared; write xmlns:camunda="http://camunda.org/schema/1.0/bpmn" on <definitions>; the prefix flowable of <flowable:formProperty> is not declared; write xmlns:flowable="http://flowable.org/bpmn" on <definitions>',
    );
  });

  findsIn(rule, [
    [
      'one that is declared further in is fine there',
      file('who').replace(
        /<(startEvent|userTask|serviceTask)/g,
        '$& xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
      ),
    ],
  ]);

  test('what is nearly the namespace of an engine is a warning, and a guess', async () => {
    const xml = file('who').replace('<definitions', '$& xmlns:camunda="http://camunda.org/schema/1.0/bpmn/"');
    const { problems } = await readXml(xml);
    expect(problems.filter((each) => each.rule === rule)).toEqual([
      {
        rule,
        severity: 'warning',
        guess: true,
        elementId: 'definitions',
        reason:
          'The prefix camunda is declared as http://camunda.org/schema/1.0/bpmn/, which is not the namespace of a known engine, so names with this prefix are not read.',
        remedy: 'Write xmlns:camunda="http://camunda.org/schema/1.0/bpmn" on <definitions>, if that is what you mean.',
      },
    ]);
  });
});

describe('unknown-attribute', () => {
  const rule = 'unknown-attribute';

  findsIn(rule, [
    [
      'attributes that BPMN does not have on an element are named, in one warning',
      fileWith(userTask('a', { attributes: { cancelActivity: false, startQuantitty: 2 } })),
      'warning a: BPMN 2.0 has no attribute cancelActivity, startQuantitty on this element, so it is not read.',
    ],
  ]);

  test('one on the process or on the file is named too', async () => {
    const xml = fileWith(userTask('a'), { attributes: { isExecuteable: true } }).replace(
      '<definitions',
      '$& version="2"',
    );
    expect((await findProblems(xml, rule)).map((text) => text.split(':')[0])).toEqual([
      'warning definitions',
      'warning process',
    ]);
  });

  test('those of vendors, and those that BPMN has, are none', async () => {
    const attributes = { 'ttc:taskName': 'x', 'camunda:priority': 3, 'other:one': 1, startQuantity: 1 };
    const xml = fileWith(userTask('a', { attributes })).replace('<definitions', '$& xmlns:other="http://other"');
    expect(await findProblems(xml, rule)).toEqual([]);
  });

  test('in a file that declares no engine, a name of theirs is one cause with what is missing for it', async () => {
    const xml = fileWith(bareTask('a', { attributes: { assignee: 'ann' } })).replaceAll(
      / xmlns:(camunda|zeebe|flowable|activiti)="[^"]*"/g,
      '',
    );
    const { problems } = await readXml(xml);
    expect(problems).toEqual([
      {
        rule: 'user-task-without-handler',
        severity: 'error',
        elementId: 'a',
        reason:
          'Nobody can handle the user task "a": it names no assignee, candidate, group or lane. BPMN 2.0 has no attribute assignee on this element, so it is not read.',
        remedy:
          'Write camunda:assignee for assignee, with xmlns:camunda="http://camunda.org/schema/1.0/bpmn" on <definitions>, if that is what you mean; otherwise remove it.',
      },
    ]);
  });

  test('what was most likely meant is said, and is a guess', async () => {
    const attributes = { startQuantitty: 2, priority: '3' };
    const { problems } = await readXml(fileWith(userTask('a', { attributes })));
    expect(problems).toMatchObject([
      {
        rule,
        guess: true,
        remedy:
          'Write startQuantity for startQuantitty, camunda:priority for priority, if that is what you mean; otherwise remove it.',
      },
    ]);
  });
});

describe('boolean-invalid', () => {
  const rule = 'boolean-invalid';

  test.each(['yes', 'TRUE', '2', ''])('"%s" is refused, by element and attribute', async (value) => {
    const xml = fileWith(userTask('a', { attributes: { isForCompensation: value } }));
    expect(await findProblems(xml, rule)).toEqual([`error a: isForCompensation="${value}" is neither true nor false.`]);
  });

  findsIn(rule, [
    [
      'one on a part without an id is told of the element around it',
      fileWith(userTask('a', { multiInstance: { cardinality: 2, attributes: { isSequential: 'si' } } })),
      'error a: isSequential="si" is neither true nor false.',
    ],
  ]);

  test('it is told once where the file calls a process of its own', async () => {
    const xml = bpmn(
      process('main', [start(), callActivity('call', 'part'), end()], 'start > call > end'),
      process('part', [start('s'), userTask('a', { attributes: { isForCompensation: 'no' } }), end('e')], 's > a > e', {
        isExecutable: false,
      }),
    );
    const found = (await findPrepared(xml)).filter((text) => text.startsWith(rule));
    expect(found).toEqual([`${rule} a: isForCompensation="no" is neither true nor false.`]);
  });
});

describe('part-given-twice', () => {
  const rule = 'part-given-twice';

  const twice = (id: string, part: string) => [
    `error ${id}: ${part} appears more than once here, but BPMN 2.0 allows only one.`,
  ];

  findsIn(rule, [
    [
      'two markers on one task are refused',
      fileWith(userTask('a', { content: '<standardLoopCharacteristics/><multiInstanceLoopCharacteristics/>' })),
      twice('a', 'loopCharacteristics'),
    ],
  ]);

  test('two times of one kind in a timer are', async () => {
    const time = (text: string) => element('timeDuration', {}, text);
    const definition = element('timerEventDefinition', {}, time('P1D') + time('P2D'));
    expect(await findProblems(fileWith(catchEvent('c', definition)), rule)).toEqual(twice('c', 'timeDuration'));
  });

  test('two lists of extensions are', async () => {
    const content = '<extensionElements><camunda:properties/></extensionElements>';
    const xml = fileWith(serviceTask('a', { extensions: '<camunda:properties/>', content }));
    expect(await findProblems(xml, rule)).toEqual(twice('a', 'extensionElements'));
  });

  test('two references of one kind are; as an element beside its attribute, one is skipped and said so', async () => {
    const refs = element('loopDataInputRef', {}, 'x') + element('loopDataInputRef', {}, 'y');
    const marked = fileWith(userTask('a', { multiInstance: { cardinality: 2, content: refs } }));
    expect(await findProblems(marked, rule)).toEqual(twice('a', 'loopDataInputRef'));
    const roots = root('message', 'm') + root('message', 'n');
    const definition = element('messageEventDefinition', { messageRef: 'm' }, element('messageRef', {}, 'n'));
    expect(await findProblems(fileWith(catchEvent('c', definition), { roots }), 'file-part-skipped')).toHaveLength(1);
  });

  test('one reference is not, nor several where BPMN allows them', async () => {
    const roots = root('message', 'm');
    expect(await findProblems(fileWith(catchEvent('c', message('m')), { roots }), rule)).toEqual([]);
    const lane = (content: string) => element('laneSet', { id: 'set' }, element('lane', { id: 'lane' }, content));
    const before = lane(element('flowNodeRef', {}, 'start') + element('flowNodeRef', {}, 'a'));
    expect(await findProblems(fileWith(userTask('a'), { before }), rule)).toEqual([]);
  });

  test('what may be given several times is not', async () => {
    const content = '<documentation>one</documentation><documentation>two</documentation>';
    expect(await findProblems(fileWith(userTask('a', { content })), rule)).toEqual([]);
    expect(await findProblems(fileWith(catchEvent('c', timer('P1D'))), rule)).toEqual([]);
  });
});

describe('extension-not-understood', () => {
  const rule = 'extension-not-understood';

  const declaring = (...marks: readonly (boolean | undefined)[]) =>
    fileWith(userTask('a'), {
      roots: marks.map((mustUnderstand) => element('extension', { mustUnderstand, definition: 'x:y' })).join(''),
    });

  test('an extension that must be understood refuses the file', async () => {
    expect(await findProblems(declaring(true), rule)).toEqual([
      'error definitions: The file declares an extension with mustUnderstand="true", which the bridge does not understand.',
    ]);
    expect(await findProblems(declaring(true, true), rule)).toEqual([
      'error definitions: The file declares 2 extensions with mustUnderstand="true", which the bridge does not understand.',
    ]);
  });

  findsIn(rule, [['others are passed over, as BPMN says', declaring(false, undefined)]]);
});
