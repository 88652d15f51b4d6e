import { BridgeError } from '../../errors.ts';
import { describeError } from '../../logger.ts';
import { type EvaluationContext, withContext } from '../../model/expressions/evaluation-context.ts';
import type { Expression } from '../../model/expressions/expression.ts';
import { isTimerStart } from '../../model/files/starts-without-initiator.ts';
import type { EventNode } from '../../model/nodes/event-node.ts';
import { listEvents } from '../../model/nodes/event-node.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import type { CompiledDefinition } from '../../plugin/compile-definition.ts';
import { armTimer, type TimerState } from '../../plugin/outcome/timer-due.ts';
import type { TimerStart } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';
import { isTransient } from './stored-definitions.ts';

/** A timer start event that does not fire any more. */
export const NEVER = { dueAt: null, left: null };

/** The context of expressions of start events; there are no variables yet. */
export type StartSettings = Pick<EvaluationContext, 'timeZone' | 'functions'>;

/** The timer start events of a process at the time of its deployment. */
export function timerStartsOf(model: ProcessModel, deployedAt: number, settings: StartSettings): TimerStart[] {
  return listEvents(model).flatMap((node) => {
    const { nodeId, trigger } = node;
    if (!isTimerStart(node) || trigger.kind !== 'timer') return [];
    const { dueAt, left } = armStart(node, { from: deployedAt }, settings);
    // A cycle whose rounds have all passed does not start; a single date that has passed starts at once.
    const isOver = trigger.form === 'cycle' && dueAt !== null && dueAt <= deployedAt;
    return [{ startNodeId: nodeId, ...(isOver ? NEVER : { dueAt, left }) }];
  });
}

/**
 * Computes when the timer of a start event is due next.
 * @param since.from start of the duration, in epoch milliseconds
 * @param since.left remaining rounds of a cycle
 * @param since.now default: `from`
 */
export function armStart(
  { nodeId, trigger }: EventNode,
  { from, left, now = from }: { readonly from: number; readonly left?: number; readonly now?: number },
  { timeZone, functions }: StartSettings,
): TimerState {
  if (trigger.kind !== 'timer') throw new TypeError(`${nodeId} is no timer`);
  // Deploy refuses expressions that read variables, because there are none before the start.
  const scope = withContext({}, { now, timeZone, functions });
  return armTimer(trigger, nodeId, scope, { from, timeZone, left, now });
}

/** A start event that waits for a message or signal, in the latest definition of a process. */
export interface WaitingStart {
  readonly processId: string;
  readonly startNodeId: string;
}

/** Finds the processes that a message or signal starts, ordered by process id. */
export type FindStarts = (kind: 'message' | 'signal', name: string) => Promise<WaitingStart[]>;

/** A definition that cannot be read, as of another version of the library, is logged once; the others are still searched. */
export function createFindStarts(
  { store, clock, log }: Pick<BridgeContext, 'store' | 'clock' | 'log'>,
  load: (definitionId: string) => Promise<CompiledDefinition>,
  settings: StartSettings,
): FindStarts {
  const unreadable = new Set<string>();
  /** Triggers of the latest definitions. They are small, so all are cached, unlike compiled definitions. */
  const known = new Map<string, readonly StartTrigger[]>();

  /** Evaluates the names each time: they may call functions of the host or read the time. */
  function nameStarts(starts: readonly StartTrigger[]): readonly NamedStart[] {
    const scope = withContext({}, { now: clock(), ...settings });
    return starts.map((start) => ({ ...start, name: String(start.name.evaluate(scope)) }));
  }

  async function startsOf(definitionId: string, processId: string): Promise<readonly NamedStart[]> {
    try {
      const starts = known.get(definitionId) ?? triggersOf(await load(definitionId));
      known.set(definitionId, starts);
      const named = nameStarts(starts);
      unreadable.delete(definitionId);
      return named;
    } catch (error) {
      if (!(error instanceof BridgeError) || isTransient(error)) throw error;
      if (!unreadable.has(definitionId)) log('definition.unreadable', { processId, reason: describeError(error) });
      unreadable.add(definitionId);
      return [];
    }
  }

  return async (kind, name) => {
    const found: WaitingStart[] = [];
    const latest = await store.listLatestDefinitions();
    forgetOthers(known, new Set(latest.map(({ definitionId }) => definitionId)));
    for (const { definitionId, processId } of latest) {
      for (const start of await startsOf(definitionId, processId)) {
        if (start.kind === kind && start.name === name) found.push({ processId, startNodeId: start.startNodeId });
      }
    }
    return found;
  };
}

interface StartTrigger {
  readonly startNodeId: string;
  readonly kind: 'message' | 'signal';
  readonly name: Expression;
}

interface NamedStart extends Omit<StartTrigger, 'name'> {
  readonly name: string;
}

function triggersOf({ model }: CompiledDefinition): StartTrigger[] {
  return listEvents(model).flatMap(({ nodeId, role, trigger }) =>
    role.kind === 'process-start' && (trigger.kind === 'message' || trigger.kind === 'signal')
      ? // Deploy refuses names that read variables: there are none before the start.
        [{ startNodeId: nodeId, kind: trigger.kind, name: trigger.name }]
      : [],
  );
}

function forgetOthers(known: Map<string, unknown>, latest: ReadonlySet<string>): void {
  for (const definitionId of known.keys()) if (!latest.has(definitionId)) known.delete(definitionId);
}
