import { EventEmitter } from 'node:events';
import type { Execution } from 'bpmn-engine';
import { type Broker, type Consumer, getRoutingKeyPattern } from 'smqp';

/** What the declarations of a running engine leave out. */
interface WithBrokers {
  readonly broker: Broker;
  readonly definitions: readonly { readonly broker: Broker }[];
}

/**
 * Consumers that only pass events on: from a process to its definition, and from that to its engine. Their tags are not
 * documented: under other ones they would count as somebody who hears everything.
 */
const PASSING_ON = ['_definition-activity-consumer', '_engine_definition'];

/** Whether anybody hears an event of a process: the listener, or who has subscribed to a broker that it would come to. */
export function isHeard(routingKey: string, process: Broker, execution: Execution, listener: unknown): boolean {
  const { broker, definitions } = execution as unknown as WithBrokers;
  if (listener !== undefined && isListenedTo(routingKey, listener)) return true;
  return [process, ...definitions.map((each) => each.broker), broker].some((each) => isConsumed(routingKey, each));
}

function isListenedTo(routingKey: string, listener: unknown): boolean {
  // What a host has written instead may do anything with an event.
  if (!(listener instanceof EventEmitter) || listener.emit !== EventEmitter.prototype.emit) return true;
  if (listener.listenerCount(routingKey) > 0) return true;
  return routingKey === 'activity.wait' && listener.listenerCount('wait') > 0;
}

function isConsumed(routingKey: string, broker: Broker): boolean {
  const passing = PASSING_ON.map((tag) => (broker.getConsumer(tag) as Consumer | undefined)?.queueName);
  const bindings = broker.getExchange('event')?.bindings ?? [];
  return bindings.some(({ queue, pattern }) => !passing.includes(queue.name) && matches(pattern, routingKey));
}

const patterns = new Map<string, ReturnType<typeof getRoutingKeyPattern>>();

function matches(pattern: string, routingKey: string): boolean {
  const known = patterns.get(pattern) ?? getRoutingKeyPattern(pattern);
  // Patterns may name execution ids, of which there is no end.
  if (patterns.size < 100) patterns.set(pattern, known);
  return known.test(routingKey);
}
