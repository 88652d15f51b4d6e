import * as elements from 'bpmn-elements';
import { readDecision } from '../../variables/conditions.ts';
import { type ElementContext, startCopyForArrival } from '../copies/start-copies.ts';
import type { EngineMessage } from '../engine-internals.ts';
import { type RunContext, runContextOf } from '../run-context.ts';
import { isTerminated } from './instance-termination.ts';

type Evaluated = (error: Error | null, result?: unknown) => void;

/** The members of the engine's class that are overridden; its declarations export only the type. */
interface EngineSequenceFlow {
  readonly id: string;
  /** Name in the diagram; absent if it has none. */
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
  /** The evaluation of the source's outgoing flows in which it was taken. */
  readonly evaluationId?: string;
}

interface FlowContext extends ElementContext {
  getOutboundSequenceFlows(nodeId: string): readonly TakeOnlySequenceFlow[];
}

const EngineSequenceFlow = (elements as unknown as { SequenceFlow: new (...args: unknown[]) => EngineSequenceFlow })
  .SequenceFlow;

/**
 * A sequence flow that is either taken or not taken, but never "discarded".
 *
 * The engine discards flows that are not taken, and a join counts a discard as an arrived token: a split and merge, or a
 * rework loop, between a parallel fork and its join makes the join fire early.
 * The engine also takes only one of several flows between the same two nodes; here all are taken.
 * If the target is already running, a copy of it is started for the token.
 * The run decides whether the flow is taken, because a press, a vote or the result of a script may decide it.
 */
export class TakeOnlySequenceFlow extends EngineSequenceFlow {
  readonly #context: FlowContext;
  #chosenIn: string | undefined;

  constructor(definition: object, context: FlowContext) {
    super(definition, context);
    this.#context = context;
  }

  override take(content: TokenContent): void {
    if (isTerminated(this.#context) || runContextOf(this.environment).hasFailed()) return;
    super.take(content);
    startCopyForArrival(this.#context, this.targetId);
    const { evaluationId, sequenceId } = content;
    if (evaluationId === undefined) return;
    for (const flow of this.#context.getOutboundSequenceFlows(this.sourceId)) {
      if (flow === this || flow.targetId !== this.targetId || flow.#chosenIn !== evaluationId) continue;
      EngineSequenceFlow.prototype.take.call(flow, { ...content, sequenceId: `${sequenceId}_${flow.id}` });
      startCopyForArrival(this.#context, this.targetId);
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
      done(error ?? this.#findNoneTaken(message), isTaken);
    };
    if (taken !== undefined) decided(null, taken);
    else super.evaluate(message, (error, result) => (error ? decided(error) : this.#decide(result, decided)));
  }

  /** The engine asks the flows in their order, the default flow last, and its own error says nothing of their conditions. */
  #findNoneTaken(message: EngineMessage): Error | null {
    const flows = this.#context.getOutboundSequenceFlows(this.sourceId);
    const isTaken = flows.some((flow) => flow.isDefault || flow.#chosenIn === message.content.executionId);
    if (isTaken || flows.at(-1) !== this) return null;
    const asked = { ...message, environment: this.environment } as EngineMessage;
    return runContextOf(this.environment).explainNoneTaken(flows, asked);
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
