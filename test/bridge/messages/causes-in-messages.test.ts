/** Messages of drawn events name the task whose handling led to them, and who handled it. */
import { afterEach, expect, test } from 'vitest';
import { boundary, end, node, timer } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
let now = Date.UTC(2026, 2, 1, 4);
afterEach(() => world[Symbol.asyncDispose]());

const TEXT = '{taskId} by ${handlerName}';
const message = (title: string) =>
  `<ttc:message messageTypeCode="NOTICE" title="${title}" toPersons="initiator">` +
  `<ttc:param name="text" value="${TEXT}"/></ttc:message>`;
const tell = (id: string) => node('sendTask', id, { extensions: message(id) });

async function begin(xml: string, identity?: 'named'): Promise<string> {
  const clock = () => now;
  const nameOf = (account: string) => `Name of ${account}`;
  world = await createWorld({
    bridge: {
      clock,
      messageTypes: { NOTICE: { channels: ['WEBSITE'], template: '{{text}}' } },
      defaults: { systemName: 'Bot' },
      ...(identity && { identity: { isMember: () => false, nameOf } }),
    },
    sandbox: { clock },
  });
  const { processId } = await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start(processId, { initiator: 'anna', initiatorName: 'Anna B.' });
  await world.bridge.idle();
  return instanceId;
}

/** With the ids of tasks by their numbers alone. */
const told = (instanceId: string) =>
  world.sandbox.messages('anna').map(({ title, text }) => `${title}: ${text?.replaceAll(`${instanceId}.`, '#')}`);

const BRANCHES = draw({
  id: 'branches',
  people: { file: 'anna', first: 'bo', second: 'chen' },
  parallel: 'fork join',
  others: [
    tell('filed'),
    tell('one'),
    node('intermediateThrowEvent', 'two', { content: '<messageEventDefinition/>', extensions: message('two') }),
  ],
  paths: 'start > file > filed > fork > first > one > join > end; fork > second > two > join',
  extensions: `<ttc:notify on="end" messageTypeCode="NOTICE" title="over" toPersons="initiator"><ttc:param name="text" value="${TEXT}"/></ttc:notify>`,
});

test.each([
  [undefined, ['filed: #1 by Anna B.', 'two: #3 by chen', 'one: #2 by bo', 'over: #2 by bo']],
  [
    'named',
    ['filed: #1 by Name of anna', 'two: #3 by Name of chen', 'one: #2 by Name of bo', 'over: #2 by Name of bo'],
  ],
] as const)('of the branch that they stand in', async (identity, expected) => {
  const id = await begin(BRANCHES, identity);
  expect(await world.press('anna', 'file')).toBe(0);
  expect(await world.press('chen', 'second')).toBe(0);
  expect(await world.press('bo', 'first')).toBe(0);
  expect(told(id).toSorted()).toEqual([...expected].toSorted());
});

test('of a task that a timer took: that task, and the system as who did it', async () => {
  const id = await begin(
    draw({
      id: 'chased',
      people: { file: 'anna', check: 'bo', chase: 'chen' },
      others: [boundary('late', 'check', timer('PT1H')), tell('escalated')],
      paths: 'start > file > check > end; late > escalated > chase > end',
    }),
  );
  expect(await world.press('anna', 'file')).toBe(0);
  now += 3_600_000;
  await world.bridge.idle();
  expect(told(id)).toEqual(['escalated: #2 by Bot']);
});

test('of a task that stays open beside a reminder: the task that led to it', async () => {
  const id = await begin(
    draw({
      id: 'reminded-of',
      people: { file: 'anna', check: 'bo' },
      others: [boundary('late', 'check', timer('PT1H'), { interrupting: false }), tell('reminded'), end('told')],
      paths: 'start > file > check > end; late > reminded > told',
    }),
  );
  expect(await world.press('anna', 'file')).toBe(0);
  now += 3_600_000;
  await world.bridge.idle();
  expect(told(id)).toEqual(['reminded: #1 by Anna B.']);
});
