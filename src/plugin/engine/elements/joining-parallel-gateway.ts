import { Activity } from 'bpmn-elements';
import type { EngineContent, EngineMessage } from '../engine-internals.ts';

interface Behaviour {
  id: string;
  type: string;
  broker: { publish(exchange: string, key: string, content: object): void };
}

/** Passes every token on at once, like the engine's gateways. A plain function, because the engine calls it with `new`. */
function JoinBehaviour(this: Behaviour, activity: Behaviour): void {
  this.id = activity.id;
  this.type = activity.type;
  this.broker = activity.broker;
}
JoinBehaviour.prototype.execute = function execute(this: Behaviour, { content }: { content: object }): void {
  this.broker.publish('execution', 'execute.completed', { ...content });
};

/** The members of the engine's class that are used or overridden; its declarations export only the type. */
interface EngineJoin {
  readonly inbound: readonly unknown[];
  readonly broker: {
    getQueue(name: string): { readonly messages: readonly JoinMessage[] };
    cancel(consumerTag: string): void;
  };
  run(content: EngineContent): void;
  _onJoinInbound(): void;
}

interface JoinMessage extends EngineMessage {
  /** Delivered, but not acknowledged. */
  readonly pending: boolean;
  ack(): void;
}

const EngineJoin = Activity as unknown as new (...args: unknown[]) => EngineJoin;

/**
 * Fires when each inbound flow has a token, consumes one token of each (BPMN 2.0, 13.4.1), and keeps the others for its
 * next round. The engine's gateway counts source nodes instead of flows, so two flows from one node count as one; and it
 * consumes all tokens, so a second token of one flow is lost.
 */
class Join extends EngineJoin {
  override _onJoinInbound(): void {
    const first = new Map<unknown, JoinMessage>();
    for (const message of this.broker.getQueue('inbound-q').messages) {
      if (message.pending && !first.has(message.content.id)) first.set(message.content.id, message);
    }
    if (first.size < this.inbound.length) return;

    for (const message of first.values()) message.ack();
    this.broker.cancel('_run-on-inbound');
    this.run({ inbound: [...first.values()].map(({ content }) => ({ ...content })) });
  }
}

/** A parallel gateway that consumes one token of each inbound flow per round. @param behaviour for gateways with conditions */
export function JoiningParallelGateway(
  definition: object,
  context: object,
  behaviour: unknown = JoinBehaviour,
): object {
  return new Join(behaviour, { ...definition, isParallelGateway: true }, context);
}
