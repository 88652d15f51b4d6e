import * as z from 'zod';
import { InputError } from '../../errors.ts';
import { listTargets, type SendBackTarget } from '../../plugin/apply/panels/send-back.ts';
import { explanationOf, type ReportExplanation } from '../../plugin/explain/report-explanation.ts';
import { buttonsOfTask } from '../../plugin/outcome/system-task.ts';
import type { TaskAction } from '../../plugin/outcome/task-action.ts';
import { taskActionsOf } from '../../plugin/outcome/task-actions.ts';
import { onlyAnswers } from '../../plugin/state/panel.ts';
import { readSnapshot } from '../../plugin/state/snapshot.ts';
import type { TaskState } from '../../protocol/constants.ts';
import { reader, type ShapeOf } from '../../read-options.ts';
import type { OutboxState, Store, TaskRow } from '../../store/store.ts';
import type { Catalogue } from '../../texts/catalogue.ts';
import type { Definitions } from '../definitions/definitions.ts';

/** Reports per query. */
const PAGE = 500;

export async function explainInstance(store: Store, instanceId: string): Promise<ExplainedReport[]> {
  if (!(await store.getInstance(instanceId))) {
    throw new InputError('ERR_INSTANCE_UNKNOWN', `There is no instance ${instanceId}.`, { details: { instanceId } });
  }
  const explained: ExplainedReport[] = [];
  for (;;) {
    const rows = await store.listOutbox({ instanceId, limit: PAGE, after: explained.at(-1)?.seq ?? 0 });
    explained.push(...rows.map(({ seq, state, report }) => ({ seq, ...explanationOf(report), state })));
    if (rows.length < PAGE) return explained;
  }
}

/** A report of an instance, with an explanation. */
export interface ExplainedReport extends ReportExplanation {
  /** The `seq` of its entry in `outbox.list`. */
  readonly seq: number;
  /** The state of its delivery to the center. */
  readonly state: OutboxState;
}

/** A task with its buttons. */
export interface TaskDetail extends TaskRow {
  /**
   * Its buttons, those of its list of handled tasks last; empty once its instance was deleted. Which of them may be pressed
   * now, and by whom, only a press tells.
   */
  readonly actions: readonly TaskAction[];
  /**
   * What those said who were asked with the task from which this one came back, in the order of their tasks; empty
   * if nobody was.
   */
  readonly answers: readonly TaskAnswer[];
}

/** The task of one who was asked. Who asked others in turn has another one after it, which is here instead. */
export interface TaskAnswer {
  /** Their task. */
  readonly taskId: string;
  /** Who answered, or was asked. */
  readonly account: string | null;
  /** What they said; null too where the task was ended before. */
  readonly opinions: string | null;
  /** `FINISH`: they answered; otherwise the task was ended before. */
  readonly state: TaskState;
  /** When they answered, in epoch milliseconds; null: not yet. */
  readonly at: number | null;
}

/** @returns undefined if there is no such task */
export async function readTaskDetail(
  store: Pick<Store, 'getTask' | 'getInstance' | 'listTasks'>,
  definitions: Pick<Definitions, 'load'>,
  taskId: string,
): Promise<TaskDetail | undefined> {
  const task = await store.getTask(taskId);
  if (!task) return undefined;
  const answers = await readAnswers(store, task);
  const instance = await store.getInstance(task.instanceId);
  if (!instance) return { ...task, answers, actions: [] };
  const { model } = await definitions.load(instance.definitionId);
  return { ...task, answers, actions: taskActionsOf(buttonsOfTask(model, task)) };
}

/** Of a task that is not open none. */
export async function readSendBackTargets(
  store: Pick<Store, 'getTask' | 'getInstance'>,
  texts: Catalogue,
  taskId: string,
): Promise<readonly SendBackTarget[]> {
  const task = await store.getTask(taskId);
  const instance = task && (await store.getInstance(task.instanceId));
  if (!instance || instance.snapshot === null) return [];
  return listTargets(readSnapshot(instance.snapshot, instance.instanceId).ledger, taskId, texts);
}

async function readAnswers(
  store: Pick<Store, 'listTasks'>,
  { instanceId, nodeId, panel }: TaskRow,
): Promise<TaskAnswer[]> {
  const askedWith = panel?.cameBack?.taskId;
  if (askedWith === undefined) return [];
  const all = await store.listTasks({
    ...{ instanceId, limit: 10_000 },
    ...(panel?.cameBack?.kind !== 'direct' && { nodeId }),
  });
  const tasks = all.filter((task) => onlyAnswers(task.panel));
  const asking = new Set(tasks.map((task) => task.panel?.asked?.taskId));
  return tasks
    .filter((task) => task.panel?.asked?.taskId === askedWith && !asking.has(task.taskId))
    .map(({ taskId, handler, handlers, opinions, state, closedAt: at }) => ({
      ...{ taskId, account: handler ?? handlers[0] ?? null, state, at },
      opinions: state === 'FINISH' ? opinions : null,
    }));
}

/** Options of `instances.variables`. */
export interface VariablesReadOptions {
  /** Id of a call activity: the variables of the called process, where that has its own. Default: those of the instance. */
  readonly callId?: string;
}

const readOptions = reader(
  z.strictObject({ callId: z.string().min(1).optional() } satisfies ShapeOf<VariablesReadOptions>),
  'instances.variables',
);

/** @throws {InputError} `ERR_INSTANCE_UNKNOWN`; `ERR_INPUT_INVALID`: an option is wrong */
export async function readVariables(
  store: Pick<Store, 'getInstance'>,
  instanceId: string,
  options: VariablesReadOptions = {},
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { callId } = readOptions(options);
  const instance = await store.getInstance(instanceId);
  if (!instance) {
    throw new InputError('ERR_INSTANCE_UNKNOWN', `There is no instance ${instanceId}.`, { details: { instanceId } });
  }
  if (instance.snapshot === null) return undefined;
  const { variables, ledger } = readSnapshot(instance.snapshot, instanceId);
  if (callId === undefined) return variables;
  return Object.hasOwn(ledger.called, callId) ? ledger.called[callId] : undefined;
}
