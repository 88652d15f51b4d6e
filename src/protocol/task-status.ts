/**
 * The task-status callback: the center requests the state of tasks (spec, Events, Task-status callback).
 *
 * The request is parsed; the answer is only typed, because the bridge writes it.
 */
import type { Action } from './action.ts';
import type { TaskState } from './constants.ts';
import { isJsonObject } from './fields.ts';
import type { HandlingStatus, NextTaskItem } from './task-handling.ts';

/** Formats of the times in taskData: as everywhere else, or the short format of the spec's example. */
export const STATUS_TIME_FORMS = ['yyyy-MM-dd HH:mm:ss', 'yy-MM-dd hh:mm:ss'] as const;
/** One of these formats. */
export type StatusTimeForm = (typeof STATUS_TIME_FORMS)[number];

/** The only fields of a next task in a status answer, with those of its actions (spec, taskData). */
export type StatusNextTask = Pick<
  NextTaskItem,
  | 'canDelegate'
  | 'handlers'
  | 'handlingGroup'
  | 'initiator'
  | 'mHandleUrl'
  | 'mViewUrl'
  | 'handleUrl'
  | 'viewUrl'
  | 'nodeId'
  | 'nodeName'
  | 'serialNumber'
  | 'taskId'
  | 'taskName'
  | 'timeOut'
  | 'transTypeCode'
  | 'transTypeName'
> & { readonly appId: string; readonly actions?: readonly StatusAction[] };

/** A button of a next task in a status answer. */
export type StatusAction = Pick<Action, 'name' | 'type' | 'url' | 'optType' | 'method'>;

/** The details of a task that is not in progress. */
export interface StatusTaskData {
  /** When it was handled, suspended or removed, as `statusTimeForm` says. */
  readonly handleTime: string;
  /** Account that caused the state, else the first handler. */
  readonly handler: string;
  /** Opinion of this person. */
  readonly handleOpinions?: string;
  /** Only if SUSPENDED. */
  readonly endTime?: string;
  /** Only if TURN. */
  readonly turnHandler?: string;
  /** Only if FINISH. */
  readonly status?: HandlingStatus;
  /** Only if there are next tasks. */
  readonly next?: readonly StatusNextTask[];
}

/** One task of the answer; `taskData` is empty while it is in progress. */
export type TaskStatusEntry =
  | { readonly taskId: string; readonly taskStatus: 'IN_PROGRESS'; readonly taskData: Readonly<Record<string, never>> }
  | {
      readonly taskId: string;
      readonly taskStatus: Exclude<TaskState, 'IN_PROGRESS'>;
      readonly taskData: StatusTaskData;
    };

/**
 * Reads the task ids of a request, from a field `taskIds` or from the whole body, because the spec calls it a list of
 * strings and shows no example. The problem names the first invalid parameter, and contains no value.
 */
export function readTaskIds(body: unknown): { readonly taskIds: readonly string[] } | { readonly problem: string } {
  const ids = isJsonObject(body) ? body.taskIds : body;
  if (ids === undefined || ids === null) return { problem: 'taskIds is null' };
  if (!Array.isArray(ids)) return { problem: 'taskIds: must be a list of strings' };
  const wrongAt = ids.findIndex((id) => typeof id !== 'string' || id === '');
  if (wrongAt === -1) return { taskIds: ids as string[] };
  const wrong: unknown = ids[wrongAt];
  const isMissing = wrong === null || wrong === '';
  return { problem: isMissing ? `taskIds[${wrongAt}] is null` : `taskIds[${wrongAt}]: must be a string` };
}
