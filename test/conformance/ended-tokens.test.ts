/** The suite in a center where a new token ends the one before it, and where others take tokens meanwhile. */
import { expect, test } from 'vitest';
import { PROBES } from '../../src/conformance/probes/probes.ts';
import { Center, openSandbox, TASK_PATH } from '../support/inner/conformance.ts';
import { DEFAULT_SWITCHES } from '../support/inner/sandbox.ts';
import { readProbe } from './look.ts';

const openStrict = () => openSandbox({ nightlyRun: false, switches: { newTokenEndsOld: true } });

test('a call whose token was ended by one for a bridge of the same client is made with another', async () => {
  await using opened = await openStrict();
  const center = new Center(opened.variables);
  const bridge = new Center(opened.variables);
  const taskId = await center.openOne();
  for (const expected of ['open', 'handled']) {
    await bridge.askToken();
    expect(await center.tryTask(taskId)).toBe(expected);
  }
});

test('calls at once share one token', async () => {
  await using opened = await openStrict();
  const center = new Center(opened.variables);
  const tokens = await Promise.all([center.token(), center.token(), center.token()]);
  expect(new Set(tokens).size).toBe(1);
});

test('a token that is refused because it is wrong is not asked for again', async () => {
  await using opened = await openStrict();
  const center = new Center(opened.variables);
  const { status } = await center.call(TASK_PATH, [], { authorization: 'wrong' });
  expect(status).toBe(401);
});

test.each(PROBES.filter(({ sandboxSwitch }) => sandboxSwitch !== undefined))(
  'the probe $name is not misled by tokens that end',
  async (probe) => {
    await using opened = await openStrict();
    const reading = await readProbe(probe, new Center(opened.variables), opened.access);
    const { sandboxSwitch } = probe;
    const switches = { ...DEFAULT_SWITCHES, newTokenEndsOld: true };
    expect(reading).toBe(`${sandboxSwitch && switches[sandboxSwitch]}`);
  },
);
