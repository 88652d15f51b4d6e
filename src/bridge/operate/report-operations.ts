import * as z from 'zod';
import { InputError, StoreError } from '../../errors.ts';
import type {
  AcknowledgeReportOptions,
  RetryReportOptions,
  SendNowOptions,
  SkipReportOptions,
} from '../../operations/options.ts';
import { account } from '../../protocol/account.ts';
import type { Report } from '../../protocol/report.ts';
import type { NextTaskItem } from '../../protocol/task-handling.ts';
import { accountNames, by, reader, reason, type ShapeOf } from '../../read-options.ts';
import type { OutboxRetry, OutboxRow } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';
import type { InstanceSteps } from '../steps/instance-steps.ts';

const RetryShape = {
  handlers: z
    .record(z.string(), accountNames)
    .transform((byTask) => new Map(Object.entries(byTask)))
    .optional(),
  handler: account.optional(),
  by,
} satisfies ShapeOf<RetryReportOptions>;
const readRetry = reader(z.strictObject(RetryShape), 'outbox.retry');
const readSkip = reader(z.strictObject({ reason, by } satisfies ShapeOf<SkipReportOptions>), 'outbox.skip');
const readAcknowledge = reader(
  z.strictObject({ reason, by } satisfies ShapeOf<AcknowledgeReportOptions>),
  'outbox.acknowledge',
);
const readNow = reader(z.strictObject({ seq: z.int().optional(), by } satisfies ShapeOf<SendNowOptions>), 'outbox.now');
type ReportCorrection = ReturnType<typeof readRetry>;

/** What the operations on rows need: of a bridge, or of a command line beside it. */
export interface RowContext extends Pick<BridgeContext, 'store' | 'clock' | 'log'> {
  /** Called when something may be due. */
  readonly wake: () => void;
}

export interface ReportOperationParts extends RowContext {
  /** For other handlers of open tasks. */
  readonly steps?: Pick<InstanceSteps, 'apply'>;
}

/** Operations on reports that are not delivered. */
export interface ReportOperations {
  retry(seq: number, options?: RetryReportOptions): Promise<OutboxRow>;
  skip(seq: number, options: SkipReportOptions): Promise<OutboxRow>;
  acknowledge(seq: number, options: AcknowledgeReportOptions): Promise<OutboxRow>;
  now(options?: SendNowOptions): Promise<number>;
}

