import { Activity } from 'bpmn-elements';

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

/**
 * An inclusive gateway that joins. The engine's own has no join at all and fires once per token.
 * It waits for every inbound flow like a parallel one; `releaseInclusiveJoins` gives up those no token can reach.
 */
export function JoiningInclusiveGateway(definition: object, context: object): object {
  return new (Activity as unknown as new (...args: unknown[]) => object)(
    JoinBehaviour,
    { ...definition, isParallelGateway: true },
    context,
  );
}
