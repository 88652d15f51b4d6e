import type { Execution } from 'bpmn-engine';
import { BridgeError, StepError } from '../errors.ts';
import { compileExpression } from '../model/expressions/compile-expression.ts';
import type { Scope } from '../model/expressions/expression.ts';
import type { Button, Countersign, ProcessModel } from '../model/process-model.ts';
import {
  type CountersignTally,
  countersOf,
  countSigner,
  decideVotes,
  emptyTally,
  isComplete,
} from './countersign-rule.ts';
import { resolveCardinality, resolveCollection } from './countersign-size.ts';
import { COUNTERSIGN_MARKS } from './elements/countersign-loop.ts';
import { type EngineContent, type EngineMessage, liveScopes } from './engine-internals.ts';
import { variablesOf } from './job-result.ts';
import type { HandledTask, Ledger, OpenTask, Origin } from './ledger.ts';
import { originOf } from './lineage.ts';
import { readCondition } from './read-condition.ts';
import { releaseInclusiveJoins } from './release-inclusive-joins.ts';
import type { RunContext } from './run-context.ts';
import { listWaits, type Wait } from './waits.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** A press that was found to be right, about to be applied. */
export interface TaskPress {
  readonly taskId: string;
  readonly button: Button;
  readonly account: string;
  readonly opinions: string | null;
  /** When the person pressed, by the center's clock. */
  readonly pressedAt: number;
  readonly variables: Variables;
  readonly now: number;
}

/**
 * One instance in motion on one engine: what the replaced element types ask, and how triggers are applied.
 * Holds the working copy of ledger and variables; throw it away and nothing has happened.
 */
export class InstanceRun implements RunContext {
  readonly model: ProcessModel;
  variables: Variables;
  readonly openTasks: Map<string, OpenTask>;
  readonly openJobs: Map<string, Ledger['openJobs'][string]>;
  readonly origins: Record<string, Origin>;
  readonly handled: Record<string, HandledTask>;
  readonly tallies: Record<string, CountersignTally>;
  lastHandledTaskId: string | null;
  /** Origin of the activity that completed last: of the end, once the instance has ended. */
  completedOrigin: Origin = null;
  ended = false;
  failure: unknown;

  readonly #choices = new Map<string, { readonly gatewayId: string; readonly flowId: string }>();

  constructor(model: ProcessModel, ledger: Ledger, variables: Variables) {
    this.model = model;
    this.variables = variables;
    this.openTasks = new Map(Object.entries(ledger.openTasks));
    this.openJobs = new Map(Object.entries(ledger.openJobs));
    this.origins = { ...ledger.origins };
    this.handled = { ...ledger.handled };
    this.tallies = { ...ledger.tallies };
    this.lastHandledTaskId = ledger.lastHandledTaskId;
  }

  /** Given to the engine as its listener. Takes notes and never throws: a throwing listener ends the run. */
  readonly listener = {
    emit: (name: string, api?: { content?: EngineContent }): boolean => {
      const content = api?.content;
      if (name === 'activity.enter' && content?.executionId) {
        this.origins[content.executionId] = originOf(content, this.origins);
      } else if (name === 'activity.end' && content?.executionId) {
        this.completedOrigin = this.origins[content.executionId] ?? null;
      } else if (name === 'definition.leave') {
        this.ended = true;
      } else if (name === 'activity.error' || name === 'definition.error') {
        this.failure ??= content?.error ?? new Error(name);
      }
      return true;
    },
  };

  chosenFlow(gatewayId: string, gateway: EngineContent): string | undefined {
    const token = gateway.inbound?.at(-1);
    const rootId = token?.evaluationId;
    const choice = rootId === undefined ? undefined : this.#choices.get(rootId);
    if (choice?.gatewayId === gatewayId) return choice.flowId;

    const countersign = token?.sourceId === undefined ? undefined : this.countersignOf(token.sourceId);
    if (countersign?.votes?.gatewayId === gatewayId) {
      const result = decideVotes(countersign, this.tallies[rootId ?? ''] ?? emptyTally(0));
      if (result !== 'open') return countersign.votes[result];
    }
    if (!this.model.routedGateways.has(gatewayId)) return undefined;
    throw new StepError(
      'ERR_STEP_FAILED',
      `Gateway ${gatewayId} is decided by a button, and none of its buttons was pressed.`,
      { details: { elementId: gatewayId } },
    );
  }

  countersignOf(nodeId: string): Countersign | undefined {
    return this.model.userTasks.get(nodeId)?.countersign ?? this.model.services.get(nodeId)?.countersign;
  }

  resolve(text: string, message: EngineMessage): unknown {
    const nodeId = message.content.id ?? '';
    switch (text) {
      case COUNTERSIGN_MARKS.collection:
        return resolveCollection(this.countersignOf(nodeId), nodeId, this.variables);
      case COUNTERSIGN_MARKS.cardinality:
        return resolveCardinality(this.countersignOf(nodeId), nodeId, this.variables);
      case COUNTERSIGN_MARKS.completion:
        return this.#isCountersignOver(message.content);
      default:
        return compileExpression(text).evaluate(this.scopeOf(message.content));
    }
  }

