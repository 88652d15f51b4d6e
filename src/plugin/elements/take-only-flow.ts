import * as elements from 'bpmn-elements';
import type { EngineMessage } from '../engine-internals.ts';
import { readCondition } from '../read-condition.ts';
import { type RunContext, runContextOf } from '../run-context.ts';

type Evaluated = (error: Error | null, result?: unknown) => void;

/** What the engine's own class does, as far as it is overridden; its declarations give the type, not the class. */
interface EngineSequenceFlow {
  readonly id: string;
  readonly sourceId: string;
  readonly environment: { readonly options: object };
  discard(content: object): void;
  evaluate(message: EngineMessage, done: Evaluated): void;
}
const EngineSequenceFlow = (elements as unknown as { SequenceFlow: new (...args: unknown[]) => EngineSequenceFlow })
  .SequenceFlow;

const kRelease = Symbol('release');

/** Content of the one discard that a take-only flow lets through: the release of an inclusive join. */
export function releaseContent(flowId: string, releaseId: string): object {
  // Without a sequence id of its own the process drops the wrong pending message and never ends.
  return { [kRelease]: true, sequenceId: `${flowId}_release_${releaseId}` };
}

/**
 * A sequence flow that a token takes or does not.
 *
 * The engine tells the flows not taken so, and that "discard" travels on to a join, which counts it as arrived:
 * a split and merge, or a rework loop, between a parallel fork and its join makes the join fire early.
 * Behind a gateway that a press or a vote decides, the flow asks the run instead of its condition.
 */
export class TakeOnlySequenceFlow extends EngineSequenceFlow {
  override discard(content: object): void {
    if (kRelease in content) super.discard({ sequenceId: (content as { sequenceId?: string }).sequenceId });
  }

  override evaluate(message: EngineMessage, done: Evaluated): void {
    let chosen: string | undefined;
    try {
      const run: RunContext = runContextOf(this.environment);
      chosen = run.chosenFlow(this.sourceId, message.content);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (chosen !== undefined) done(null, chosen === this.id);
    else super.evaluate(message, (error, result) => (error ? done(error) : this.#decide(result, done)));
  }

  #decide(result: unknown, done: Evaluated): void {
    let taken: boolean;
    try {
      taken = readCondition(result, `condition of flow ${this.id}`);
    } catch (error) {
      done(error as Error);
      return;
    }
    done(null, taken);
  }
}
