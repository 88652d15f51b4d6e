import type { Execution } from 'bpmn-engine';
import { StepError } from '../errors.ts';
import { compileExpression } from '../model/expressions/compile-expression.ts';
import { type EvaluationContext, withContext } from '../model/expressions/evaluation-context.ts';
import type { Scope } from '../model/expressions/expression.ts';
import type { Countersign, ProcessModel, StandardLoop, Vote } from '../model/process-model.ts';
import {
  type CalledVariablesByCall,
  passVariables,
  scopeAt,
  setVariables,
  type Variables,
  variablesAt,
} from './called-variables.ts';
import { keepOutput, outputsOf } from './collect-outputs.ts';
import { computeVariables } from './compute-variables.ts';
import { BeginningOrder } from './copies/beginning-order.ts';
import { nodeIdOf } from './copies/copy-id.ts';
import { type CountersignTally, countSigner, decideVotes, emptyTally, isComplete } from './countersign-rule.ts';
import { bringOverSize, type CountersignSize, readSize } from './countersign-size.ts';
import { COUNTERSIGN_MARKS } from './elements/countersign-loop.ts';
import { LOOP_OVER_MARK } from './elements/standard-loop.ts';
import { activitiesIn, type EngineActivity, type EngineContent, type EngineMessage } from './engine-internals.ts';
import { countersignOf, iterationVariables, tallyOf } from './iterations.ts';
import type {
  HandledTask,
  Ledger,
  Listening,
  OpenTask,
  Origin,
  PressedPart,
  RunningTimer,
  TimerValues,
} from './ledger.ts';
import { originOf, rootOfIteration } from './lineage.ts';
import { enclosing, type LiveScope, liveScopes } from './live-scopes.ts';
import type { Move } from './moves.ts';
import { labelOf } from './node-label.ts';
import { noteEntered, noteThrough, type TokenTrace } from './note-moves.ts';
import { notePath, type PathTrace } from './note-path.ts';
import { decideCondition, readDecision } from './read-condition.ts';
import type { DrawnFlow, HeldEvent, RunContext } from './run-context.ts';
import type {
  Circulated,
  ComposedMessage,
  EndedBy,
  Interruption,
  ThrownMessage,
  ThrownSignal,
  UnmatchedMessage,
} from './run-notes.ts';

/** What the engine hands its listener: of what is drawn, the activity too. */
interface EngineApi {
  readonly content?: EngineContent;
  readonly owner?: EngineActivity;
}

/**
 * One instance in motion on one engine: its working state, and what the replaced element types ask of it.
 * Throw it away and nothing has happened. Triggers are applied by `trigger.ts` and `settle.ts`.
 */
