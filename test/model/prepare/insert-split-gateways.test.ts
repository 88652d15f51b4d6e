import { expect, test } from 'vitest';
import { boundary, end, exclusive, processFile, start, timer, userTask } from '../../support/bpmn-xml.ts';
import { flowsOf, prepareAccepted } from './prepare.ts';

const inJavaScript = (xml: string) =>
  xml.replaceAll('<conditionExpression ', '<conditionExpression language="javascript" ');

const CHOOSING = processFile(
  [start(), userTask('a'), end('x'), end('y'), end('z'), boundary('late', 'a', timer('P1D'))],
  'start > a; a >[n > 1] x; a > y; a >* z; late >[n > 2] x; late >[n > 3] y',
);

test('an inclusive gateway stands behind what scripts choose the flows of, and takes over its default flow', async () => {
  const { model, xml, problems } = await prepareAccepted(inJavaScript(CHOOSING), {}, { scripts: true });
  expect(flowsOf(xml)).toEqual([
    'start-a: start > a',
    'a-x: a..split > x',
    'a-y: a..split > y',
    'a-z: a..split > z',
    'late-x: late..split > x',
    'late-y: late..split > y',
  ]);
  expect(xml).toMatch(/<(?:\w+:)?inclusiveGateway [^>]*id="a..split" name="a" default="a-z"/);
  expect(xml).not.toMatch(/userTask[^>]*default/);
  expect(model.reserved).toEqual(new Set(['a..split', 'a..to-split', 'late..split', 'late..to-split']));
  expect(model.services.get('a..split')?.conditions).toMatchObject({ takesOne: false, behind: 'a' });
  expect(problems.map(({ rule, elementId }) => `${rule} ${elementId}`)).toEqual(['gateway-may-get-stuck late']);
  expect((await prepareAccepted(xml, {}, { scripts: true })).xml).toBe(xml);
});

test('none where the conditions are expressions', async () => {
  const xml = CHOOSING.replaceAll('<conditionExpression ', '<conditionExpression language="juel" ').replaceAll(
    /n &gt; (\d)/g,
    '${n > $1}',
  );
  expect((await prepareAccepted(xml)).xml).toBe(xml);
});

test.each([
  ['a > x', '${n == 1}', '${n == 2}', ['x', 'y']],
  ['truth and its opposite', '${approved}', '${!approved}', ['x', 'y']],
])(
  'an exclusive gateway stands behind a user task whose conditions exclude each other: %s',
  async (_, one, other, to) => {
    const xml = processFile([start(), userTask('a'), end('x'), end('y')], `start > a; a >[${one}] x; a >[${other}] y`);
    const { model, xml: prepared, problems } = await prepareAccepted(xml);
    expect(flowsOf(prepared)).toEqual(['start-a: start > a', 'a-x: a..split > x', 'a-y: a..split > y']);
    expect(prepared).toMatch(/<(?:\w+:)?exclusiveGateway [^>]*id="a..split"/);
    expect(model.userTasks.get('a')?.buttons.map(({ nextNodeKey }) => nextNodeKey)).toEqual(to);
    expect(new Set(problems.map(({ rule }) => rule))).toEqual(new Set(['button-without-name']));
  },
);

test('a default flow of the task becomes that of the gateway, and gets a button', async () => {
  const xml = processFile([start(), userTask('a'), end('x'), end('y')], 'start > a; a >[${approved}] x; a >* y');
  const { model, problems } = await prepareAccepted(xml);
  const buttons = model.userTasks.get('a')?.buttons.map(({ effect }) => effect);
  expect(buttons).toEqual([
    { kind: 'set', variable: 'approved', value: true },
    { kind: 'set', variable: 'approved', value: false },
  ]);
  expect(new Set(problems.map(({ rule }) => rule))).toEqual(new Set(['button-without-name']));
});

test.each([
  ['a flow without a condition is always taken', 'start > a; a >[${approved}] x; a > y'],
  ['two conditions can be true', 'start > a; a >[${approved}] x; a >[${n == 1}] y'],
])('none where several flows can be taken: %s', async (_, paths) => {
  const xml = processFile([start(), userTask('a'), end('x'), end('y')], paths);
  expect((await prepareAccepted(xml)).xml).toBe(xml);
});

test.each([
  ['out of the task', [], 'start > a; a >[${outcome == "bought"}] x'],
  ['out of a gateway behind it', [exclusive('g')], 'start > a > g; g >[${outcome == "bought"}] x'],
])('the button of a task sets the outcome that its only flow asks for: %s', async (_, gateways, paths) => {
  const { model, problems } = await prepareAccepted(
    processFile([start(), userTask('a'), ...gateways, end('x')], paths),
  );
  const effects = model.userTasks.get('a')?.buttons.map(({ effect }) => effect);
  expect(effects).toEqual([{ kind: 'set', variable: 'outcome', value: 'bought' }]);
  expect(problems.map(({ rule }) => rule)).toEqual(['button-without-name']);
});

test('any other variable that an only flow asks for is left as it is: it may have been computed', async () => {
  const xml = processFile([start(), userTask('a'), end('x')], 'start > a; a >[${approved}] x');
  const { model, xml: prepared } = await prepareAccepted(xml);
  expect(prepared).toBe(xml);
  expect(model.userTasks.get('a')?.buttons.map(({ effect }) => effect)).toEqual([{ kind: 'complete' }]);
});

test('the flows out of a countersign may have votes', async () => {
  const signers = { collection: '${signers}', elementVariable: 'signer' };
  const xml = processFile(
    [start(), userTask('a', { assignee: '${signer}', multiInstance: signers }), end('x'), end('y')],
    'start > a; a >"Yes"[${approved}] x; a >"No"[${!approved}] y',
  )
    .replace('id="a-x"', 'id="a-x" ttc:vote="approve"')
    .replace('id="a-y"', 'id="a-y" ttc:vote="reject"');
  const { model } = await prepareAccepted(xml);
  expect(model.userTasks.get('a')?.buttons.map(({ label, vote }) => [label, vote])).toEqual([
    ['Yes', 'approve'],
    ['No', 'reject'],
  ]);
  expect(model.routedGateways).toEqual(new Set(['a..split']));
});
