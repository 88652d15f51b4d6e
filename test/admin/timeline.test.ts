/** The timeline of the operator's page: it has a text for all that the history has, and says when the center took a report. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { addDeliveries, describeEntry } from '../../src/admin/page/details/describe-entry.ts';
import { en } from '../../src/admin/page/texts/en.ts';

type Report = Parameters<typeof addDeliveries>[1][number];

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));

function historyTypes(): string[] {
  const files = ['bridge', 'store'].flatMap((folder) =>
    readdirSync(SOURCES + folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(`${SOURCES + folder}/${name}`, 'utf8')),
  );
  return files.flatMap((text) => [...text.matchAll(/type: '([a-z]+\.[a-z-]+)'/g)].map(([, type = '']) => type));
}

test('every entry of the history has a text', () => {
  const types = historyTypes();
  expect(types).toContain('operation.requested');
  expect(types.filter((type) => !Object.hasOwn(en.history.types, type))).toEqual([]);
});

test('an attempt that failed says which, of what, why, and when the next one is', () => {
  const cause = 'TypeError: the office is closed';
  const data = { jobId: 'j', nodeId: 'book', service: 'place', attempt: 2, nextAt: 5, reason: 'It failed.', cause };
  const entry = { seq: 1, instanceId: 'i', at: 1, type: 'job.attempt-failed', data };
  const told = describeEntry(entry, en, { nameOf: () => 'Book a room', timeOf: (at) => `0${at}:00` });
  expect(told).toBe('attempt 2 of place · Book a room · It failed. · TypeError: the office is closed · next at 05:00');
});

test('a reassigning by force says so', () => {
  const data = {
    taskId: 'i.1',
    nodeId: 'sign',
    type: 'TRANSFER',
    opinions: null,
    reason: 'Bo is ill',
    by: 'Eva',
    force: true,
  };
  const entry = { seq: 1, instanceId: 'i', at: 1, type: 'action', data };
  const told = describeEntry(entry, en, { nameOf: () => 'Sign', timeOf: String });
  expect(told).toBe('Sign · TRANSFER · Bo is ill · by force · by Eva');
});

test.each([
  [{ asked: { kind: 'delegate', taskId: 'i.1' } }, 'Sign · bo · delegated, for an opinion'],
  [{ asked: { kind: 'before', taskId: 'i.1' } }, 'Sign · bo · asked first, for an opinion'],
  [{ cameBack: { kind: 'before', taskId: 'i.1' } }, 'Sign · bo · came back'],
])('a task that was created for %j says so', (panel, expected) => {
  const data = { taskId: 'i.2', nodeId: 'sign', origin: 'i.1', handlers: ['bo'], handlingGroups: [], panel };
  const entry = { seq: 1, instanceId: 'i', at: 1, type: 'task.created', data };
  expect(describeEntry(entry, en, { nameOf: () => 'Sign', timeOf: String })).toBe(expected);
});

test('a report is taken between what happened before and after it, and not before the entries that follow are shown', () => {
  const entry = (seq: number, at: number) => ({ seq, instanceId: 'i', at, type: 'step', data: {} });
  const report = (seq: number, deliveredAt: number | null, state: Report['state'] = 'delivered') =>
    ({ seq, instanceId: 'i', state, deliveredAt, attempts: 2 }) as Report;
  const rows = [entry(1, 10), entry(2, 10), entry(3, 30)];
  const reports = [report(7, 10), report(8, 40), report(9, null, 'parked')];
  const seen = (isComplete: boolean) => addDeliveries(rows, reports, isComplete).map(({ seq, at }) => [seq, at]);
  const first = [
    [1, 10],
    [2, 10],
    [-7, 10],
    [3, 30],
  ];
  expect(seen(false)).toEqual(first);
  expect(seen(true)).toEqual([...first, [-8, 40]]);
  expect(addDeliveries(rows, reports, true).at(-1)).toMatchObject({ data: { seq: 8, attempts: 2 } });
});
