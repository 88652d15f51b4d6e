/** The names that others are shown: as the host tells them, or none. */
import { afterEach, expect, test } from 'vitest';
import type { Identity, TaskHandlingItem } from '../../../src/index.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

let world: World | undefined;
afterEach(async () => {
  await world?.[Symbol.asyncDispose]();
  world = undefined;
});

const REPORTED = draw({
  id: 'reported',
  people: { check: 'bo', file: 'chen' },
  paths: 'start > check > file > end',
  extensions:
    '<ttc:notify on="handled" messageTypeCode="NOTICE" title="Done" toPersons="initiator"><ttc:param name="text" value="by ${handlerName} for {initiatorName}"/></ttc:notify>',
});
const NAMES: Readonly<Record<string, string>> = { anna: 'Applicant', bo: 'Reviewer 1' };

async function begin(identity: Identity | 'trust-center', options = {}) {
  world = await createWorld({ bridge: { identity, defaults: { systemName: 'Bot' } } });
  const { instanceId } = await world.begin(REPORTED, options);
  return { opened: world, instanceId };
}
const withNames = (nameOf: NonNullable<Identity['nameOf']>): Identity => ({ isMember: () => false, nameOf });

const items = ({ sandbox }: World) =>
  sandbox.traffic
    .filter(({ call, direction }) => call === 'taskHandle' && direction === 'in')
    .flatMap(({ body }) => body as TaskHandlingItem[]);
const handlers = (opened: World) => items(opened).map(({ handler, handlerName }) => [handler, handlerName]);

test('the alias of the host is in reports, messages and the history, in the place of the real name', async () => {
  const { opened, instanceId } = await begin(withNames(async (account) => NAMES[account]));
  expect(items(opened)[0]?.next?.[0]).toMatchObject({ initiator: 'anna', initiatorName: 'Applicant' });
  expect(await opened.press('bo', 'check')).toBe(0);
  expect(await opened.press('chen', 'file')).toBe(0);
  expect(handlers(opened)).toEqual([
    ['anna', 'Applicant'],
    ['bo', 'Reviewer 1'],
    ['chen', undefined],
  ]);
  expect(opened.sandbox.messages('anna').map(({ text }) => text)).toContain('by Reviewer 1 for Applicant');
  const history = await opened.bridge.history({ instanceId });
  const told = history.filter(({ type }) => type === 'task.handled').map(({ data }) => data);
  expect(told).toMatchObject([{ handler: 'bo', handlerName: 'Reviewer 1' }, { handler: 'chen' }]);
  expect(told[1]).not.toHaveProperty('handlerName');
  // The name does not make it a task that nobody handled.
  expect(await opened.bridge.tasks.get(`${instanceId}.1`)).toMatchObject({ handler: 'bo', handlerName: null });
});

test('a name that the start gives comes before that of the host', async () => {
  const { opened } = await begin(
    withNames((account) => NAMES[account]),
    { initiatorName: 'Anna B.' },
  );
  expect(items(opened)[0]).toMatchObject({ handler: 'anna', handlerName: 'Anna B.' });
});

test('who gives a task away and who ends an instance is named too', async () => {
  const { opened, instanceId } = await begin(withNames((account) => NAMES[account]));
  await opened.bridge.transfer(`${instanceId}.1`, { from: 'bo', to: 'emil' });
  await opened.bridge.terminate(instanceId, { account: 'anna' });
  await opened.bridge.idle();
  expect(handlers(opened).slice(1)).toEqual([
    ['bo', 'Reviewer 1'],
    ['emil', 'Applicant'],
  ]);
});

test('an account is never told as a name', async () => {
  const { opened, instanceId } = await begin('trust-center');
  await opened.bridge.terminate(instanceId, { account: 'anna' });
  await opened.bridge.idle();
  expect(handlers(opened)).toEqual([
    ['anna', undefined],
    ['bo', 'Bot'],
  ]);
});

test.each([
  ['throws', () => Promise.reject(new Error('the directory is away'))],
  ['gives a blank', () => ' '],
  ['gives no text', () => 7 as never],
])('a host that %s keeps nobody waiting, and nobody is named', async (_what, nameOf) => {
  const { opened } = await begin(withNames(nameOf));
  expect(await opened.press('bo', 'check')).toBe(0);
  expect(handlers(opened)).toEqual([
    ['anna', undefined],
    ['bo', undefined],
  ]);
});