export class InstanceRun implements RunContext {
  readonly model: ProcessModel;
  /** Of the instance itself. Set them by `setVariables`, which knows those of called processes too. */
  variables: Variables;
  called: CalledVariablesByCall;
  readonly openTasks: Map<string, OpenTask>;
  readonly openJobs: Map<string, Ledger['openJobs'][string]>;
  readonly origins: Record<string, Origin>;
  readonly handled: Record<string, HandledTask>;
  /** Tasks handled in this step, or signed. */
  readonly justHandled = new Set<string>();
  readonly tallies: Record<string, CountersignTally>;
  readonly sizes: Record<string, CountersignSize>;
  readonly timers: Record<string, RunningTimer>;
  readonly listening: Record<string, Listening>;
  lastHandledTaskId: string | null;
  suspendedAt: number | null;
  messageCount: number;
  handledBy: readonly string[];
  readonly timeOuts: Record<string, number>;
  readonly conditionsSeen: Set<string>;
  /** The variables as they were when conditional events were last looked at. */
  variablesSeen: Pick<InstanceRun, 'variables' | 'called'>;
  /** Origin of the activity that completed last: of the end, once the instance has ended. */
  completedOrigin: Origin = null;
  ended = false;
  /** Who ended the instance before its time. */
  endedBy: EndedBy | undefined;
  failure: unknown;
  /** What expressions see beside variables. */
  readonly context: EvaluationContext;
  /** Tells receivers of messages that have no key of their own. */
  readonly businessKey: string | null;
  /** The start event the instance is started by; undefined: the plain one. */
  startNodeId: string | undefined;
  /** The engine's execution, known from its first event on. */
  execution: Execution | undefined;
  /** Event definitions that hold a token, in the order in which it reached them. */
  readonly entered = new Set<HeldEvent>();
  readonly interruptions: Interruption[] = [];
  readonly unmatched: UnmatchedMessage[] = [];
  readonly signals: ThrownSignal[] = [];
  /** When the timers that fired in this step were due: a further round of a cycle counts from it, and is the same cycle. */
  readonly rounds = new Map<string, { readonly at: number; readonly cycle: TimerValues | undefined }>();
  readonly trace: TokenTrace = { moves: new Map(), ends: [], takers: [] };
  readonly path: PathTrace = { flows: new Set(), nodes: new Set(), undecided: new Set() };
  /** How often something was set off in this step. */
  readonly repeats = new Map<string, number>();
  readonly #began: BeginningOrder;
  /** The event sub-process that is being started, by its id in the engine: its start event goes on at once, from this origin. */
  starting:
    | { readonly scopeId: string; readonly nodeId: string; readonly origin: Origin; readonly moves: readonly Move[] }
    | undefined;
  /** Tasks that change hands in this step: who has them next, by the execution that waits. */
  readonly handedOver = new Map<string, Pick<OpenTask, 'origin' | 'handlers' | 'handlingGroups' | 'signedBy'>>();
  circulated: Circulated | undefined;
  /** For the message center, in the order in which they were reached. */
  readonly messages: ComposedMessage[] = [];
  /** Drawn messages that were reached, until the step is finished. */
  readonly thrownMessages: ThrownMessage[] = [];
  /** Where the tasks were waited for that a press of this step completed, by task id. */
  readonly pressedIn = new Map<string, LiveScope>();
  readonly nodeNames: Record<string, string>;
  readonly taskInputs: Record<string, Variables>;
  readonly pressed: Record<string, PressedPart>;
  /** The terminate end event that ends the whole instance. */
  terminatedBy: EngineActivity | undefined;
  /** Executions of multi-instances that a terminate end event in one of their instances ends. */
  readonly #terminated = new Set<string>();
  /** The origins of tasks whose inputs were computed in this step, by the execution that waits. */
  readonly openedFrom = new Map<string, Origin>();
  /** What scripts gave for completion conditions in this step, by the execution of the multi-instance. */
  readonly completions = new Map<string, unknown>();
  /** Flows that a press chose, by the execution whose token reaches the gateway. */
  readonly choices = new Map<string, { readonly gatewayId: string; readonly flowId: string }>();

  /** What the scripts of a gateway gave for its flows, by the execution of the gateway. */
  readonly decisions = new Map<string, Readonly<Record<string, unknown>>>();

  constructor(model: ProcessModel, ledger: Ledger, variables: Variables, context: EvaluationContext) {
    this.model = model;
    this.context = context;
    this.businessKey = context.instance?.businessKey ?? null;
    this.variables = variables;
    this.openTasks = new Map(Object.entries(ledger.openTasks));
    this.openJobs = new Map(Object.entries(ledger.openJobs));
    this.origins = { ...ledger.origins };
    this.#began = new BeginningOrder(Object.keys(ledger.origins));
    this.handled = { ...ledger.handled };
    this.tallies = { ...ledger.tallies };
    this.sizes = { ...ledger.sizes };
    this.timers = { ...ledger.timers };
    this.listening = { ...ledger.listening };
    this.lastHandledTaskId = ledger.lastHandledTaskId;
    this.suspendedAt = ledger.suspendedAt;
    this.messageCount = ledger.messageCount;
    this.handledBy = ledger.handledBy;
    this.timeOuts = { ...ledger.timeOuts };
    this.conditionsSeen = new Set(ledger.conditionsSeen);
    this.called = ledger.called;
    this.nodeNames = { ...ledger.nodeNames };
    this.taskInputs = { ...ledger.taskInputs };
    this.pressed = { ...ledger.pressed };
    this.variablesSeen = { variables, called: ledger.called };
  }

