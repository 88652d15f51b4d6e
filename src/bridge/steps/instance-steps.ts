import { InputError, StoreError } from '../../errors.ts';
import { createLruCache } from '../../lru-cache.ts';
import { needsNoStep, operateOnRows } from '../../plugin/apply/operate-on-rows.ts';
import type { Trigger } from '../../plugin/apply/trigger.ts';
import type { CompiledDefinition } from '../../plugin/compile-definition.ts';
import { runStep, type StepResult } from '../../plugin/step.ts';
import type { DefinitionRow, InstanceRow, Store } from '../../store/store.ts';
import { errorTypeOf, secondsSince } from '../../telemetry/telemetry.ts';
import type { BridgeContext } from '../context/context.ts';
import { guard } from '../context/guard.ts';
import type { Definitions } from '../definitions/definitions.ts';
import { type CommittedStep, createCommitStep, type StepExtras } from './commit-step.ts';
import { isOfTheProcess } from './incidents.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import type { StandIns } from './stand-ins.ts';
import type { StepSettings } from './step-settings.ts';
import { readStoredInstance } from './stored-instance.ts';

export interface InstanceSteps {
  /**
   * Applies a trigger to a stored instance and commits all changes, or none. Steps of one instance run one after the other;
   * a step that loses a race against another bridge runs again on the new snapshot. If a step fails, the instance is
   * ended or suspended without it, so that every instance can be stopped.
   * @param decide called for each attempt with the current instance; returns a trigger, or why there is nothing to do
   * @param found the instance as the caller has just read it; used for the first attempt instead of reading it again
   * @returns `unmatched` for a message or signal for which no element waited; nothing was committed
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`
   * @throws {StepError} such as `ERR_STEP_FAILED` or `ERR_UNEXPECTED`: the instance is unchanged
   * @throws {StoreError} `ERR_BUSY`: other steps were faster `MAX_LOST_RACES` times
   */
  apply<Refusal>(
    instanceId: string,
    decide: (
      instance: InstanceRow,
      definition: () => Promise<CompiledDefinition>,
    ) => Promise<StepPlan | { refuse: Refusal }>,
    found?: InstanceRow,
  ): Promise<{ applied: StepResult } | { refused: Refusal } | { unmatched: true }>;
  /** Runs the first step of a new instance. @returns false if its start key is taken, or its job was already closed */
  start(instance: InstanceRow, trigger: Extract<Trigger, { kind: 'start' }>, extras?: StepExtras): Promise<boolean>;
  idle(): Promise<void>;
  readonly running: number;
}

export interface StepPlan {
  readonly trigger: Trigger;
  /** A new definition that the instance runs from this step on; stored with the step. */
  readonly definition?: { readonly row: DefinitionRow; readonly compiled: CompiledDefinition };
  /** The snapshot to go on from, in place of the stored one. */
  readonly snapshot?: string;
  /** Computes the step and stores nothing. */
  readonly isTrial?: true;
  readonly extras?: StepExtras;
  /** Ends or suspends the instance by its stored rows, although the step may be possible. Default: false. */
  readonly onRows?: boolean;
}

/** Lost races in a row after which a step fails: this is no longer a coincidence. */
const MAX_LOST_RACES = 20;

/** Number of instances whose latest revision is cached. */
const MAX_REVISIONS = 1_000;

/** Why an instance is ended by its rows although no step has failed; for the log. */
const FORCED = { code: null, message: 'An operator asked for it.' } as const;

export interface InstanceStepsParts {
  readonly definitions: Pick<Definitions, 'load'>;
  readonly settings: StepSettings;
  readonly standIns: StandIns;
  /** Called after each commit, because something may be due. */
  readonly onCommitted: () => void;
}

