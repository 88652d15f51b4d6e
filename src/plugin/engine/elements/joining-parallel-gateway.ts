import { Activity } from 'bpmn-elements';
import type { EngineContent, EngineMessage } from '../engine-internals.ts';

interface Behaviour {
  id: string;
  type: string;
  broker: { publish(exchange: string, key: string, content: object): void };
}

/** Passes every token on at once, as the engine's own gateways do. A plain function: the engine calls it with `new`. */
function JoinBehaviour(this: Behaviour, activity: Behaviour): void {
  this.id = activity.id;
  this.type = activity.type;
  this.broker = activity.broker;
}
JoinBehaviour.prototype.execute = function execute(this: Behaviour, { content }: { content: object }): void {
  this.broker.publish('execution', 'execute.completed', { ...content });
};

/** What the engine's own class does, as far as it is used or overridden; its declarations give the type, not the class. */
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
  /** It was delivered, and not acknowledged. */
  readonly pending: boolean;
  ack(): void;
}

const EngineJoin = Activity as unknown as new (...args: unknown[]) => EngineJoin;

/**
 * Fires when a token of each inbound flow has come, takes one of each (BPMN 2.0, 13.4.1), and leaves the others to its
 * next round. The engine's own counts the nodes that the flows come from, so that two flows from one gateway are one to
 * it; and it takes all that have come, so that a second token of one flow is lost.
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

/** A parallel gateway that joins by flows, one token of each per round. @param behaviour of a gateway that also chooses */
export function JoiningParallelGateway(
  definition: object,
  context: object,
  behaviour: unknown = JoinBehaviour,
): object {
  return new Join(behaviour, { ...definition, isParallelGateway: true }, context);
}