  /** What an expression sees at an activity: the variables, and in an iteration its element and counters. */
  scopeOf(content: EngineContent): Scope {
    const countersign = content.id === undefined ? undefined : this.countersignOf(content.id);
    if (!countersign || content.index === undefined) return this.variables;
    const { elementVariable } = countersign;
    const tally = this.tallies[rootOf(content)] ?? emptyTally(content.loopCardinality ?? 0);
    return {
      ...this.variables,
      ...(elementVariable !== undefined && { [elementVariable]: content[elementVariable] }),
      ...countersOf(tally, countersign.sequential, content.index),
    };
  }

  /** Completes the task of a press. @throws {StepError} when the engine does not wait for it */
  press(execution: Execution, press: TaskPress): void {
    const { taskId, button } = press;
    const [executionId, task] = [...this.openTasks].find(([, open]) => open.taskId === taskId) ?? [];
    if (executionId === undefined || task === undefined) throw vanished('task', taskId);
    const wait = this.#waitOf(execution, executionId, taskId);

    this.openTasks.delete(executionId);
    this.handled[taskId] = {
      taskId,
      nodeId: task.nodeId,
      handler: press.account,
      handledAt: press.pressedAt,
      appliedAt: press.now,
      opinions: press.opinions,
      handleStatus: button.label,
      reported: false,
    };
    this.lastHandledTaskId = taskId;
    this.origins[wait.rootId] = taskId;
    this.variables = {
      ...this.variables,
      outcome: button.nextNodeKey ?? button.key,
      opinions: press.opinions,
      handler: press.account,
      ...press.variables,
    };
    this.#applyEffect(button, wait);
    if (this.countersignOf(task.nodeId)) this.#countSigner(wait, button);
    wait.api.signal({ taskId });
    this.settle(execution);
  }

  /** Hands the result of a job to the engine. @throws {StepError} when the engine does not wait for it */
  completeJob(execution: Execution, executionId: string, result: unknown): void {
    const job = this.openJobs.get(executionId);
    if (!job) throw vanished('job', executionId);
    const wait = this.#waitOf(execution, executionId, executionId);
    this.openJobs.delete(executionId);
    this.origins[wait.rootId] = job.origin;
    const service = this.model.services.get(job.nodeId);
    if (service)
      this.variables = { ...this.variables, ...variablesOf(service, result, this.scopeOf(wait.api.content)) };
    if (this.countersignOf(job.nodeId)) this.#countSigner(wait, undefined);
    wait.api.signal({ done: true });
    this.settle(execution);
  }

  /**
   * Brings the engine to rest. Nothing in it awaits, so it is at rest but for the inclusive joins.
   * @throws {StepError} `ERR_STEP_FAILED`: the engine ended in an error; its state is lost, the one before is not
   */
  settle(execution: Execution): void {
    while (!this.ended && this.failure === undefined && liveScopes(execution).some(releaseInclusiveJoins));
    if (this.failure !== undefined) throw asStepError(this.failure);
    this.#choices.clear();
  }

  #waitOf(execution: Execution, executionId: string, id: string): Wait {
    const wait = listWaits(execution).find((candidate) => candidate.executionId === executionId);
    if (!wait) throw vanished('wait', id);
    return wait;
  }

  #applyEffect({ effect }: Button, wait: Wait): void {
    if (effect.kind === 'set') this.variables = { ...this.variables, [effect.variable]: effect.value };
    // Signers of a countersign do not route: their votes do, once it is over.
    if (effect.kind === 'route' && !this.countersignOf(wait.nodeId)) this.#choices.set(wait.rootId, effect);
  }

  #countSigner(wait: Wait, button: Button | undefined): void {
    const tally = countSigner(
      this.tallies[wait.rootId] ?? emptyTally(wait.api.content.loopCardinality ?? 0),
      button?.vote,
    );
    this.tallies[wait.rootId] = tally;
    if (button?.vote === undefined) return;
    this.variables = { ...this.variables, approvals: tally.approvals, rejections: tally.rejections };
  }

  #isCountersignOver(content: EngineContent): boolean {
    const countersign = content.id === undefined ? undefined : this.countersignOf(content.id);
    if (!countersign) return false;
    const tally = this.tallies[rootOf(content)] ?? emptyTally(content.loopCardinality ?? 0);
    if (countersign.votes) return decideVotes(countersign, tally) !== 'open';
    if (countersign.completion) return isComplete(countersign.completion, tally);
    return readCondition(countersign.condition?.evaluate(this.scopeOf(content)), `completion of ${content.id}`);
  }
}

/** The activity's own execution, from that of one iteration, `<root>_<index>`. */
function rootOf(content: EngineContent): string {
  return (content.executionId ?? '').replace(/_\d+$/, '');
}

function vanished(what: string, id: string): StepError {
  return new StepError('ERR_STEP_FAILED', `The engine does not wait for ${what} ${id}.`, { details: { id } });
}

function asStepError(failure: unknown): StepError {
  if (failure instanceof StepError) return failure;
  const cause = failure instanceof Error ? failure : undefined;
  // The engine wraps what an expression of ours threw.
  const inner = (failure as { inner?: unknown } | undefined)?.inner;
  if (inner instanceof BridgeError) return new StepError(inner.code, inner.message, { cause: inner });
  return new StepError('ERR_STEP_FAILED', `The process cannot go on: ${cause?.message ?? 'the engine failed'}`, {
    cause,
  });
}
