import { variablesOf } from '../conditions/condition.ts';
import type { ConditionTrigger, EndTrigger, EventTrigger, TimeRead } from '../draw/graph.ts';
import type { Random } from '../random.ts';
import type { DataMaker } from './data-maker.ts';

/** What may be thrown at a place, because something around it catches that. */
export interface Catchable {
  readonly errors: readonly string[];
  readonly escalations: readonly string[];
}

export const NOTHING_CATCHABLE: Catchable = { errors: [], escalations: [] };

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const START_MS = Date.UTC(2026, 0, 1);

export type Message = EventTrigger & { readonly kind: 'message'; readonly name: string };
interface EventDice {
  readonly random: Random;
  readonly data: DataMaker;
}

const AWAITED_KINDS = ['timer', 'message', 'signal', 'condition'] as const;
type AwaitedKind = (typeof AWAITED_KINDS)[number];
type Heard = EventTrigger & { readonly kind: 'message' | 'signal' };

/** Makes events with names of their own, and what throws them. */
export class EventMaker {
  readonly #random: Random;
  readonly #data: DataMaker;
  #count = 0;
  /** Names of messages and signals whose catcher is gone once it has caught one. */
  readonly #known: Heard[] = [];
  /** Those whose catcher hears every one. */
  readonly #beside: Heard[] = [];

  /** What others wait for, and nothing here does. */
  readonly #abroad: readonly Message[];
  readonly #mark: string;

  /** @param mark what the names end with, which must not be those of another pool */
  constructor({ random, data }: EventDice, mark = '', abroad: readonly Message[] = []) {
    this.#random = random;
    this.#data = data;
    this.#mark = mark;
    this.#abroad = abroad;
  }

  /** Messages that are waited for, once at a time. */
  get messages(): readonly Message[] {
    const isFixed = (event: Heard) => event.kind === 'message' && event.reads === undefined && event.key === undefined;
    return this.#known.filter((event): event is Message => isFixed(event));
  }

