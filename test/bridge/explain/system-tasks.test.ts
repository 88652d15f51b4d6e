/** Why a report says what it says: a process that waits while nobody has to act. */
import { expect, test } from 'vitest';
import { catchEvent, timer } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { explainedRun, HOUR_MS } from './explained-run.ts';

const WAITING = draw({
  people: { ask: 'bo' },
  others: [catchEvent('wait', timer('PT1H'))],
  paths: 'start > ask > wait > end',
});

test('the report that brings a system task says where the token is, and its end what went on', async () => {
  await using run = await explainedRun(WAITING, { systemTasks: true });
  await run.press('bo', 'ask');
  await run.pass(HOUR_MS);
  expect((await run.sentences()).slice(1)).toEqual([
    'next: ask (task 1) was handled, and its token waits for the timer wait; no person has an open task, so the system task wait (task 2) shows where the process is.',
    'end: The system task wait (task 2) was closed, the timer wait fired, the token of ask (task 1) ended at end, and the instance ended.',
  ]);
});

test('one that follows another says where the token is then', async () => {
  const xml = draw({
    people: { ask: 'bo' },
    others: [catchEvent('wait', timer('PT1H')), catchEvent('longer', timer('P1D'))],
    paths: 'start > ask > wait > longer > end',
  });
  await using run = await explainedRun(xml, { systemTasks: true });
  await run.press('bo', 'ask');
  await run.pass(HOUR_MS);
  expect((await run.sentences()).slice(2)).toEqual([
    'next: The system task wait (task 2) was closed, the timer wait fired, and the token of ask (task 1) waits for the timer longer; no person has an open task, so the system task longer (task 3) shows where the process is.',
  ]);
});

test('an instance that began without one gets it with its next step', async () => {
  await using run = await explainedRun(WAITING, { runtime: 'bridge' });
  await run.press('bo', 'ask');
  await run.world.reopen({ systemTasks: true });
  await run.world.bridge.setVariables(run.instanceId, { paid: true });
  await run.world.bridge.idle();
  expect((await run.sentences()).slice(2)).toEqual([
    'next: The instance still waits for the timer wait; no person has an open task, so the system task wait (task 2) shows where the process is.',
  ]);
});