  /** Given to the engine as its listener. Takes notes and never throws: a throwing listener ends the run. */
  readonly listener = {
    emit: (name: string, api?: EngineApi, execution?: Execution): boolean => {
      this.execution ??= execution;
      const content = api?.content;
      if (content) notePath(this.path, name, content, api?.owner);
      if (name === 'activity.enter' && content?.executionId) {
        this.#began.note(content.executionId);
        this.origins[content.executionId] =
          content.id === this.starting?.scopeId ? (this.starting?.origin ?? null) : originOf(content, this.origins);
        if (api?.owner) noteEntered(this, api.owner, content);
      } else if (name === 'activity.end' && content?.executionId) {
        this.#noteCompleted(content);
        if (api?.owner) noteThrough(this, api.owner, content);
      } else if (name === 'definition.leave') {
        this.ended = true;
      } else if (name === 'activity.error' || name === 'definition.error') {
        this.failure ??= content?.error ?? new Error(name);
      }
      return true;
    },
  };

  /** What goes on from a scope goes on from what completed in it last. */
  #noteCompleted({ executionId, parent }: EngineContent): void {
    const origin = this.origins[executionId ?? ''] ?? null;
    this.completedOrigin = origin;
    const scopeId = parent?.executionId;
    if (scopeId === undefined) return;
    this.origins[scopeId] = origin;
    const root = rootOfIteration(scopeId);
    if (root in this.origins) this.origins[root] = origin;
  }

  beganAt(executionId: string): number {
    return this.#began.placeOf(executionId);
  }

  enterEvent(event: HeldEvent): void {
    const id = nodeIdOf(event.activity.id);
    if (this.starting?.nodeId === id || this.model.events.get(id)?.role.kind === 'process-start') event.complete();
    else this.entered.add(event);
  }

  isChosenStart(nodeId: string): boolean {
    return this.startNodeId === undefined ? !this.model.events.has(nodeId) : this.startNodeId === nodeId;
  }

  endsInstance(end: EngineActivity): boolean {
    const ends = this.model.terminations?.get(nodeIdOf(end.id));
    if (ends === 'instance') this.terminatedBy ??= end;
    if (ends === 'multi-instance') this.#endMultiInstance(end);
    return ends === 'instance';
  }

  /** The innermost around it: others may stand around that one. */
  #endMultiInstance(end: EngineActivity): void {
    const scopes = this.execution === undefined ? [] : liveScopes(this.execution);
    const around = scopes.find(({ execution }) => activitiesIn(execution).includes(end));
    const multi = around && enclosing(around).find(({ owner }) => owner && this.countersignOf(owner.activity.id));
    const executionId = multi?.owner?.activity.executionId;
    if (executionId === undefined) return;
    this.#terminated.add(executionId);
    const label = `the terminate end ${labelOf({ nodeId: nodeIdOf(end.id), nodeName: end.name ?? nodeIdOf(end.id) })}`;
    const origin = this.origins[end.executionId] ?? null;
    this.trace.takers = [...this.trace.takers, { label, scopeId: executionId, why: 'terminated', origin }];
  }

  leaveEvent(event: HeldEvent): void {
    this.entered.delete(event);
  }

  chosenFlow(gatewayId: string, gateway: EngineContent): string | undefined {
    const token = gateway.inbound?.at(-1);
    const rootId = token?.evaluationId;
    const choice = rootId === undefined ? undefined : this.choices.get(rootId);
    if (choice?.gatewayId === gatewayId) return choice.flowId;

    const countersign = token?.sourceId === undefined ? undefined : this.countersignOf(token.sourceId);
    if (countersign?.votes?.gatewayId === gatewayId) {
      const result = decideVotes(countersign, this.tallies[rootId ?? ''] ?? emptyTally(0));
      if (result !== 'open') return countersign.votes[result];
    }
    if (!this.model.routedGateways.has(gatewayId) || !this.#asksForPress(gatewayId, token?.sourceId)) return undefined;
    throw new StepError(
      'ERR_STEP_FAILED',
      `Gateway ${gatewayId} is decided by a button, and none of its buttons was pressed.`,
      { details: { elementId: gatewayId } },
    );
  }

  /** A gateway that buttons decide may be reached from elsewhere too, and then takes its first flow. */
  #asksForPress(gatewayId: string, sourceId: string | undefined): boolean {
    const source = sourceId === undefined ? undefined : this.model.userTasks.get(sourceId);
    if (source === undefined) return false;
    const { buttons, countersign } = source;
    if (countersign?.votes?.gatewayId === gatewayId) return true;
    return buttons.some(({ effect }) => effect.kind === 'route' && effect.gatewayId === gatewayId);
  }

  takesFlow(flow: DrawnFlow, message: EngineMessage): boolean | undefined {
    const { conditions } = this.model;
    if (conditions === undefined) return undefined;
    const { executionId = '', id = '' } = message.content;
    const decided = this.decisions.get(executionId);
    const name = `condition of flow ${labelOf({ nodeId: flow.id, nodeName: flow.name ?? '' })}`;
    if (this.model.services.get(nodeIdOf(id))?.conditions?.scripts.some((script) => script.flowId === flow.id)) {
      return readDecision(decided?.[flow.id], name);
    }
    const condition = conditions.get(flow.id);
    return condition === undefined || decideCondition(condition, this.#visibleTo(message), name);
  }

  waitsForScripts(nodeId: string): boolean {
    return this.model.services.get(nodeIdOf(nodeId))?.conditions !== undefined;
  }

  /** The multi-instance of any activity. */
  countersignOf(nodeId: string): Countersign | undefined {
    return countersignOf(this.model, nodeIdOf(nodeId));
  }

  standardLoopOf(nodeId: string): StandardLoop | undefined {
    return this.model.userTasks.get(nodeIdOf(nodeId))?.standardLoop;
  }

  resolve(text: string, message: EngineMessage): unknown {
    const nodeId = nodeIdOf(message.content.id ?? '');
    const scope = this.#visibleTo(message);
    switch (text) {
      case COUNTERSIGN_MARKS.collection:
        return this.#sizeOf(message, nodeId, scope).elements;
      case COUNTERSIGN_MARKS.cardinality:
        return this.#sizeOf(message, nodeId, scope).instances;
      case COUNTERSIGN_MARKS.completion:
        return this.#isCountersignOver(message, scope);
      case LOOP_OVER_MARK: {
        const condition = this.standardLoopOf(nodeId)?.condition;
        return (
          condition === undefined || !decideCondition(condition, scope, `loop condition of ${this.#labelOf(nodeId)}`)
        );
      }
      default:
        return compileExpression(text).evaluate(scope);
    }
  }

  computeExpression(message: EngineMessage): boolean {
    const { content } = message;
    const nodeId = nodeIdOf(content.id ?? '');
    const service = this.model.services.get(nodeId);
    const scope = this.#scopeOf(message);
    if (service?.passes && scope) {
      passVariables(this, service, scope);
      return true;
    }
    const computed = computeVariables(service, this.scopeOf(scope, content));
    if (!computed) return false;
    setVariables(this, scope, computed);
    if (this.countersignOf(nodeId)) this.countIteration(scope, content, { own: computed });
    return true;
  }

  /** What an expression sees that belongs to no activity. */
  get scope(): Scope {
    return withContext(this.variables, this.context);
  }

  scopeOf(scope: LiveScope | undefined, content: EngineContent): Scope {
    return scopeAt(this, scope, content);
  }

  #visibleTo(message: EngineMessage): Scope {
    return this.scopeOf(this.#scopeOf(message), message.content);
  }

  /** The engine names the scope of what it asks about in the environment only. */
  #scopeOf({ environment }: EngineMessage): LiveScope | undefined {
    const scopeId = environment?.variables?.content?.executionId;
    return this.execution && liveScopes(this.execution).find(({ executionId }) => executionId === scopeId);
  }

  /** Counts one more of a countersign. @param content of the iteration that is done, which has set `own` */
  countIteration(
    scope: LiveScope | undefined,
    content: EngineContent,
    { vote, own }: { readonly vote?: Vote | undefined; readonly own?: Variables },
  ): void {
    const countersign = this.countersignOf(content.id ?? '');
    const { output } = countersign ?? {};
    const counted = countSigner(tallyOf(this.tallies, content), vote);
    const tally = output ? keepOutput(counted, output, content.index ?? 0, this.scopeOf(scope, content), own) : counted;
    this.tallies[rootOfIteration(content.executionId ?? '')] = tally;
    if (countersign && tally.completed >= tally.instances) this.#handOver(countersign, tally, scope);
    if (vote === undefined) return;
    setVariables(this, scope, { approvals: tally.approvals, rejections: tally.rejections });
  }

  /** Read when it begins; the engine asks again whenever it is recovered. */
  #sizeOf(message: EngineMessage, nodeId: string, scope: Scope): CountersignSize {
    const { content } = message;
    const { executionId = '', loopCardinality } = content;
    const countersign = this.countersignOf(nodeId);
    if (!countersign) throw new TypeError(`${nodeId} is no multi-instance of the model.`);
    const begins = loopCardinality === undefined;
    const size =
      this.sizes[executionId] ??
      (begins ? readSize(countersign, nodeId, scope) : bringOverSize(countersign, content, scope));
    this.sizes[executionId] = size;
    // Nothing is counted where there is nobody.
    if (begins && size.instances === 0) this.#handOver(countersign, emptyTally(0), this.#scopeOf(message));
    return size;
  }

  #isCountersignOver(message: EngineMessage, visible: Scope): boolean {
    const { content } = message;
    const nodeId = nodeIdOf(content.id ?? '');
    const countersign = this.countersignOf(nodeId);
    if (!countersign) return false;
    const scope = this.#scopeOf(message);
    // Nobody presses a sub-process: its iteration is counted when the engine asks whether it was the last.
    if (this.model.subProcesses.has(nodeId) && !countersign.output) this.countIteration(scope, content, {});
    const tally = tallyOf(this.tallies, content);
    const isTerminated = this.#terminated.has(rootOfIteration(content.executionId ?? ''));
    const isOver = isTerminated || this.#isDecided(countersign, tally, content, visible);
    if (isOver && tally.completed < tally.instances) this.#handOver(countersign, tally, scope);
    return isOver;
  }

  /** Of a sub-process that collects what its instances give, each is counted when it ends, the last one too. */
  noteIteration(message: EngineMessage): void {
    const { content } = message;
    const nodeId = nodeIdOf(content.id ?? '');
    if (!this.model.subProcesses.get(nodeId)?.countersign?.output) return;
    this.countIteration(this.#scopeOf(message), content, {});
  }

  /** Sets what a multi-instance collects, which is over. */
  #handOver({ output }: Countersign, tally: CountersignTally, scope: LiveScope | undefined): void {
    if (output) setVariables(this, scope, outputsOf(output, tally, variablesAt(this, scope)));
  }

  #isDecided(countersign: Countersign, tally: CountersignTally, content: EngineContent, visible: Scope): boolean {
    if (countersign.votes) return decideVotes(countersign, tally) !== 'open';
    if (countersign.completion) return isComplete(countersign.completion, tally);
    if (countersign.conditionScript) return this.#isOverByScript(content);
    const { condition } = countersign;
    const seen = { ...visible, ...iterationVariables(this.model, this.tallies, content) };
    const name = `completion condition of ${this.#labelOf(nodeIdOf(content.id ?? ''))}`;
    return condition !== undefined && decideCondition(condition, seen, name);
  }

  #labelOf(nodeId: string): string {
    const { userTasks, services, subProcesses } = this.model;
    const node = userTasks.get(nodeId) ?? services.get(nodeId) ?? subProcesses.get(nodeId);
    return labelOf({ nodeId, nodeName: node?.nodeName ?? '' });
  }

  /** A script was asked when somebody signed; nobody else does anything to the count. */
  #isOverByScript({ executionId = '', id = '' }: EngineContent): boolean {
    const given = this.completions.get(rootOfIteration(executionId));
    return given !== undefined && readDecision(given, `completion condition of ${this.#labelOf(nodeIdOf(id))}`);
  }
}