  /** A timer, message, signal or condition that is caught once at a time. */
  makeAwaited(kinds: readonly AwaitedKind[] = AWAITED_KINDS): EventTrigger {
    const kind = this.#random.pick(kinds);
    if (kind === 'timer') return this.#makeTimer();
    if (kind === 'condition') return this.#makeCondition(this.#random.chance(0.5));
    const again = this.#known.filter((event) => event.kind === 'signal' && kind === 'signal');
    if (again.length > 0 && this.#random.chance(0.3)) return this.#random.pick(again);
    const event = this.#makeNamed(kind);
    this.#known.push(event);
    return event;
  }

  /** A message by a name that no variable decides. */
  makeKnown(): Message {
    const event = { kind: 'message', name: this.#name('m') } as const;
    this.#known.push(event);
    return event;
  }

  /** One that may be caught again while what it led to still runs; what it leads to must not throw it. */
  makeBeside(): EventTrigger {
    return this.makeBesideOf(this.#random.pick(['timer', 'cycle', 'cycle', 'message', 'signal', 'condition'] as const));
  }

  makeBesideOf(kind: AwaitedKind | 'cycle'): EventTrigger {
    if (kind === 'cycle') {
      const ms = (60 + this.#random.below(600)) * MINUTE_MS;
      const rounds = 2 + this.#random.below(2);
      return { kind: 'timer', form: 'cycle', ms, rounds, ...this.#makeRead({ variable: 'wait2', as: 'minutes' }) };
    }
    if (kind === 'timer') return this.#makeTimer();
    if (kind === 'condition') return this.#makeCondition(true);
    const event = this.#makeNamed(kind);
    this.#beside.push(event);
    return event;
  }

  /** What is caught beside the rest. */
  get beside(): readonly Heard[] {
    return this.#beside;
  }

  makeCaught(kind: 'error' | 'escalation'): EventTrigger {
    return this.#random.chance(0.3) ? { kind } : { kind, code: this.#name(kind === 'error' ? 'E' : 'S') };
  }

  /** A message or signal that something waits for, or that nothing does; an escalation. */
  makeThrown(catchable: Catchable): EndTrigger {
    const random = this.#random;
    const escalation = random.chance(0.6) ? this.#makeEscalation(catchable) : undefined;
    if (escalation) return escalation;
    if (this.#abroad.length > 0 && random.chance(0.5)) return random.pick(this.#abroad);
    if (this.#known.length > 0 && random.chance(0.75)) return random.pick(this.#known);
    const kind = random.pick(['message', 'signal'] as const);
    const event = this.#makeNamed(kind);
    if (random.chance(0.5)) this.#known.push(event);
    return event;
  }

  /** An end that throws what something around it catches. */
  makeCaughtEnd(catchable: Catchable): EndTrigger | undefined {
    const { errors } = catchable;
    return errors.length > 0 ? { kind: 'error', code: this.#random.pick(errors) } : this.#makeEscalation(catchable);
  }

  #makeEscalation({ escalations }: Catchable): EndTrigger | undefined {
    return escalations.length > 0 ? { kind: 'escalation', code: this.#random.pick(escalations) } : undefined;
  }

  /** What an end event throws that ends a branch of its own. */
  makeClosing(catchable: Catchable, mayGoOnBeside: boolean): EndTrigger | undefined {
    const random = this.#random;
    if (catchable.errors.length > 0 && random.chance(mayGoOnBeside ? 0.35 : 0.6)) {
      return { kind: 'error', code: random.pick(catchable.errors) };
    }
    if (!mayGoOnBeside || random.chance(0.25)) return { kind: 'terminate' };
    return random.chance(0.4) ? this.makeThrown(catchable) : undefined;
  }

  #makeTimer(): EventTrigger {
    this.#count += 1;
    const number = 2 + this.#count * 3 + this.#random.below(3);
    const ms = number * (this.#random.chance(0.3) ? SECOND_MS : MINUTE_MS);
    if (this.#random.chance(0.15)) {
      return { kind: 'timer', form: 'date', ms: START_MS + ms, ...this.#makeRead({ variable: 'date1', as: 'text' }) };
    }
    const read = this.#data.random.pick([
      { variable: 'wait1', as: 'minutes' },
      { variable: 'span1', as: 'text' },
    ] as const);
    return { kind: 'timer', form: 'duration', ms, ...this.#makeRead(read) };
  }

  /** Some times are those of a variable. */
  #makeRead(read: Pick<TimeRead, 'variable' | 'as'>): { readonly reads?: TimeRead } {
    const { random } = this.#data;
    return random.chance(0.4) ? { reads: { ...read, language: random.pick(['juel', 'feel'] as const) } } : {};
  }

  /** Some names end with what a variable says, and some messages are about what a variable says. */
  #makeNamed<Kind extends Heard['kind']>(kind: Kind): Heard & { readonly kind: Kind } {
    const { random } = this.#data;
    const [reads, key] = [random.chance(0.2), kind === 'message' && random.chance(0.2)];
    return {
      ...{ kind, name: this.#name(kind[0] ?? '') },
      ...(reads && { reads: 'word1' }),
      ...(key && { key: 'key1' }),
    };
  }

  /** @param listensToOwn so that a script in what it leads to cannot set it off again */
  #makeCondition(listensToOwn: boolean): ConditionTrigger {
    const language = this.#random.pick(['juel', 'feel'] as const);
    const own: ConditionTrigger = { kind: 'condition', variable: this.#name('fact'), listensToOwn, language };
    const { random } = this.#data;
    if (!random.chance(0.4)) return own;
    const reads = this.#data.makeAny();
    const variables = variablesOf(reads);
    // Some read none.
    return variables.length === 0 ? own : { ...own, variable: random.pick(variables), reads };
  }

  #name(letter: string): string {
    this.#count += 1;
    return `${letter}${this.#count}${this.#mark}`;
  }
}
