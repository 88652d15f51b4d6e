import { StepError } from '../../errors.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import type { EngineContent } from '../engine/engine-internals.ts';

/** More tokens at one node of a scope in one step can only be a loop that nothing ends. */
const MAX_VISITS = 120;

/** How often a step has reached each node. Finds loops without a wait, which would go on until the stack overflows. */
export class Visits {
  readonly #counts = new Map<string, number>();

  /** Begins again, for what an event or a timer sets off, which are counted themselves. */
  clear(): void {
    this.#counts.clear();
  }

  /** Counts a token. @returns the error once there are too many */
  note({ id = '', parent }: EngineContent): StepError | undefined {
    const nodeId = nodeIdOf(id);
    const place = `${parent?.executionId} ${nodeId}`;
    const count = (this.#counts.get(place) ?? 0) + 1;
    this.#counts.set(place, count);
    if (count <= MAX_VISITS) return undefined;
    return new StepError(
      'ERR_STEP_FAILED',
      `The process contains a loop without a wait: ${nodeId} was reached more than ${MAX_VISITS} times in one step.`,
      { details: { nodeId } },
    );
  }
}
