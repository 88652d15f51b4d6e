/**
 * The request and the answer of `taskHandle` (spec, Resources and Endpoint 2).
 *
 * Unknown fields are refused in requests and dropped in answers. We write the requests: there an unknown field is a
 * misspelling of ours (`transactionName` for `transcationName`) that a center would ignore in silence. The answers are
 * the center's, and it may add to them.
 */
import { z } from 'zod';
import { Action, PreviousAction } from './action.ts';
import { Summaries } from './limits.ts';
import { isJsonObject, nullIsAbsent } from './null-is-absent.ts';
import { WireTime } from './wire-time.ts';

const hours = z.int().nonnegative();
const required = z.string().min(1);

/** Accounts or groups of a comma-separated field, without blanks. */
export function splitNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function namesSomebody(task: { handlers?: unknown; handlingGroup?: unknown }): boolean {
  return [task.handlers, task.handlingGroup].some((field) => typeof field === 'string' && splitNames(field).length > 0);
}

/** A task to be created (spec, Next-task item). `transcationName` is spelled as in the interface. */
export const NextTaskItem = z.preprocess(
  nullIsAbsent,
  z
    .strictObject({
      handlers: z.string().optional(),
      handlingGroup: z.string().optional(),
      nodeId: required,
      nodeName: required,
      transTypeCode: required,
      actions: z.array(Action).optional(),
      autoCreateTransType: z.boolean().optional(),
      canDelegate: z.literal([0, 1]).optional(),
      handleUrl: z.string().optional(),
      viewUrl: z.string().optional(),
      mHandleUrl: z.string().optional(),
      mViewUrl: z.string().optional(),
      mhandleUrl: z.string().optional(),
      mviewUrl: z.string().optional(),
      initiator: z.string().optional(),
      initiatorName: z.string().optional(),
      taskSummary: Summaries.optional(),
      transSummary: Summaries.optional(),
      timeOut: hours.optional(),
      serialNumber: z.string().optional(),
      taskId: z.string().optional(),
      taskName: z.string().optional(),
      transTypeName: z.string().optional(),
      transcationName: z.string().optional(),
      status: z.string().optional(),
    })
    .refine(namesSomebody, {
      path: ['handlers'],
      error: 'handlers or handlingGroup must name somebody',
      when: ({ value }) => isJsonObject(value),
    }),
);
export type NextTaskItem = z.infer<typeof NextTaskItem>;

const HANDLING_STATUSES = ['next', 'none', 'end'] as const;
export const HandlingStatus = z.enum(HANDLING_STATUSES);
export type HandlingStatus = z.infer<typeof HandlingStatus>;

function readItem(value: unknown): unknown {
  const item = nullIsAbsent(value);
  if (!isJsonObject(item) || item.status === 'next') return item;
  // The spec ignores next beside another status, so nothing in it can make the item invalid.
  const { next: _ignored, ...rest } = item;
  return rest;
}

/** One report: a task was handled, and what follows. `next` is read only when status is next. */
export const TaskHandlingItem = z.preprocess(
  readItem,
  z
    .strictObject({
      appId: required,
      handler: required,
      status: HandlingStatus,
      previousTaskId: required,
      handleOpinions: z.string().optional(),
      handleStatus: z.string().optional(),
      handleTime: WireTime.optional(),
      handlerName: z.string().optional(),
      next: z.array(NextTaskItem).min(1).optional(),
      previousActions: z.array(PreviousAction).optional(),
    })
    .refine((item) => item.status !== 'next' || item.next !== undefined, {
      path: ['next'],
      error: 'is required when status is next',
      when: ({ value }) => isJsonObject(value),
    }),
);
export type TaskHandlingItem = z.infer<typeof TaskHandlingItem>;

/** The body of a `taskHandle` call: a batch, in no order that the spec promises. */
export const TaskHandlingRequest = z.array(TaskHandlingItem);
export type TaskHandlingRequest = z.infer<typeof TaskHandlingRequest>;

/**
 * One failed item or one task that was not created (spec, errorIds entry).
 * An entry without an id is read with an empty one: that it names none of the call's ids is for the reader to judge.
 */
export const TaskHandlingError = z.preprocess(
  nullIsAbsent,
  z.object({ code: z.int(), taskId: z.string().default(''), message: z.string().default('') }),
);
export type TaskHandlingError = z.infer<typeof TaskHandlingError>;

function readResponse(value: unknown): unknown {
  const response = nullIsAbsent(value);
  if (!isJsonObject(response) || response.code === 0) return response;
  // An outer code other than 0 says that everything is unknown (Endpoint 2, rule 4): its data says nothing more.
  return { ...response, data: { errorIds: [] } };
}

/**
 * The answer of `taskHandle`. With code 0 `data.errorIds` must be there: without it nobody knows what failed.
 * With another code `data.errorIds` is empty, whatever was sent.
 */
export const TaskHandlingResponse = z.preprocess(
  readResponse,
  z.object({
    took: z.int().optional(),
    timestamp: z.int().optional(),
    code: z.int(),
    message: z.string().default(''),
    data: z.object({ errorIds: z.array(TaskHandlingError) }),
  }),
);
export type TaskHandlingResponse = z.infer<typeof TaskHandlingResponse>;
