/** What the rules of task handling report, and what they find of it. */

import type { Center, ErrorEntry, RawObject } from '../center.ts';
import { expect } from '../expect.ts';

export const ACTION = { name: 'Go', type: 'HANDLE', url: 'https://host.example/go', optType: 0, method: 'post' };
export const ACTION_TYPES = [
  ...['HANDLE', 'BREAK_UP', 'REVOKE', 'HANG_UP', 'ACTIVE', 'CIRCULARIZE'],
  ...['TRANSFER', 'PROMOTER', 'HANDLEDR', 'DEAL', 'ALL'],
];

export const isNull = (field: string): unknown =>
  expect.objectContaining({ code: 400, message: expect.stringMatching(new RegExp(`${field}.{0,3} is null`)) });

/** Without the field, with null in it, and with an empty text, an item fails with 400. */
export async function expectRequired(
  field: string,
  wrong: (value: RawObject) => Promise<readonly ErrorEntry[]>,
): Promise<void> {
  for (const value of [undefined, null, '']) {
    expect(await wrong({ [field]: value }), `${field}: ${value}`).toContainEqual(isNull(field));
  }
}

/** An item about an open task fails with one entry, and leaves the task open. */
export async function reportWrong(center: Center, changes: RawObject): Promise<readonly ErrorEntry[]> {
  const taskId = await center.openOne();
  const errors = await center.report(center.item(taskId, 'end', changes));
  expect(errors, JSON.stringify(changes)).toHaveLength(1);
  expect(await center.tryTask(taskId), JSON.stringify(changes)).toBe('open');
  return errors;
}

/** The entries about a next task with these fields, which is not created. */
export async function createWrong(center: Center, changes: RawObject): Promise<readonly ErrorEntry[]> {
  const next = center.next(center.newId('wrong'), changes);
  const errors = await center.report(center.item(await center.openOne(), 'next', { next: [next] }));
  expect(errors, JSON.stringify(changes)).toHaveLength(1);
  if (changes.taskId === undefined) expect(await center.tryTask(String(next.taskId))).toBe('unknown');
  return errors;
}

/** A next task with these fields is created. */
export async function takesTask(center: Center, changes: RawObject): Promise<void> {
  expect(await center.tryTask(await center.openOne(changes)), JSON.stringify(changes)).toBe('open');
}
