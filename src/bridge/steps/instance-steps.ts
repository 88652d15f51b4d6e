import { InputError, StoreError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import { needsNoEngine, operateWithoutEngine } from '../../plugin/apply/operations/operate-without-engine.ts';
import type { Trigger } from '../../plugin/apply/trigger.ts';
import type { CompiledDefinition } from '../../plugin/definition.ts';
import { runStep, type StepResult } from '../../plugin/step.ts';
import type { DefinitionRow, IncidentRow, InstanceRow, Store } from '../../store/port.ts';
import type { Definitions } from '../definitions/definitions.ts';
import type { EmitEvent } from '../events.ts';
import { createLruCache } from '../lru-cache.ts';
import { judgeDrawnMessages } from './drawn-messages.ts';
import type { Guard } from './guard.ts';
import { isOfTheProcess } from './incidents.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import type { StandIns } from './stand-ins.ts';
import { type StepExtras, toStepCommit } from './step-commit.ts';
import { handledAndGone } from './step-history.ts';
import type { StepSettings } from './step-settings.ts';
import { readStoredInstance } from './stored-instance.ts';

export interface InstanceSteps {
  /**
   * Applies a trigger to a stored instance and commits what it did, as a whole or not at all. Steps of one instance run
   * one after the other; one that loses the race to another node runs again on the new snapshot. An end or a suspension
   * is made without the engine where that cannot make it, so that there is no instance that nobody can stop.
   * @param decide looks at the instance as the step finds it, each time: a trigger, or why there is nothing to do
   * @param found the instance as the caller has just read it: the step is tried on it before it is read again
   * @returns `unmatched` for a message or signal that nothing waited for: nothing was committed
   * @throws {InputError} `ERR_INSTANCE_UNKNOWN`
   * @throws {StepError} `ERR_STEP_FAILED`, `ERR_UNEXPECTED` and their kin: the instance is as it was
   * @throws {StoreError} `ERR_BUSY`: other steps were quicker, again and again
   */
  apply<Refusal>(
    instanceId: string,
    decide: (
      instance: InstanceRow,
      definition: () => Promise<CompiledDefinition>,
    ) => Promise<StepPlan | { refuse: Refusal }>,
    found?: InstanceRow,
  ): Promise<{ applied: StepResult } | { refused: Refusal } | { unmatched: true }>;
  /** Runs the first step of a new instance. @returns false when its start key is taken, or a job it closes is over */
  start(instance: InstanceRow, trigger: Extract<Trigger, { kind: 'start' }>, extras?: StepExtras): Promise<boolean>;
  idle(): Promise<void>;
  readonly running: number;
}

export interface StepPlan {
  readonly trigger: Trigger;
  /** What the instance runs from this step on, where it is not what it ran before: stored with the step. */
  readonly definition?: { readonly row: DefinitionRow; readonly compiled: CompiledDefinition };
  readonly extras?: StepExtras;
}

/** After so many lost races in a row something is wrong with the store, not with the luck. */
const MAX_LOST_RACES = 20;

/** So many instances are moved here at once, at the most. */
const MOST_REVISIONS = 1_000;

export interface InstanceStepsParts {
  readonly store: Store;
  readonly definitions: Pick<Definitions, 'load'>;
  readonly settings: StepSettings;
  readonly standIns: StandIns;
  readonly clock: () => number;
  /** Called after each commit: something may be due. */
  readonly onCommitted: () => void;
  readonly emit: EmitEvent;
  readonly guard: Guard;
  readonly logger: Pick<Logger, 'warn'>;
}

export function createInstanceSteps(parts: InstanceStepsParts): InstanceSteps {
  const { store, definitions, settings, standIns, clock, onCommitted, emit, guard, logger } = parts;
  const queue = createKeyedQueue();
  /** Of the last steps here: what was read before one of them is not worth a step that would be lost. */
  const revisions = createLruCache<number>(MOST_REVISIONS);

  async function commit(before: InstanceRow, result: StepResult, at: number, extras: StepExtras): Promise<boolean> {
    const warnings = judgeDrawnMessages(result.changes.messages, settings.messageTypes);
    const step = toStepCommit({ before, result, extras, at, signingKeyId: settings.signingKeyId });
    const isKnown = step.incident !== undefined && (await stands(step.incident));
    if ((await store.commitStep(step)) === 'lost') return false;
    revisions.set(before.instanceId, before.revision + 1);
    for (const each of warnings) logger.warn('a message has values that nothing reads', { ...each });
    emitStep(before, result, extras, emit);
    if (step.incident && !isKnown) emit('incident', step.incident);
    onCommitted();
    return true;
  }

  /** Each step of an instance that nothing can move finds the same. */
  async function stands({ instanceId, code, subject }: IncidentRow): Promise<boolean> {
    if (instanceId === null) return false;
    const open = await store.listIncidents({ instanceId, open: true });
    return open.some((other) => other.code === code && other.subject === subject);
  }

  async function runAndCommit(
    instance: InstanceRow,
    definition: () => Promise<CompiledDefinition>,
    { trigger, extras = {}, definition: next }: StepPlan,
  ): Promise<StepResult | 'lost' | 'unmatched'> {
    const { instanceId, snapshot } = instance;
    const compiled = next?.compiled ?? (await definition());
    return guard({ instanceId, trigger: trigger.kind }, async () => {
      const at = clock();
      const result = await standIns.withStandIns((standInFor, membersOf) =>
        runStep(compiled, { instanceId, snapshot }, trigger, {
          settings: { ...settings, standInFor, membersOf },
          now: at,
        }),
      );
      // A button that nothing listens to was pressed all the same.
      if (!result.matched && trigger.kind !== 'notify') return 'unmatched';
      const heard = result.matched ? extras : { ...extras, ...extras.unheard };
      const stored = { ...heard, ...(next && { definition: next.row }) };
      return (await commit(instance, result, at, stored)) ? result : 'lost';
    });
  }

  async function commitWithoutEngine(
    instance: InstanceRow,
    { trigger, extras = {} }: StepPlan,
    error: unknown,
  ): Promise<StepResult | 'lost'> {
    if (!needsNoEngine(trigger) || !isOfTheProcess(error)) throw error;
    const { instanceId } = instance;
    const at = clock();
    const stored = await readStoredInstance(store, instance);
    const result = await standIns.withStandIns(async (standInFor, membersOf) =>
      operateWithoutEngine(stored, trigger, { settings: { ...settings, standInFor, membersOf }, now: at }),
    );
    const { code, message } = error;
    logger.warn('no step of the instance can be computed; it was stopped in its stored state', {
      instanceId,
      trigger: trigger.kind,
      code,
      message,
    });
    const all = { ...extras, cancelsCalls: result.changes.ended };
    return (await commit(instance, result, at, all)) ? result : 'lost';
  }

  /** People were named for it, and neither the diagram nor the option `circulation` says what they are sent. */
  function warnOfMissingNotice(trigger: Trigger, { changes }: StepResult): void {
    if (trigger.kind !== 'circulate' || changes.messages.length > 0) return;
    logger.warn(
      'a task was circulated, but nobody is notified: draw a notice in the diagram, or set the option circulation',
      {
        taskId: trigger.taskId,
      },
    );
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
          const applied = await runAndCommit(instance, definition, plan).catch((error: unknown) =>
            commitWithoutEngine(instance, plan, error),
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
        return guard({ instanceId, processId, trigger: trigger.kind }, async () => {
          const at = clock();
          const result = await runStep(definition, { instanceId, snapshot: null }, trigger, { settings, now: at });
          return commit(instance, result, at, extras);
        });
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

function emitStep(
  { instanceId, processId, revision }: InstanceRow,
  { changes, matched }: StepResult,
  { action }: StepExtras,
  emit: EmitEvent,
): void {
  if (action) emit('action', { instanceId, ...action, matched });
  if (revision === 0) emit('instance.started', { instanceId, processId });
  const { handled, gone } = handledAndGone(changes);
  for (const { taskId, nodeId, handler, handleStatus } of handled) {
    emit('task.handled', { instanceId, taskId, nodeId, handler, handleStatus });
  }
  for (const { taskId, nodeId } of gone) emit('task.gone', { instanceId, taskId, nodeId });
  for (const { taskId, nodeId, handlers, handlingGroups } of changes.created) {
    emit('task.created', { instanceId, taskId, nodeId, handlers, handlingGroups });
  }
  if (changes.ended) emit('instance.ended', { instanceId, processId });
}
