import { Activity } from 'bpmn-elements';
import type { EngineContent } from '../engine-internals.ts';

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

interface JoinActivity {
  readonly broker: {
    getQueue(name: string): { queueMessage(fields: object, content: object, properties: object): void };
  };
  run(content?: EngineContent): void;
}

/**
 * A parallel gateway that takes one token of each flow when it fires (BPMN 2.0, 13.4.1) and keeps the others for its
 * next round. The engine's own takes all that have come: a second token of one flow is lost, and what would have been its
 * partner waits for ever.
 */
export function JoiningParallelGateway(definition: object, context: object): object {
  const gateway = new (Activity as unknown as new (...args: unknown[]) => JoinActivity)(
    JoinBehaviour,
    { ...definition, isParallelGateway: true },
    context,
  );
  const run = gateway.run.bind(gateway);
  gateway.run = (content) => {
    if (!content?.inbound) return run(content);
    const taken = new Map<unknown, NonNullable<EngineContent['inbound']>[number]>();
    for (const token of content.inbound) {
      if (!taken.has(token.id)) taken.set(token.id, token);
      else gateway.broker.getQueue('inbound-q').queueMessage({ routingKey: 'flow.take' }, { ...token }, {});
    }
    run({ ...content, inbound: [...taken.values()] });
  };
  return gateway;
}
