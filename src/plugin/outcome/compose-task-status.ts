import * as z from 'zod';
import { DEFAULT_TIME_ZONE, MAX_TIMER_MS, text, timeZone } from '../../config/fields.ts';
import { parseOrThrow } from '../../config/parse-or-throw.ts';
import { STATUS_TIME_FORMS, type StatusTimeForm, type TaskStatusEntry } from '../../protocol/task-status.ts';
import type { TaskView } from '../../protocol/task-view.ts';
import { EN } from '../../texts/en.ts';
import { describeTaskStatus } from './describe-task-status.ts';

/** What a status answer needs besides the tasks. Those that `createPlugin` has too mean the same there. */
export interface TaskStatusOptions {
  /** Application id in the center. */
  readonly appId: string;
  /** IANA name of the time zone of the center. Default: `Asia/Shanghai`. */
  readonly timeZone?: string;
  /** How times are written: as in reports, or in the short form with a two-digit year. Default: `yyyy-MM-dd HH:mm:ss`. */
  readonly statusTimeForm?: StatusTimeForm;
  /** The state of a task that is not among the tasks: `IN_PROGRESS` or `TERMINATED`. Default: `IN_PROGRESS`. */
  readonly unknownTaskStatus?: 'IN_PROGRESS' | 'TERMINATED';
  /** Account that is named for what no person did. Default: none; the name of the system is used. */
  readonly systemHandler?: string;
  /** Display name of the system. Default: `System`. */
  readonly systemName?: string;
  /** The option `reportHoldMs` of the plugin, in milliseconds: until then a held task is in progress. Default: 10 000. */
  readonly reportHoldMs?: number;
  /** The current time in epoch milliseconds. Default: that of the machine. */
  readonly now?: number;
}

const schema = z.strictObject({
  appId: text,
  timeZone: timeZone.default(DEFAULT_TIME_ZONE),
  statusTimeForm: z.enum(STATUS_TIME_FORMS).default('yyyy-MM-dd HH:mm:ss'),
  unknownTaskStatus: z.enum(['IN_PROGRESS', 'TERMINATED']).default('IN_PROGRESS'),
  systemHandler: text.optional(),
  systemName: text.default(EN['system.name']),
  reportHoldMs: z.int().nonnegative().max(MAX_TIMER_MS).default(10_000),
  now: z.int().default(() => Date.now()),
} satisfies Record<keyof TaskStatusOptions, z.ZodType>);

/**
 * Composes the answer to the task-status callback from rows of tasks, such as those that `save` of `createEngineHost` got
 * (`change.tasks`) or `plugin.tasks`: for thousands of tasks in one query, without loading an instance. Pure.
 * @returns one entry for each id, in the same order, also for duplicate and unknown ids
 * @throws {InputError} `ERR_CONFIG_INVALID`: `details.problems` lists the options that are invalid
 */
export function composeTaskStatus(
  taskIds: readonly string[],
  tasks: readonly TaskView[],
  options: TaskStatusOptions,
): readonly TaskStatusEntry[] {
  const read = parseOrThrow(schema, options, 'the options of composeTaskStatus are invalid:');
  const { now, statusTimeForm: timeForm, systemHandler, ...settings } = read;
  const byId = new Map(tasks.map((task) => [task.taskId, task]));
  const asked = { taskIds, tasks: byId, now };
  return describeTaskStatus(asked, { ...settings, timeForm, systemHandler }, () => systemHandler).entries;
}