export function createReportOperations({ store, steps, clock, wake }: ReportOperationParts): ReportOperations {
  async function find(seq: number): Promise<OutboxRow> {
    if (!Number.isSafeInteger(seq))
      throw new InputError('ERR_INPUT_INVALID', 'seq: must be the seq of an entry of outbox.list');
    const row = await store.getOutboxEntry(seq);
    if (row) return row;
    throw new InputError('ERR_REPORT_UNKNOWN', `There is no report ${seq}.`, { details: { seq } });
  }

  /** The tasks with new handlers that are still open. A step changes them together with the report. */
  async function findOpen(handlers: ReadonlyMap<string, readonly string[]>) {
    const tasks = await Promise.all([...handlers.keys()].map((taskId) => store.getTask(taskId)));
    return tasks.flatMap((task) =>
      task && task.closedAt === null ? [{ taskId: task.taskId, handlers: handlers.get(task.taskId) ?? [] }] : [],
    );
  }

  async function retryOnce(
    { instanceId }: OutboxRow,
    retry: OutboxRetry,
    correction: ReportCorrection,
  ): Promise<boolean> {
    const { handlers = new Map<string, string[]>() } = correction;
    if ((await findOpen(handlers)).length === 0) return await store.retryOutbox(retry, clock());
    if (steps === undefined) throw new TypeError('open tasks get other handlers only in a service');
    const outcome = await steps.apply(instanceId, async () => {
      const tasks = await findOpen(handlers);
      const row = await find(retry.seq);
      if (tasks.length === 0 || row.state !== 'parked' || row.attempts !== retry.attempts) return { refuse: 'changed' };
      const taskChanges = tasks.map((task) => ({ ...task, handlingGroups: [] }));
      return { trigger: { kind: 'readdress', tasks }, extras: { taskChanges, retried: retry } };
    });
    if ('applied' in outcome) return true;
    return (await findOpen(handlers)).length === 0 && (await store.retryOutbox(retry, clock()));
  }

  return {
    async retry(seq, options = {}) {
      const correction = readRetry(options, seq);
      const row = await find(seq);
      if (row.state !== 'parked') throw notParked(...named(row), 'retried');
      const { handlers: _handlers, handler: _handler, ...operator } = correction;
      const retry = { seq, attempts: row.attempts, ...correct(row, correction), ...operator };
      if (!(await retryOnce(row, retry, correction))) throw notParked(...named(await find(seq)), 'retried');
      wake();
      return await find(seq);
    },

    async skip(seq, options) {
      const decision = readSkip(options, seq);
      const row = await find(seq);
      if (!(await store.skipOutbox(row, { at: clock(), ...decision })))
        throw notParked(...named(await find(seq)), 'skipped');
      wake();
      return await find(seq);
    },

    async acknowledge(seq, options) {
      const decision = { at: clock(), ...readAcknowledge(options, seq) };
      const isDone = await store.acknowledgeOutbox((await find(seq)).seq, decision);
      const row = await find(seq);
      if (isDone) return row;
      const text = `Report ${seq} was not acknowledged: it is ${row.state}, and only an unconfirmed one can be.`;
      throw new InputError('ERR_NOT_PARKED', text, { details: { seq, state: row.state } });
    },

    async now(options = {}) {
      const { seq, ...operator } = readNow(options);
      const which = seq === undefined ? {} : { seq: (await find(seq)).seq };
      const count = await store.makeOutboxDue({ ...which, at: clock(), ...operator });
      wake();
      return count;
    },
  };
}

/** @throws {InputError} `ERR_INPUT_INVALID`: the report does not create one of the tasks */
function correct({ seq, report }: OutboxRow, { handlers, handler }: ReportCorrection): Pick<OutboxRetry, 'corrected'> {
  const { item } = report;
  const created = item.next ?? [];
  for (const taskId of handlers?.keys() ?? []) {
    if (created.some((next) => next.taskId === taskId)) continue;
    const ids = created.map((next) => next.taskId).join(', ') || 'none';
    const text = `Report ${seq} does not create the task ${taskId}; it creates: ${ids}.`;
    throw new InputError('ERR_INPUT_INVALID', text, { details: { seq, taskId } });
  }
  const fields = [...(handler === undefined ? [] : ['handler']), ...[...(handlers?.keys() ?? [])].map(fieldOf)];
  if (fields.length === 0) return {};
  const next = created.map((task) => withHandlers(task, handlers?.get(task.taskId ?? '')));
  const corrected: Report = {
    ...report,
    item: { ...item, ...(item.next && { next }), ...(handler !== undefined && { handler }) },
  };
  return { corrected: { report: corrected, fields } };
}

const fieldOf = (taskId: string) => `handlers of ${taskId}`;

function withHandlers(task: NextTaskItem, accounts: readonly string[] | undefined): NextTaskItem {
  if (accounts === undefined) return task;
  const { handlingGroup: _group, ...rest } = task;
  return { ...rest, handlers: accounts.join(',') };
}

function named({ seq, state }: OutboxRow) {
  return [`Report ${seq}`, { seq, state }] as const;
}

/**
 * Creates the error for a retry or skip that the state of a report or message does not allow.
 * @param details its id and its state
 */
export function notParked(
  what: string,
  details: { readonly state: string; readonly [id: string]: unknown },
  wanted: 'retried' | 'skipped',
): InputError | StoreError {
  const { state } = details;
  if (wanted === 'skipped' && (state === 'pending' || state === 'parked')) {
    const text = `${what} is being sent to the center and may arrive: skip it once the outcome is known.`;
    return new StoreError('ERR_BUSY', text, { details });
  }
  const now = state === 'parked' ? 'was sent again in the meantime and is parked again' : `is ${state}`;
  return new InputError('ERR_NOT_PARKED', `${what} was not ${wanted}: it ${now}.`, { details });
}
