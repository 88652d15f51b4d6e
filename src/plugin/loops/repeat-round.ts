import { isDeepStrictEqual } from 'node:util';
import type { EvaluationContext } from '../../model/expressions/evaluation-context.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import { keepOutput, outputsOf } from '../engine/multi-instance/collect-outputs.ts';
import { readSize } from '../engine/multi-instance/multi-instance-size.ts';
import { emptyTally, type MultiInstanceTally } from '../engine/multi-instance/multi-instance-tally.ts';
import { armTimer } from '../outcome/timer-due.ts';
import type { Listening } from '../state/ledger.ts';
import {
  type AllVariables,
  passVariables,
  scopeIn,
  type VariableScope,
  type Variables,
  variablesOf,
  withVariables,
} from '../variables/called-variables.ts';
import { computeNames } from '../variables/compute-names.ts';
import { computeVariables } from '../variables/compute-variables.ts';
import { hasChangeFor, isMet } from '../variables/conditional-events.ts';
import { decideCondition } from '../variables/decide-condition.ts';
import type { AskedCondition, PathEntry, RoundState } from './path-entry.ts';

/**
 * Computes a round again, with other variables.
 * @param hear is told the computed names, if they may be others
 * @returns the state after it; undefined if it takes another way
 */
export function repeatRound(
  path: readonly PathEntry[],
  before: RoundState,
  context: EvaluationContext,
  hear?: (names: Listening) => void,
): RoundState | undefined {
  const repetition = new Repetition(before, context, hear);
  if (!path.every((entry, at) => repetition.take(entry, at))) return undefined;
  return { all: repetition.variables, seen: repetition.seen };
}

class Repetition {
  variables: AllVariables;
  seen: AllVariables;
  readonly #context: EvaluationContext;
  /** Multi-instances that began in it, by their place in the path. */
  readonly #tallies = new Map<number, MultiInstanceTally>();
  readonly #hear: ((names: Listening) => void) | undefined;
  #computed: Variables = {};

  constructor({ all, seen }: RoundState, context: EvaluationContext, hear?: (names: Listening) => void) {
    this.variables = all;
    this.seen = seen;
    this.#context = context;
    this.#hear = hear;
  }

  /** @returns whether the round comes to the same as it did, so far as it decides the way */
  take(entry: PathEntry, at: number): boolean {
    switch (entry.kind) {
      case 'decision':
        return decideCondition(entry.condition, this.#see(entry.scope), 'condition') === entry.taken;
      case 'named':
      case 'unheard':
        return this.#namesAgain(entry);
      case 'conditions':
        return this.#asksAgain(entry.asked);
      case 'timer':
        return this.#isDueAgain(entry);
      case 'assignment':
        this.#computed = computeVariables(entry.service, this.#see(entry.scope)) ?? {};
        return this.#set(entry.scope, this.#computed);
      case 'size':
        this.#tallies.set(at, emptyTally(entry.size.instances));
        return isDeepStrictEqual(readSize(entry.multiInstance, entry.nodeId, this.#see(entry.scope)), entry.size);
      case 'result':
        return this.#keepResult(entry, at - entry.began);
      case 'results': {
        const tally = this.#tallies.get(at - entry.began);
        return (
          tally !== undefined &&
          this.#set(entry.around, outputsOf(entry.output, tally, variablesOf(this.variables, entry.around)))
        );
      }
      case 'code':
        return this.#set(entry, entry.values);
      case 'passing':
        this.variables = passVariables(this.variables, entry.passing, this.#context);
        return true;
      default:
        return true;
    }
  }

  #see(scope: VariableScope): Scope {
    return scopeIn(scope, this.variables, this.#context);
  }

  #namesAgain(entry: PathEntry & { readonly kind: 'named' | 'unheard' }): boolean {
    const names = computeNames(entry.trigger, this.#see(entry.scope));
    if (this.#hear) {
      this.#hear(names);
      return true;
    }
    return entry.kind === 'named' ? isDeepStrictEqual(names, entry.names) : !entry.listened.includes(names.name ?? '');
  }

  /** Whether it fires in this step as it did before: timers go in the order of their times. */
  #isDueAgain({ trigger, nodeId, scope, dueAt: before }: PathEntry & { readonly kind: 'timer' }): boolean {
    const { now, timeZone } = this.#context;
    const { dueAt } = armTimer(trigger, nodeId, this.#see(scope), { from: now, timeZone });
    return dueAt === before || ((dueAt ?? Infinity) > now && (before ?? Infinity) > now);
  }

  #asksAgain(asked: readonly AskedCondition[]): boolean {
    const change = { before: this.seen, now: this.variables };
    this.seen = this.variables;
    return asked.every(
      ({ trigger, scope, hasChanged, isMet: wasMet }) =>
        (hasChanged === undefined || hasChangeFor(trigger, scope.callId, change) === hasChanged) &&
        (wasMet === undefined || isMet(trigger.condition, this.#see(scope), 'condition') === wasMet),
    );
  }

  #set({ callId }: { readonly callId: string | undefined }, values: Variables): true {
    this.variables = withVariables(this.variables, callId, values);
    return true;
  }

  #keepResult(result: PathEntry & { readonly kind: 'result' }, beginning: number): boolean {
    const tally = this.#tallies.get(beginning);
    if (!tally) return false;
    const own = result.hasOwn ? this.#computed : undefined;
    const given = { scope: this.#see(result.scope), own };
    this.#tallies.set(beginning, keepOutput(tally, result.output, result.index, given));
    return true;
  }
}
