/**
 * The request and the answer of `taskHandle` (spec, Resources and Endpoint 2).
 *
 * Unknown fields are refused in requests and dropped in answers. We write the requests: there an unknown field is a
 * misspelling of ours (`transactionName` for `transcationName`) that a center would ignore in silence. The answers are
 * the center's, and it may add to them.
 */
import { z } from 'zod';
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
      /** What the lists show of the node. */
      nodeName: required,
      /** Type of the transaction. */
      transTypeCode: required,
      /** Its buttons. */
      actions: z.array(Action).optional(),
      /** Whether the center makes an unknown transaction type. False when it is left out. */
      autoCreateTransType: z.boolean().optional(),
      /** 1: it can be delegated. 0 when it is left out. */
      canDelegate: z.literal([0, 1]).optional(),
      /** Where it is handled on a PC. */
      handleUrl: z.string().optional(),
      /** Where it is looked at on a PC. */
      viewUrl: z.string().optional(),
      /** Where it is handled on a phone. */
      mHandleUrl: z.string().optional(),
      /** Where it is looked at on a phone. */
      mViewUrl: z.string().optional(),
      /** `mHandleUrl` in the other spelling of the spec. */
      mhandleUrl: z.string().optional(),
      /** `mViewUrl` in the other spelling of the spec. */
      mviewUrl: z.string().optional(),
      /** Account; the name of the application when it is left out. */
      initiator: z.string().optional(),
      /** Looked up by the center when it is left out. */
      initiatorName: z.string().optional(),
      /** `title|content` each, at most five; the transaction's when it is left out. */
      taskSummary: Summaries.optional(),
      /** `title|content` each, at most five. */
      transSummary: Summaries.optional(),
      /** Hours; none when it is left out. */
      timeOut: hours.optional(),
      /** The business system's own name of the matter. */
      serialNumber: z.string().optional(),
      /** Id of the task; made by the center when it is left out. */
      taskId: z.string().optional(),
      /** Custom name of the task. */
      taskName: z.string().optional(),
      /** Name of the transaction type. */
      transTypeName: z.string().optional(),
      /** Custom name of the transaction; spelled as in the interface. */
      transcationName: z.string().optional(),
      /** In the spec's request shape, not described there; never written by the bridge. */
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
/** What follows a handled task. */
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
      /** Application id. */
      appId: required,
      /** Account of who handled it: a handler of the task. */
      handler: required,
      /** What follows: the tasks of `next`, none that are made now, or the conclusion. */
      status: HandlingStatus,
      /** The task that was just handled. */
      previousTaskId: required,
      /** What the handler said. */
      handleOpinions: z.string().optional(),
      /** Label of the button, or name of the event. */
      handleStatus: z.string().optional(),
      /** When it was handled; of an `end`, when the transaction was concluded. */
      handleTime: WireTime.optional(),
      /** Shown instead of the handler's own name. */
      handlerName: z.string().optional(),
      /** The tasks to create, in parallel; exactly when the status is next. */
      next: z.array(NextTaskItem).min(1).optional(),
      /** Buttons that the handled task has from now on. */
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
  z.object({ code: AnswerInteger, taskId: AnswerText.default(''), message: AnswerWords }),
);
export type TaskHandlingError = z.infer<typeof TaskHandlingError>;

function readResponse(value: unknown): unknown {
  const response = nullIsAbsent(value);
  if (!isJsonObject(response) || AnswerInteger.safeParse(response.code).data === 0) return response;
  // An outer code other than 0 says that everything is unknown (Endpoint 2, rule 4): its data says nothing more.
  return { ...response, data: { errorIds: [] } };
}

/**
 * The answer of `taskHandle`. With code 0 `data.errorIds` must be there: without it nobody knows what failed.
 * With another code `data.errorIds` is empty, whatever was sent. `took` and `timestamp` are not read.
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
