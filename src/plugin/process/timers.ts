import { ActivityError } from 'bpmn-elements';
import type { ListenerAt } from '../../net/ports.ts';
import { readListenerKey, type TimerState } from '../../net/state.ts';
import type { Instance } from './instance.ts';
import { type Content, messageOf } from './message.ts';

const TYPES = ['timeDuration', 'timeDate', 'timeCycle'] as const;

/** What is kept of a timer: what it was set to, and how often it still fires. */
export interface TimerRound {
  readonly timerType?: (typeof TYPES)[number];
  readonly value?: string;
  readonly repeat?: number;
  readonly startedAt: number;
}

/** When a timer is due: the earliest of what it says. @param before its last round, for a cycle */
export function setTimer(instance: Instance, at: ListenerAt, before?: TimerState): Omit<TimerState, 'kind'> | null {
  const last = before?.round as TimerRound | undefined;
  if (last && (last.repeat === undefined || (last.repeat <= 1 && last.repeat !== -1))) return null;
  const view = instance.viewOf(at.scope);
  const owner = view.owner(at.node.id);
  const index = readListenerKey(at.key).index;
  const { behaviour = {} } =
    ((owner.behaviour.eventDefinitions ?? []) as readonly { behaviour?: Record<string, unknown> }[])[index] ?? {};
  const message = messageOf(instance.contents.ofEvent(at.node, at.owner ?? at.scope));
  const now = Date.now();
  let earliest: { dueAt: number; round: TimerRound } | undefined;
  for (const timerType of TYPES) {
    if (behaviour[timerType] === undefined) continue;
    const value: unknown = view.environment.resolveExpression(String(behaviour[timerType]), message as never);
    const { expireAt, repeat } = value ? parse(value) : { expireAt: new Date(now), repeat: undefined };
    const dueAt = expireAt.getTime();
    if (earliest && earliest.dueAt <= dueAt) continue;
    const left = last?.repeat === undefined ? repeat : last.repeat === -1 ? -1 : last.repeat - 1;
    const round = { timerType, value: String(value), startedAt: now, ...(left !== undefined && { repeat: left }) };
    earliest = { dueAt, round };

    function parse(text: unknown): { expireAt: Date; repeat: number | undefined } {
      try {
        const parsed = owner.eventDefinition(index).parse(timerType, text as string);
        if (!parsed.expireAt?.getTime)
          throw new TypeError(`Parsed ${timerType} "${text}" expireAt failed to resolve to a date`);
        return { expireAt: parsed.expireAt, repeat: parsed.repeat };
      } catch (error) {
        throw new ActivityError((error as Error).message, message as never, error as Error);
      }
    }
  }
  return earliest ?? { dueAt: now, round: { startedAt: now } };
}

/** The timers of an instance that run, by the key of what waits. */
export class RunningTimers {
  readonly #instance: Instance;
  readonly #running = new Map<string, () => void>();

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  start(key: string, { dueAt }: TimerState, content: Content): void {
    this.#clear(key);
    const instance = this.#instance;
    const { timers } = instance.process.environment;
    const { id, type, executionId } = content;
    const registered = timers.register(content);
    const timer = registered.setTimeout(
      () => {
        this.#running.delete(key);
        instance.perform(() => instance.events.fire(key, { state: 'timeout' }));
      },
      Math.max(0, dueAt - Date.now()),
      { id, type, executionId, state: 'timeout' },
    );
    this.#running.set(key, () => registered.clearTimeout(timer));
  }

  /** Stops those that nothing waits for any more. */
  clearPassed(): void {
    for (const key of this.#running.keys()) if (!(key in this.#instance.net.state.listeners)) this.#clear(key);
  }

  clearAll(): void {
    for (const key of this.#running.keys()) this.#clear(key);
  }

  #clear(key: string): void {
    this.#running.get(key)?.();
    this.#running.delete(key);
  }
}
