import { decidingBehaviour } from './deciding-gateway.ts';
import { JoiningParallelGateway } from './joining-parallel-gateway.ts';

/**
 * An inclusive gateway that joins. The engine's inclusive gateway does not join and fires once per token.
 * It waits for every inbound flow, like a parallel gateway; `releaseInclusiveJoins` discards flows that no token can reach.
 */
export function JoiningInclusiveGateway(definition: object, context: object): object {
  return JoiningParallelGateway(definition, context, InclusiveBehaviour);
}

function InclusiveBehaviour(activity: object): object {
  return decidingBehaviour(activity, {});
}
