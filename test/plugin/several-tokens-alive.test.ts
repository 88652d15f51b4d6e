/** Several tokens in one node, on an engine that its caller owns; the stories of `several-tokens` are told on such ones too. */
import { expect, test } from 'vitest';
import { draw } from '../support/draw.ts';
import { recoverFrom, startHost } from '../support/live-host.ts';

const SOURCE = draw({
  tasks: 'A B T V',
  parallel: 'f',
  paths: 'start > f; f > A > T; f > B > T; T > V > end',
});

test.each([
  ['one live engine', false],
  ['recovered before every step', true],
])('what nothing runs in any more is in no state: %s', async (_, recovers) => {
  let host = await startHost(SOURCE);
  const press = async (nodeId: string, turn = 0) => {
    if (recovers) host = await recoverFrom(host, SOURCE);
    await host.press(nodeId, turn);
    expect(host.plugin.snapshot()).not.toMatch(/#\d/);
    return host.open;
  };
  expect([await press('A'), await press('B'), await press('T', 1), await press('V')]).toEqual([
    ...['B T', 'T T', 'T V', 'T'],
  ]);
  const { definitions } = await host.engine.getState();
  expect(JSON.stringify(definitions.map(({ execution }) => execution))).not.toContain('T#2');
  expect(await press('T')).toBe('V');
});
