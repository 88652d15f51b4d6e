import { decidingBehaviour } from './deciding-gateway.ts';
import { JoiningParallelGateway } from './joining-parallel-gateway.ts';

/**
 * An inclusive gateway that joins. The engine's own has no join at all and fires once per token.
 * It waits for every inbound flow like a parallel one; `releaseInclusiveJoins` gives up those no token can reach.
 */
export function JoiningInclusiveGateway(definition: object, context: object): object {
  return JoiningParallelGateway(definition, context, InclusiveBehaviour);
}

function InclusiveBehaviour(activity: object): object {
  return decidingBehaviour(activity, {});
}