export function createInstanceSteps(context: BridgeContext, parts: InstanceStepsParts): InstanceSteps {
  const { store, clock, log, telemetry } = context;
  const { definitions, settings, standIns, onCommitted } = parts;
  const commitStep = createCommitStep(context, settings);
  const queue = createKeyedQueue();
  /** Revisions after the latest steps of this process: a step on an older row would be lost. */
  const revisions = createLruCache<number>(MAX_REVISIONS);

  async function commit(step: CommittedStep): Promise<StepResult | 'lost'> {
    if (!(await commitStep(step))) return 'lost';
    revisions.set(step.before.instanceId, step.before.revision + 1);
    onCommitted();
    return step.result;
  }

  /** Computes and commits a step once, in a span. */
  async function inSpan(
    { instanceId, processId, definitionId }: InstanceRow,
    trigger: Trigger['kind'],
    work: () => Promise<StepResult | 'lost' | 'unmatched'>,
  ): Promise<StepResult | 'lost' | 'unmatched'> {
    const about = { 'bpmn_bridge.process.id': processId, 'bpmn_bridge.trigger': trigger };
    const attributes = {
      ...about,
      'bpmn_bridge.instance.id': instanceId,
      'bpmn_bridge.definition.id': definitionId,
    };
    const startedAt = performance.now();
    return telemetry.inSpan('bpmn_bridge.step', { attributes }, async (span) => {
      const record = (outcome: string, errorType?: string) => {
        span.set({ 'bpmn_bridge.step.outcome': outcome });
        telemetry.record('bpmn_bridge.step.duration', secondsSince(startedAt), {
          ...about,
          'bpmn_bridge.step.outcome': outcome,
          'error.type': errorType,
        });
      };
      try {
        const result = await work();
        record(typeof result === 'string' ? result : 'committed');
        return result;
      } catch (error) {
        record('failed', errorTypeOf(error));
        throw error;
      }
    });
  }

  async function runAndCommit(
    instance: InstanceRow,
    definition: () => Promise<CompiledDefinition>,
    { trigger, extras = {}, definition: next, snapshot: given, isTrial }: StepPlan,
  ): Promise<StepResult | 'lost' | 'unmatched'> {
    const { instanceId, refusedTaskId } = instance;
    const snapshot = given ?? instance.snapshot;
    const compiled = next?.compiled ?? (await definition());
    return guard(log, { instanceId, trigger: trigger.kind }, async () => {
      const at = clock();
      const result = await standIns.withStandIns((standInFor, membersOf) =>
        runStep(compiled, { instanceId, snapshot, refusedTaskId }, trigger, {
          settings: { ...settings, standInFor, membersOf },
          now: at,
        }),
      );
      // The press of a notifying button is stored even if no element waits for it.
      if (!result.matched && trigger.kind !== 'notify') return 'unmatched';
      if (isTrial) return result;
      const stored = { ...extras, ...(next && { definition: next.row }) };
      return commit({ before: instance, trigger: trigger.kind, result, at, extras: stored });
    });
  }

  async function commitOnRows(
    instance: InstanceRow,
    { trigger, extras = {} }: StepPlan,
    error?: unknown,
  ): Promise<StepResult | 'lost'> {
    const why = error === undefined ? FORCED : isOfTheProcess(error) ? error : undefined;
    if (!needsNoStep(trigger) || why === undefined) throw error;
    const { instanceId } = instance;
    const at = clock();
    const stored = await readStoredInstance(store, instance);
    const result = await standIns.withStandIns(async (standInFor, membersOf) =>
      operateOnRows(stored, trigger, { settings: { ...settings, standInFor, membersOf }, now: at }),
    );
    const { code, message: reason } = why;
    log('step.stopped-as-stored', { instanceId, trigger: trigger.kind, code, reason });
    const all = { ...extras, cancelsCalls: result.changes.ended };
    return commit({ before: instance, trigger: trigger.kind, result, at, extras: all });
  }

  /** A task was circulated, but neither the diagram nor the option `circulation` defines a message. */
  function warnOfMissingNotice(trigger: Trigger, { changes }: StepResult): void {
    if (trigger.kind !== 'circulate' || changes.messages.length > 0) return;
    log('circulation.unnotified', { taskId: trigger.taskId });
  }

  return {
    apply: (instanceId, decide, found) =>
      queue.run(instanceId, async () => {
        for (let race = 0; race < MAX_LOST_RACES; race += 1) {
          const isCurrent = race === 0 && found && (revisions.get(instanceId) ?? 0) <= found.revision;
          const instance = isCurrent ? found : await readInstance(store, instanceId);
          const definition = () => definitions.load(instance.definitionId);
          const plan = await decide(instance, definition);
          if ('refuse' in plan) return { refused: plan.refuse };
          const applied = await inSpan(instance, plan.trigger.kind, () =>
            plan.onRows
              ? commitOnRows(instance, plan)
              : runAndCommit(instance, definition, plan).catch((error: unknown) => commitOnRows(instance, plan, error)),
          );
          if (applied === 'lost') continue;
          if (applied === 'unmatched') return { unmatched: true };
          warnOfMissingNotice(plan.trigger, applied);
          return { applied };
        }
        throw new StoreError('ERR_BUSY', `Other steps of instance ${instanceId} were faster every time: try again.`, {
          details: { instanceId },
        });
      }),

    start: (instance, trigger, extras = {}) =>
      queue.run(instance.instanceId, async () => {
        const definition = await definitions.load(instance.definitionId);
        const { instanceId, processId } = instance;
        const run = async () => {
          const at = clock();
          const facts = { settings, now: at };
          const result = await runStep(definition, { instanceId, snapshot: null }, trigger, facts);
          return commit({ before: instance, trigger: trigger.kind, result, at, extras });
        };
        const outcome = await inSpan(instance, trigger.kind, () =>
          guard(log, { instanceId, processId, trigger: trigger.kind }, run),
        );
        return outcome !== 'lost';
      }),

    idle: () => queue.idle(),
    get running() {
      return queue.size;
    },
  };
}

async function readInstance(store: Store, instanceId: string): Promise<InstanceRow> {
  const instance = await store.getInstance(instanceId);
  if (instance) return instance;
  throw new InputError('ERR_INSTANCE_UNKNOWN', `There is no instance ${instanceId}.`, { details: { instanceId } });
}
