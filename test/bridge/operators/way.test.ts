/** The way of an instance, step by step: loops and times can be read from its history. */
import { expect, test } from 'vitest';
import { serviceTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld } from '../world.ts';

const AGAIN = draw({
  id: 'again',
  people: { ask: 'anna' },
  exclusive: 'enough',
  others: [serviceTask('count', { attributes: { 'ttc:service': 'count' } })],
  paths: 'start > ask > count > enough; enough >[${turns >= 2}] end; enough >* ask',
});

test('each step says its time, what caused it, which flows were taken, and where the tokens are', async () => {
  let now = Date.UTC(2026, 2, 1);
  let turns = 0;
  await using world = await createWorld({
    bridge: {
      clock: () => now,
      services: {
        count: () => {
          turns += 1;
          return { turns };
        },
      },
    },
  });
  const { instanceId } = await world.begin(AGAIN);
  for (let press = 0; press < 2; press += 1) {
    now += 60_000;
    expect(await world.press('anna', 'ask')).toBe(0);
  }
  const history = await world.bridge.history({ instanceId });
  const steps = history.filter(({ type }) => type === 'step');
  expect(steps.map(({ at, data }) => [at - Date.UTC(2026, 2, 1), data.revision, data.trigger])).toEqual([
    [0, 1, 'start'],
    [60_000, 2, 'press'],
    [60_000, 3, 'job'],
    [120_000, 4, 'press'],
    [120_000, 5, 'job'],
  ]);
  const [begun, asked, counted, , last] = steps.map(({ data }) => data);
  expect(begun).toMatchObject({ nodes: ['start', 'ask'], current: ['ask'], jobs: [] });
  expect(asked).toMatchObject({ current: ['count'], jobs: ['count'] });
  expect(counted).toMatchObject({ nodes: expect.arrayContaining(['count', 'enough', 'ask']), current: ['ask'] });
  expect(last).toMatchObject({ nodes: expect.arrayContaining(['enough', 'end']), current: [] });
  expect(counted?.flows).toEqual(expect.arrayContaining(['enough-ask']));
  expect(last?.flows).toEqual(expect.arrayContaining(['enough-end']));
  expect(last?.flows).not.toContain('enough-ask');
});
