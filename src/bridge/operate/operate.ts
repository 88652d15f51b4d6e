/** What an operator does to one row, by the names of `operations/operations.ts`. */
import { InputError, StepError } from '../../errors.ts';
import { OPERATIONS, type OperationName, type RequestedName } from '../../operations/operations.ts';
import type {
  AcknowledgeReportOptions,
  MigrateOptions,
  OperatorOptions,
  ResolveIncidentOptions,
  RetryReportOptions,
  SkipMessageOptions,
  SkipReportOptions,
  TerminateOptions,
} from '../../operations/options.ts';
import type {
  OperationOptions,
  ReassignOptions,
  RecallOptions,
  VariablesOptions,
} from '../../plugin/apply/operations/operation-options.ts';
import type { TaskOperations } from '../../plugin/apply/operations/task-operations.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import type { InstanceOperations } from '../calls/instance-operations.ts';
import type { Migrate } from './migrate.ts';
import type { RowOperations } from './row-operations.ts';

/** Each rejects where it does nothing, with an error that says why, and validates its options. */
type Operations<Name extends OperationName = OperationName> = Readonly<
  Record<Name, (id: string, options: never) => Promise<unknown>>
>;

/** Does an operation to a row. @param options of the operation; validated by it */
export type RunOperation = (
  name: OperationName,
  id: string,
  options: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

/** Does what needs a step of an instance, or requests it. */
export type RunInStep = (
  name: RequestedName,
  id: string,
  options: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

/** @param inStep does, or requests, the operations that need a step */
export function createRunOperation(rows: RowOperations, inStep: RunInStep): RunOperation {
  const operations: Operations<Exclude<OperationName, RequestedName>> = {
    'definitions.makeLatest': (id, options: OperatorOptions) => rows.makeLatest(id, options),
    'definitions.undeploy': (id, options: OperatorOptions) => rows.undeploy(id, options),
    'outbox.retry': (seq, options: RetryReportOptions) => rows.outbox.retry(Number(seq), options),
    'outbox.skip': (seq, options: SkipReportOptions) => rows.outbox.skip(Number(seq), options),
    'outbox.acknowledge': (seq, options: AcknowledgeReportOptions) => rows.outbox.acknowledge(Number(seq), options),
    'outbox.now': (seq, options: OperatorOptions) =>
      rows.outbox.now({ ...options, ...(seq !== '' && { seq: Number(seq) }) }),
    'messages.retry': (sendId, options: OperatorOptions) => rows.messages.retry(sendId, options),
    'messages.skip': (sendId, options: SkipMessageOptions) => rows.messages.skip(sendId, options),
    'jobs.retry': (jobId, options: OperatorOptions) => rows.retryJob(jobId, options),
    'incidents.retry': (incidentId, options: OperatorOptions) => rows.incidents.retry(incidentId, options),
    'incidents.resolve': (incidentId, options: ResolveIncidentOptions) => rows.incidents.resolve(incidentId, options),
  };
  return async (name, id, options) =>
    isInStep(name) ? inStep(name, id, options) : operations[name](id, options as never);
}

function isInStep(name: OperationName): name is RequestedName {
  return 'inStep' in OPERATIONS[name];
}

export interface InStepParts {
  readonly onInstances: InstanceOperations;
  readonly onTasks: TaskOperations;
  readonly migrate: Migrate;
}

/** Does what needs a step, in a service. */
export function createRunInStep({ onInstances, onTasks, migrate }: InStepParts): RunInStep {
  const operations: Operations<RequestedName> = {
    'instances.suspend': (id, options: OperationOptions) => applied(onInstances.suspend(id, options)),
    'instances.activate': (id, options: OperationOptions) => applied(onInstances.activate(id, options)),
    'instances.terminate': (id, options: TerminateOptions) => applied(onInstances.terminate(id, options)),
    'instances.setVariables': (id, { variables, ...options }: VariablesRequest) =>
      applied(onInstances.setVariables(id, variables, options)),
    'instances.migrate': async (id, options: MigrateOptions) => {
      const { instances } = await migrate({ ...options, instanceIds: [id] });
      const [{ outcome, refusals } = { outcome: 'unchanged', refusals: [] }] = instances;
      if (outcome === 'migrated') return;
      const why =
        outcome === 'unchanged' ? 'it runs this definition already' : refusals.map(({ text }) => text).join('; ');
      throw new InputError('ERR_INPUT_INVALID', `The instance ${id} was not migrated: ${why}.`);
    },
    'tasks.recall': (id, options: RecallOptions) => applied(onTasks.recall(id, options)),
    'tasks.reassign': (id, options: ReassignOptions) => applied(onTasks.reassign(id, options)),
  };
  return async (name, id, options) => operations[name](id, options as never);
}

/** The options of `setVariables`, with the variables themselves. */
export type VariablesRequest = VariablesOptions & { readonly variables: Readonly<Record<string, unknown>> };

/** @throws {InputError} the operation was refused, and changed nothing */
async function applied(operation: Promise<Verdict>): Promise<Verdict> {
  const verdict = await operation;
  if (verdict.kind === 'applied') return verdict;
  if (verdict.kind === 'suspended') throw new StepError('ERR_SUSPENDED', verdict.message);
  throw new InputError('ERR_INPUT_INVALID', verdict.message);
}
