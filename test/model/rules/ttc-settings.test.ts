import { describe, expect, test } from 'vitest';
import { fileWith, manualTask, properties, userTask } from '../../support/bpmn-xml.ts';
import { readXml } from '../../support/inner/model.ts';
import { findProblems } from '../find-problems.ts';
import { findsIn, signs } from './cases.ts';

describe('ttc-part-invalid', () => {
  const rule = 'ttc-part-invalid';

  test.each([
    ['a property', { extensions: properties({ 'ttc:action': 'Urge' }) }],
    ['an attribute', { attributes: { 'ttc:action': 'Urge' } }],
  ])('a button written as %s of one value is refused', async (written, options) => {
    expect(await findProblems(fileWith(userTask('a', options)), rule)).toEqual([
      `error a: ttc:action, written as ${written}, does not say which part it is.`,
    ]);
  });

  test.each([
    'ttc:previousAction',
    'ttc:notify',
    'ttc:notify.end',
    'ttc:action.urge',
    'ttc:action.urge.key',
    'ttc:notify.end.on',
  ])('%s alone says no part', async (name) => {
    const xml = fileWith(userTask('a', { extensions: properties({ [name]: 'x' }) }));
    expect(await findProblems(xml, rule)).toEqual([
      `error a: ${name}, written as a property, does not say which part it is.`,
    ]);
  });

  test('a part that is given twice is refused', async () => {
    const extensions = properties({ 'ttc:action.urge.name': 'Urge', 'ttc:action.urge.type': 'PROMOTER' });
    const xml = fileWith(userTask('a', { extensions, attributes: { 'ttc:action.urge.name': 'Hurry' } }));
    expect(await findProblems(xml, rule)).toEqual([
      'error a: ttc:action.urge.name, written as a property, is given twice.',
    ]);
  });

  test('a part that no button has is refused with the button, and a message names its own', async () => {
    const extensions = properties({
      'ttc:action.urge.name': 'Urge',
      'ttc:action.urge.type': 'DEAL',
      'ttc:action.urge.colour': 'red',
      'ttc:notify.handled.titel': 'Done',
    });
    const xml = fileWith(userTask('a', { extensions }));
    expect(await findProblems(xml, rule)).toEqual([]);
    expect(await findProblems(xml, 'action-invalid')).toEqual([
      'error a: The button "Urge" cannot be shown: a button has no field colour.',
    ]);
    expect((await findProblems(xml, 'message-invalid'))[0]).toContain('ttc:notify has no field titel');
  });

  test('an element with attributes is refused where there is one value', async () => {
    const xml = fileWith(userTask('a', { extensions: '<ttc:canDelegate value="1"/>' }));
    expect(await findProblems(xml, rule)).toEqual([
      'error a: ttc:canDelegate, written as an element with attributes, has attributes instead of a value.',
    ]);
    expect(await findProblems(xml, 'ttc-value-invalid')).toEqual([]);
  });

  test('where the name means nothing, that is said once, of all its parts', async () => {
    const extensions = properties({ 'ttc:message.title': 'x', 'ttc:message': 'y' });
    const xml = fileWith(userTask('a', { extensions }));
    expect(await findProblems(xml, rule)).toEqual([]);
    expect(await findProblems(xml, 'unknown-ttc-name')).toEqual(['error a: ttc:message means nothing on a user task.']);
  });
});

describe('ttc-value-invalid', () => {
  const rule = 'ttc-value-invalid';

  findsIn(rule, [
    [
      'a value outside its set is refused',
      fileWith(userTask('a', { attributes: { 'ttc:canDelegate': 'sometimes' } })),
      'error a: ttc:canDelegate is "sometimes", which is not an allowed value.',
    ],
    [
      'as an extension property too',
      fileWith(userTask('a', { extensions: properties({ 'ttc:autoCreateTransType': '1' }) })),
      'error a: ttc:autoCreateTransType is "1", which is not an allowed value.',
    ],
    [
      'a percentage above 100 is refused',
      fileWith(
        userTask('sign', {
          assignee: '${p}',
          attributes: { 'ttc:completion': '120%' },
          multiInstance: { collection: '${people}', elementVariable: 'p' },
        }),
      ),
      'error sign: ttc:completion is "120%", which is not an allowed value.',
    ],
    [
      'an unknown vote is refused',
      signs('g >{ttc:vote=yes} yes; g >{ttc:vote=reject} no'),
      'error g-yes: ttc:vote is "yes", which is not an allowed value.',
    ],
    [
      'an operation that nobody knows is refused',
      fileWith(userTask('a', { attributes: { 'ttc:allow': 'delegate, sendBack' } })),
      'error a: ttc:allow is "delegate, sendBack", which is not an allowed value.',
    ],
    [
      'none beside an operation is refused, also on the process',
      fileWith(userTask('a'), { id: 'whole', attributes: { 'ttc:allow': 'none claim' } }),
      'error whole: ttc:allow is "none claim", which is not an allowed value.',
    ],
    [
      'known values are fine',
      fileWith(userTask('a', { attributes: { 'ttc:canDelegate': '1', 'ttc:autoCreateTransType': 'true' } })),
    ],
  ]);

  test.each(['LEAVE_${days}', '=code', '#{code}', 'LEAVE_{businessKey}', 'Leave of {initiatorName}'])(
    'the code and the name of the process cannot be computed: %s',
    async (value) => {
      const attributes = { 'ttc:transTypeCode': value, 'ttc:transTypeName': value };
      expect(await findProblems(fileWith(userTask('a'), { attributes, id: 'whole' }), rule)).toEqual([
        `error whole: ttc:transTypeCode is "${value}", which is not an allowed value.`,
        `error whole: ttc:transTypeName is "${value}", which is not an allowed value.`,
      ]);
    },
  );

  test('a brace around anything but a name of texts is plain text', async () => {
    const attributes = { 'ttc:transTypeName': 'Leave {HR}' };
    expect(await findProblems(fileWith(userTask('a'), { attributes }), rule)).toEqual([]);
  });
});

