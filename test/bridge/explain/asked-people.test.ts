/** Why a report says what it says: a task that others have for a while. */
import { expect, test } from 'vitest';
import { userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { explainedRun } from './explained-run.ts';

const CHECK = draw({ people: { check: 'bo' }, paths: 'start > check > end' });

test('a task is delegated, and comes back', async () => {
  await using run = await explainedRun(CHECK);
  const { bridge } = run.world;
  await bridge.delegate(`${run.instanceId}.1`, { to: 'chen' });
  await bridge.idle();
  await run.press('chen', 'check', 'Opinion');
  expect((await run.sentences()).slice(1)).toEqual([
    'next: check (task 1) was delegated and continues as check (task 2).',
    'next: check (task 2) was answered, and what was asked goes on as check (task 3).',
  ]);
});

test('others are asked first: one answers, one is recalled', async () => {
  await using run = await explainedRun(CHECK);
  const { bridge } = run.world;
  await bridge.addSigners(`${run.instanceId}.1`, { to: ['chen', 'dara'] });
  await bridge.idle();
  await run.press('chen', 'check', 'Opinion');
  await bridge.recall(`${run.instanceId}.3`);
  await bridge.idle();
  expect((await run.sentences()).slice(1)).toEqual([
    'next: check (task 1) asks others first and continues as check (task 2) and check (task 3).',
    'none: check (task 2) was answered, and others who were asked have yet to answer.',
    'next: check (task 3) was recalled, and what was asked goes on as check (task 4).',
  ]);
  const unhandled = (await bridge.explain(run.instanceId)).filter(({ isUnhandled }) => isUnhandled);
  expect(unhandled.map(({ previousTaskId }) => previousTaskId)).toEqual([`${run.instanceId}.3`]);
});

test('one answer is enough: why the others have it no more', async () => {
  await using run = await explainedRun(CHECK);
  const { bridge } = run.world;
  await bridge.addSigners(`${run.instanceId}.1`, { to: ['chen', 'dara'], rule: 'any' });
  await bridge.idle();
  await run.press('dara', 'check', 'Opinion');
  expect((await run.sentences()).at(-1)).toBe(
    'none: check (task 2) was removed by the opinion of another person, and nobody handled it.',
  );
});

test('a task is claimed and released', async () => {
  const several = draw({
    others: [userTask('check', { users: 'bo,chen', attributes: { 'ttc:allow': 'claim' } })],
    paths: 'start > check > end',
  });
  await using run = await explainedRun(several);
  const { bridge } = run.world;
  await bridge.claim(`${run.instanceId}.1`, { account: 'bo' });
  await bridge.release(`${run.instanceId}.2`, { account: 'bo' });
  await bridge.idle();
  expect((await run.sentences()).slice(1)).toEqual([
    'next: check (task 1) was claimed and continues as check (task 2).',
    'next: check (task 2) was released and continues as check (task 3).',
  ]);
});

test('a task is sent back, and resubmitted', async () => {
  const two = draw({
    people: { ask: 'anna' },
    others: [userTask('check', { assignee: 'bo', attributes: { 'ttc:allow': 'sendBackDirect' } })],
    paths: 'start > ask > check > end',
  });
  await using run = await explainedRun(two);
  const { bridge } = run.world;
  await run.press('anna', 'ask');
  await bridge.sendBack(`${run.instanceId}.2`, { account: 'bo', to: 'ask' });
  await bridge.idle();
  await run.press('anna', 'ask', 'Resubmit');
  expect((await run.sentences()).slice(2)).toEqual([
    'next: check (task 2) was sent back and continues as ask (task 3).',
    'next: ask (task 3) was resubmitted and goes directly on as check (task 4).',
  ]);
});

test('one signs after another', async () => {
  const signed = draw({
    others: [userTask('check', { assignee: 'bo', attributes: { 'ttc:allow': 'addSigners' } })],
    paths: 'start > check > end',
  });
  await using run = await explainedRun(signed);
  const { bridge } = run.world;
  const task = (number: number) => `${run.instanceId}.${number}`;
  await bridge.addSigners(task(1), { from: 'bo', to: 'chen', position: 'beside' });
  await bridge.press(task(2), { account: 'bo', signersAfter: { to: ['dara', 'emil'] } });
  await bridge.idle();
  await run.press('dara', 'check', 'Handle');
  await run.press('emil', 'check', 'Handle');
  await run.press('chen', 'check', 'Handle');
  expect((await run.sentences()).slice(1)).toEqual([
    'next: check (task 1) is handled by others too and continues as check (task 2) and check (task 3).',
    'next: check (task 2) was signed, others sign too, and it continues as check (task 4) and check (task 5).',
    'none: check (task 4) was signed, and others who were asked have yet to answer.',
    'none: check (task 5) was signed, and others who were asked have yet to answer.',
    'end: check (task 3) was handled, its token ended at end, and the instance ended.',
  ]);
});
