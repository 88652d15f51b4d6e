import * as elements from 'bpmn-elements';
import { readDecision } from '../../variables/read-condition.ts';
import { type ElementContext, openForTaken } from '../copies/open-for-tokens.ts';
import type { EngineMessage } from '../engine-internals.ts';
import { type RunContext, runContextOf } from '../run-context.ts';

type Evaluated = (error: Error | null, result?: unknown) => void;

/** What the engine's own class does, as far as it is overridden; its declarations give the type, not the class. */
interface EngineSequenceFlow {
  readonly id: string;
  /** As drawn; absent where it has none. */
  readonly name?: string;
  readonly sourceId: string;
  readonly targetId: string;
  readonly isDefault?: boolean;
  readonly environment: { readonly options: object };
  take(content: TokenContent): void;
  discard(): void;
  evaluate(message: EngineMessage, done: Evaluated): void;
}

interface TokenContent {
  readonly sequenceId?: string;
  /** The evaluation of all flows out of the source that made it be taken. */
  readonly evaluationId?: string;
}

interface FlowContext extends ElementContext {
  getOutboundSequenceFlows(nodeId: string): readonly TakeOnlySequenceFlow[];
}

const EngineSequenceFlow = (elements as unknown as { SequenceFlow: new (...args: unknown[]) => EngineSequenceFlow })
  .SequenceFlow;

/**
 * A sequence flow that a token takes or does not.
 *
 * The engine tells the flows not taken so, and that "discard" travels on to a join, which counts it as arrived:
 * a split and merge, or a rework loop, between a parallel fork and its join makes the join fire early.
 * Of several flows taken from one node to another, it takes one: the others are taken with it here.
 * What a token comes to while it is open for another one is opened for it too.
 * The flow asks the run instead of its condition: a press or a vote may decide, or a script that was run before.
 */
export class TakeOnlySequenceFlow extends EngineSequenceFlow {
  readonly #context: FlowContext;
  #chosenIn: string | undefined;

  constructor(definition: object, context: FlowContext) {
    super(definition, context);
    this.#context = context;
  }

  override take(content: TokenContent): void {
    super.take(content);
    openForTaken(this.#context, this.targetId);
    const { evaluationId, sequenceId } = content;
    if (evaluationId === undefined) return;
    for (const flow of this.#context.getOutboundSequenceFlows(this.sourceId)) {
      if (flow === this || flow.targetId !== this.targetId || flow.#chosenIn !== evaluationId) continue;
      EngineSequenceFlow.prototype.take.call(flow, { ...content, sequenceId: `${sequenceId}_${flow.id}` });
      openForTaken(this.#context, this.targetId);
    }
  }

  override discard(): void {}

  override evaluate(message: EngineMessage, done: Evaluated): void {
    let taken: boolean | undefined;
    try {
      const run: RunContext = runContextOf(this.environment);
      const chosen = run.chosenFlow(this.sourceId, message.content);
      const asked = { ...message, environment: this.environment } as EngineMessage;
      if (chosen !== undefined) taken = chosen === this.id;
      else if (!this.isDefault) taken = run.takesFlow(this, asked);
    } catch (error) {
      done(error as Error);
      return;
    }
    const decided: Evaluated = (error, isTaken) => {
      this.#chosenIn = isTaken === true ? message.content.executionId : undefined;
      done(error, isTaken);
    };
    if (taken !== undefined) decided(null, taken);
    else super.evaluate(message, (error, result) => (error ? decided(error) : this.#decide(result, decided)));
  }

  #decide(result: unknown, done: Evaluated): void {
    let taken: boolean;
    try {
      taken = readDecision(result, `condition of flow ${this.id}`);
    } catch (error) {
      done(error as Error);
      return;
    }
    done(null, taken);
  }
}