findsIn('unknown-ttc-name', [
  [
    'a misspelled name is refused',
    fileWith(userTask('a', { attributes: { 'ttc:handler': 'anna' } })),
    'error a: ttc:handler means nothing on a user task.',
  ],
  [
    'one that every object of JavaScript has is refused',
    fileWith(userTask('a', { attributes: { 'ttc:constructor': 'anna' } })),
    'error a: ttc:constructor means nothing on a user task.',
  ],
  [
    'as an extension property too',
    fileWith(userTask('a', { extensions: properties({ 'ttc:handlerz': 'anna' }) })),
    'error a: ttc:handlerz means nothing on a user task.',
  ],
  [
    'and as an element',
    fileWith(userTask('a', { extensions: '<ttc:buton name="x"/>' })),
    'error a: ttc:buton means nothing on a user task.',
  ],
  [
    'a name on the wrong kind of element is refused',
    fileWith(manualTask('a', { attributes: { 'ttc:handlers': 'anna' } })),
    'error a: ttc:handlers means nothing on this element.',
  ],
  [
    'known names are fine',
    fileWith(userTask('a', { attributes: { 'ttc:taskName': 'x' } }), {
      attributes: { 'ttc:transTypeCode': 'LEAVE' },
    }),
  ],
]);

describe('attributes with a prefix, on a ttc element', () => {
  const OTHER = 'xmlns:x="http://x" x:y="1" camunda:z="2"';
  const NOTICE = 'on="created" messageTypeCode="TASK" title="Decide" toPersons="handlers"';

  test.each([
    `<ttc:action name="Skip" type="HANDLE" ${OTHER}/>`,
    `<ttc:previousAction name="Back" type="HANDLEDR" ${OTHER}/>`,
    `<ttc:summary title="For" content="anna" ${OTHER}/>`,
    `<ttc:summary ${OTHER}>For|anna</ttc:summary>`,
    `<ttc:notify ${NOTICE} ${OTHER}><ttc:param name="days" value="3" ${OTHER}/></ttc:notify>`,
    `<ttc:taskName ${OTHER}>Leave</ttc:taskName>`,
    '<t:taskName xmlns:t="http://bpmn-transaction-bridge/schema/ttc/1.0">Leave</t:taskName>',
    '<taskName xmlns="http://bpmn-transaction-bridge/schema/ttc/1.0">Leave</taskName>',
  ])('of other namespaces, and declarations of namespaces, are ignored: %s', async (extensions) => {
    const { problems } = await readXml(fileWith(userTask('a', { assignee: 'ann', extensions })));
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('with the prefix of ttc are refused: its elements have theirs without one', async () => {
    const find = (extensions: string, rule: string) => findProblems(fileWith(userTask('a', { extensions })), rule);
    expect(await find('<ttc:action name="Urge" type="PROMOTER" ttc:key="urge"/>', 'action-invalid')).toEqual([
      'error a: The button "Urge" cannot be shown: a button has no field ttc:key.',
    ]);
    expect(await find(`<ttc:notify ${NOTICE} ttc:sendType="SMS"/>`, 'message-invalid')).toEqual([
      'error a: A message cannot be sent: ttc:notify has no field ttc:sendType.',
    ]);
    expect(await find('<ttc:taskName ttc:value="Leave"/>', 'ttc-part-invalid')).toHaveLength(1);
  });
});
