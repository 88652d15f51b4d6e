import type { Report } from '../../../src/index.ts';
import type { StepResult } from '../../support/inner/plugin.ts';
import type { ShapeBook } from './shape-book.ts';

/** Timers that run, in the order in which the engine came to them. */
export function timersOf({ changes }: StepResult) {
  return changes.events.flatMap(({ kind, nodeId, executionId, dueAt }) =>
    kind === 'timer' && dueAt !== null ? [{ nodeId, executionId, dueAt }] : [],
  );
}

/** What is open after a step, in words: see `ShapeRun.view`. */
export function viewOf(result: StepResult, { openTasks, openJobs }: ShapeBook): string {
  const jobs = openJobs.map((job) => `job ${job}`);
  const timers = timersOf(result).map(({ nodeId }) => `timer ${nodeId}`);
  const open = [openTasks, jobs, timers].flatMap((names) => names.toSorted());
  if (result.changes.ended) return ['END', ...open].join(', ');
  if (open.length > 0) return open.join(', ');
  return result.changes.events.some(({ kind }) => kind === 'message' || kind === 'signal') ? 'waiting' : 'stuck';
}

/** A report in node names, e.g. `A next B,C`; `…` marks a continuation; one that is gone shows why. */
export function describeReport({ kind, item }: Report, { nameOf }: ShapeBook): string {
  const mark = kind === 'continuation' || kind === 'start-continuation' ? '…' : '';
  if (kind === 'gone') return `${nameOf(item.previousTaskId)} gone (${item.handleStatus})`;
  const next = (item.next ?? []).map(({ taskId }) => nameOf(taskId ?? '')).toSorted();
  const words = [`${mark}${nameOf(item.previousTaskId)}`, item.status, next.join(',')];
  return words.filter((word) => word !== '').join(' ');
}
