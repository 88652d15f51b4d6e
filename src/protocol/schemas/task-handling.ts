/**
 * The request and the answer of `taskHandle` (spec, Resources and Endpoint 2).
 *
 * Unknown fields are refused in requests and ignored in answers. In a request, an unknown field is a mistake of the bridge
 * (`transactionName` for `transcationName`) that a center would ignore silently. To an answer, the center may add fields.
 */
import * as z from 'zod';
import {
  AnswerInteger,
  AnswerText,
  AnswerWords,
  type FieldsOf,
  isJsonObject,
  nullIsAbsent,
  Summaries,
  WireTime,
} from '../fields.ts';
import { splitNames } from '../split-names.ts';
import {
  HANDLING_STATUSES,
  type NextTaskItem,
  type TaskHandlingError,
  type TaskHandlingItem,
} from '../task-handling.ts';
import { ActionSchema, PreviousActionSchema } from './action.ts';

const hours = z.int().nonnegative();
const required = z.string().min(1);

function namesSomebody(task: { handlers?: unknown; handlingGroup?: unknown }): boolean {
  return [task.handlers, task.handlingGroup].some((field) => typeof field === 'string' && splitNames(field).length > 0);
}

/** A task to be created (spec, Next-task item). `transcationName` is spelled as in the interface. */
export const NextTaskItemSchema = z.preprocess(
  nullIsAbsent,
  z
    .strictObject({
      handlers: z.string().optional(),
      handlingGroup: z.string().optional(),
      nodeId: required,
      nodeName: required,
      transTypeCode: required,
      actions: z.array(ActionSchema).optional(),
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
    } satisfies FieldsOf<NextTaskItem>)
    .refine(namesSomebody, {
      path: ['handlers'],
      error: 'handlers or handlingGroup must name somebody',
      when: ({ value }) => isJsonObject(value),
    }),
);

const HandlingStatus = z.enum(HANDLING_STATUSES);

function readItem(value: unknown): unknown {
  const item = nullIsAbsent(value);
  if (!isJsonObject(item) || item.status === 'next') return item;
  // The spec ignores next if the status is not next, so its content cannot make the item invalid.
  const { next: _ignored, ...rest } = item;
  return rest;
}

/** One report: the handled task, and the tasks after it. `next` is read only if status is next. */
export const TaskHandlingItemSchema = z.preprocess(
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
      next: z.array(NextTaskItemSchema).min(1).optional(),
      previousActions: z.array(PreviousActionSchema).optional(),
    } satisfies FieldsOf<TaskHandlingItem>)
    .refine((item) => item.status !== 'next' || item.next !== undefined, {
      path: ['next'],
      error: 'is required when status is next',
      when: ({ value }) => isJsonObject(value),
    }),
);

/** The body of a `taskHandle` call: a batch; the spec guarantees no order. */
export const TaskHandlingRequestSchema = z.array(TaskHandlingItemSchema);

/**
 * One failed item or one task that was not created (spec, errorIds entry).
 * A missing id is read as an empty text; the caller checks whether the id belongs to the call.
 */
const TaskHandlingErrorSchema = z.preprocess(
  nullIsAbsent,
  z.object({
    code: AnswerInteger,
    taskId: AnswerText.default(''),
    message: AnswerWords,
  } satisfies FieldsOf<TaskHandlingError>),
);

function readResponse(value: unknown): unknown {
  const response = nullIsAbsent(value);
  if (!isJsonObject(response) || AnswerInteger.safeParse(response.code).data === 0) return response;
  // With an outer code other than 0 the result of all items is unknown (Endpoint 2, rule 4), so data is ignored.
  return { ...response, data: { errorIds: [] } };
}

/**
 * The answer of `taskHandle`. With code 0 `data.errorIds` is required, because otherwise it is unknown which items failed.
 * With another code `data.errorIds` is read as empty. `took` and `timestamp` are ignored.
 */
export const TaskHandlingResponseSchema = z.preprocess(
  readResponse,
  z.object({
    code: AnswerInteger,
    message: AnswerWords,
    data: z.object({ errorIds: z.array(TaskHandlingErrorSchema) }),
  }),
);
