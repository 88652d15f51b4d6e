/**
 * The task-status callback: the center asks for the state of tasks (spec, Events, Task-status callback).
 *
 * An answer is written by us and read by the center, so it is typed and never parsed; the question is parsed.
 */
import type { Action } from './action.ts';
import type { TaskState } from './constants.ts';
import { isJsonObject } from './fields.ts';
import type { HandlingStatus, NextTaskItem } from './task-handling.ts';

/** How times may be written in taskData: as everywhere else, or in the short form that the spec shows there. */
export const STATUS_TIME_FORMS = ['yyyy-MM-dd HH:mm:ss', 'yy-MM-dd hh:mm:ss'] as const;
/** One of these forms. */
export type StatusTimeForm = (typeof STATUS_TIME_FORMS)[number];

/** The fields of a next task in a status answer, with those of its actions; no others (spec, taskData). */
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

export type StatusAction = Pick<Action, 'name' | 'type' | 'url' | 'optType' | 'method'>;

/** What is said of a task that is not in progress. */
export interface StatusTaskData {
  readonly handleTime: string;
  readonly handler: string;
  readonly handleOpinions?: string;
  /** When SUSPENDED. */
  readonly endTime?: string;
  /** When TURN. */
  readonly turnHandler?: string;
  /** When FINISH. */
  readonly status?: HandlingStatus;
  /** When a next task exists. */
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
 * Reads the task ids of a question, in a field `taskIds` or as the whole body: the spec calls it a list of strings and
 * shows no frame. The problem names the first parameter that is wrong, and holds no value.
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
