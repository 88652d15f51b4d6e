/**
 * The request and the answer of `taskHandle` (spec, Resources and Endpoint 2).
 *
 * Unknown fields are refused in requests and ignored in answers. In a request, an unknown field is a mistake of the bridge
 * (`transactionName` for `transcationName`) that a center would ignore silently. To an answer, the center may add fields.
 */
import * as z from 'zod';
import { Action, PreviousAction } from './action.ts';
import { AnswerInteger, AnswerText, AnswerWords, isJsonObject, nullIsAbsent, Summaries, WireTime } from './fields.ts';
import { splitNames } from './split-names.ts';

const hours = z.int().nonnegative();
const required = z.string().min(1);

function namesSomebody(task: { handlers?: unknown; handlingGroup?: unknown }): boolean {
  return [task.handlers, task.handlingGroup].some((field) => typeof field === 'string' && splitNames(field).length > 0);
}

/** A task to be created (spec, Next-task item). `transcationName` is spelled as in the interface. */
export const NextTaskItem = z.preprocess(
  nullIsAbsent,
  z
    .strictObject({
      /** Accounts, separated by commas; or handlingGroup instead. */
      handlers: z.string().optional(),
      /** User groups, separated by commas. */
      handlingGroup: z.string().optional(),
      /** The same for all tasks of a node. */
      nodeId: required,
      /** Display name of the node in the lists. */
      nodeName: required,
      /** Type of the transaction. */
      transTypeCode: required,
      /** Its buttons. */
      actions: z.array(Action).optional(),
      /** Whether the center creates an unknown transaction type. Default: false. */
      autoCreateTransType: z.boolean().optional(),
      /** 1: it can be delegated. Default: 0. */
      canDelegate: z.literal([0, 1]).optional(),
      /** Address at which it is handled on a PC. */
      handleUrl: z.string().optional(),
      /** Address at which it is viewed on a PC. */
      viewUrl: z.string().optional(),
      /** Address at which it is handled on a phone. */
      mHandleUrl: z.string().optional(),
      /** Address at which it is viewed on a phone. */
      mViewUrl: z.string().optional(),
      /** `mHandleUrl` in the other spelling of the spec. */
      mhandleUrl: z.string().optional(),
      /** `mViewUrl` in the other spelling of the spec. */
      mviewUrl: z.string().optional(),
      /** Account. Default: the name of the application. */
      initiator: z.string().optional(),
      /** Default: the center looks it up. */
      initiatorName: z.string().optional(),
      /** `title|content` each, at most five. Default: those of the transaction. */
      taskSummary: Summaries.optional(),
      /** `title|content` each, at most five. */
      transSummary: Summaries.optional(),
      /** Hours. Default: none. */
      timeOut: hours.optional(),
      /** Key of the transaction in the business system. */
      serialNumber: z.string().optional(),
      /** Id of the task. Default: the center generates one. */
      taskId: z.string().optional(),
      /** Custom name of the task. */
      taskName: z.string().optional(),
      /** Name of the transaction type. */
      transTypeName: z.string().optional(),
      /** Custom name of the transaction; spelled as in the interface. */
      transcationName: z.string().optional(),
      /** In the request of the spec, but not described; the bridge never sends it. */
      status: z.string().optional(),
    })
    .refine(namesSomebody, {
      path: ['handlers'],
      error: 'handlers or handlingGroup must name somebody',
      when: ({ value }) => isJsonObject(value),
    }),
);
export type NextTaskItem = z.infer<typeof NextTaskItem>;

export const HANDLING_STATUSES = ['next', 'none', 'end'] as const;
export const HandlingStatus = z.enum(HANDLING_STATUSES);
/** What a report says about the tasks after the handled one. */
export type HandlingStatus = z.infer<typeof HandlingStatus>;

function readItem(value: unknown): unknown {
  const item = nullIsAbsent(value);
  if (!isJsonObject(item) || item.status === 'next') return item;
  // The spec ignores next if the status is not next, so its content cannot make the item invalid.
  const { next: _ignored, ...rest } = item;
  return rest;
}

/** One report: the handled task, and the tasks after it. `next` is read only if status is next. */
export const TaskHandlingItem = z.preprocess(
  readItem,
  z
    .strictObject({
      /** Application id. */
      appId: required,
      /** Account of the person who handled it; must be a handler of the task. */
      handler: required,
      /** `next`: the tasks in `next` are created; `none`: no tasks now; `end`: the transaction is concluded. */
      status: HandlingStatus,
      /** The task that was just handled. */
      previousTaskId: required,
      /** Opinion of the handler. */
      handleOpinions: z.string().optional(),
      /** Label of the button, or name of the event. */
      handleStatus: z.string().optional(),
      /** Time when it was handled; for `end`, time when the transaction was concluded. */
      handleTime: WireTime.optional(),
      /** Display name instead of the name of the account. */
      handlerName: z.string().optional(),
      /** The parallel tasks to create; required if the status is next. */
      next: z.array(NextTaskItem).min(1).optional(),
      /** Buttons of the handled task from now on. */
      previousActions: z.array(PreviousAction).optional(),
    })
    .refine((item) => item.status !== 'next' || item.next !== undefined, {
      path: ['next'],
      error: 'is required when status is next',
      when: ({ value }) => isJsonObject(value),
    }),
);
export type TaskHandlingItem = z.infer<typeof TaskHandlingItem>;

/** The body of a `taskHandle` call: a batch; the spec guarantees no order. */
export const TaskHandlingRequest = z.array(TaskHandlingItem);
export type TaskHandlingRequest = z.infer<typeof TaskHandlingRequest>;

/**
 * One failed item or one task that was not created (spec, errorIds entry).
 * A missing id is read as an empty text; the caller checks whether the id belongs to the call.
 */
export const TaskHandlingError = z.preprocess(
  nullIsAbsent,
  z.object({
    /** Why it failed (spec, Errors, Task handling). */
    code: AnswerInteger,
    /** The task that failed; empty if the center names none. */
    taskId: AnswerText.default(''),
    /** Text of the center, shortened. */
    message: AnswerWords,
  }),
);
export type TaskHandlingError = z.infer<typeof TaskHandlingError>;

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
export const TaskHandlingResponse = z.preprocess(
  readResponse,
  z.object({
    code: AnswerInteger,
    message: AnswerWords,
    data: z.object({ errorIds: z.array(TaskHandlingError) }),
  }),
);
export type TaskHandlingResponse = z.infer<typeof TaskHandlingResponse>;
