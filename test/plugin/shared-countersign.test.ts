/** One task for all signers: each of them presses once, and the center sees one task until the last has. */
import { expect, test } from 'vitest';
import { boundary, end, type MultiInstanceOptions, processFile, start, timer, userTask } from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { startScenario } from './scenario.ts';

const HOUR_MS = 3_600_000;

const sign = (multiInstance: MultiInstanceOptions = {}, attributes: Record<string, string> = {}) =>
  userTask('sign', {
    assignee: '${who}',
    multiInstance: { collection: '${people}', elementVariable: 'who', ...multiInstance },
    attributes: { 'ttc:countersign': 'shared', ...attributes },
  });
const signedThenFiled = (...options: Parameters<typeof sign>) =>
  processFile([start(), sign(...options), userTask('file'), end()], 'start > sign > file > end');
const THREE = { people: ['ann', 'bob', 'cy'] };

test('ann, bob and cy share one task; two sign and it stays, the third signs and the next task comes', async () => {
  const run = await startScenario(signedThenFiled(), THREE);
  expect(run.open).toBe('sign');
  expect(run.reports).toEqual(['start next sign']);
  expect(run.last.changes.created).toMatchObject([{ taskId: 'i.1', handlers: ['ann', 'bob', 'cy'] }]);
  expect(run.last.changes.created[0]?.item).toMatchObject({ handlers: 'ann,bob,cy' });

  expect(await run.press('sign', undefined, {}, 'bob')).toEqual(['sign none']);
  expect(run.last.changes).toMatchObject({ handled: [], gone: [], created: [] });
  expect(run.last.changes.signed).toMatchObject([{ taskId: 'i.1', handlers: ['ann', 'cy'], signedBy: ['bob'] }]);
  expect(run.last.changes.reports[0]?.reason).toBe(
    'sign (task i.1) was handled, and its token waits for the countersign sign, which 2 of 3 have yet to sign.',
  );

  expect(await run.press('sign', undefined, {}, 'ann')).toEqual(['…sign none']);
  expect(await run.press('sign', undefined, {}, 'cy')).toEqual(['…sign next file']);
  expect(run.last.changes).toMatchObject({ handled: [{ taskId: 'i.1', handler: 'cy' }], signed: [], gone: [] });
  expect(run.open).toBe('file');
  expect(await run.press('file')).toEqual(['file end']);
});

test('each report names the signer who pressed', async () => {
  const run = await startScenario(signedThenFiled(), THREE);
  const handlers: unknown[] = [];
  for (const account of ['cy', 'bob', 'ann']) {
    await run.press('sign', undefined, {}, account);
    handlers.push(run.last.changes.reports[0]?.item.handler);
  }
  expect(handlers).toEqual(['cy', 'bob', 'ann']);
});

test('who has signed cannot sign again, and somebody else not at all: the step fails and nothing changes', async () => {
  const run = await startScenario(signedThenFiled(), THREE);
  await run.press('sign', undefined, {}, 'bob');
  const before = run.snapshot;
  await expect(run.press('sign', undefined, {}, 'bob')).rejects.toMatchObject({ code: 'ERR_STEP_FAILED' });
  await expect(run.press('sign', undefined, {}, 'eve')).rejects.toMatchObject({ code: 'ERR_STEP_FAILED' });
  expect(run.snapshot).toBe(before);
});

test('somebody who is in the collection twice signs once for both', async () => {
  const run = await startScenario(signedThenFiled(), { people: ['ann', 'bob', 'ann'] });
  expect(run.last.changes.created[0]?.item).toMatchObject({ handlers: 'ann,bob' });
  expect(await run.press('sign', undefined, {}, 'ann')).toEqual(['sign none']);
  expect(await run.press('sign', undefined, {}, 'bob')).toEqual(['…sign next file']);
});

test('nobody at all', async () => {
  const nobody = await startScenario(signedThenFiled(), { people: [] });
  expect(nobody.reports).toEqual(['start next file']);
});

test('a timer on it ends the one task, also when somebody has signed before', async () => {
  const run = await startScenario(
    processFile(
      [start(), sign(), boundary('late', 'sign', timer('PT1H')), userTask('chase'), userTask('file'), end()],
      'start > sign > file > end; late > chase > end',
    ),
    THREE,
  );
  await run.press('sign', undefined, {}, 'bob');
  expect(await run.wake(HOUR_MS)).toEqual(['…sign next chase']);
  expect(run.last.changes).toMatchObject({ handled: [{ taskId: 'i.1', handlerName: 'System' }], gone: [] });
  expect(run.open).toBe('chase');
});

test('a part that falls to a group cannot be shared: the start fails and says so', async () => {
  const xml = draw({
    others: [
      userTask('sign', {
        assignee: '${who}',
        groups: 'bosses',
        multiInstance: { collection: '${people}', elementVariable: 'who' },
        attributes: { 'ttc:countersign': 'shared' },
      }),
    ],
    paths: 'start > sign > end',
  });
  await expect(startScenario(xml, { people: ['ann', ''] })).rejects.toMatchObject({ code: 'ERR_NO_HANDLER' });
});
