import type { Execution } from 'bpmn-engine';
import { type EvaluationContext, withContext } from '../../model/expressions/evaluation-context.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import type { MultiInstance } from '../../model/nodes/multi-instance.ts';
import type { StandardLoop } from '../../model/nodes/task-node.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { terminationOf } from '../../net/graph.ts';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import { StartOrder } from '../engine/copies/start-order.ts';
import { chosenFlow, explainNoneTaken, takesFlow } from '../engine/decide-flows.ts';
import type { EngineActivity, EngineContent, EngineMessage } from '../engine/engine-internals.ts';
import { computeAtOnce, evaluateForEngine } from '../engine/evaluate-for-engine.ts';
import { type LiveScope, liveScopes } from '../engine/live-scopes.ts';
import { multiInstanceOf } from '../engine/multi-instance/iterations.ts';
import type { MultiInstanceSize } from '../engine/multi-instance/multi-instance-size.ts';
import type { MultiInstanceTally } from '../engine/multi-instance/multi-instance-tally.ts';
import { endMultiInstance, noteIteration } from '../engine/multi-instance/multi-instances.ts';
import type { DiagramFlow, HeldEvent, RunContext } from '../engine/run-context.ts';
import type { Move } from '../explain/moves.ts';
import { noteCompleted, noteEntered } from '../explain/note-moves.ts';
import { notePath } from '../outcome/note-path.ts';
import { type CalledVariablesByCall, scopeAt, type Variables } from '../variables/called-variables.ts';
import type {
  AskedCondition,
  HandledTask,
  Ledger,
  Listening,
  OpenTask,
  Origin,
  PressedPart,
  ReturnedPart,
  RunningTimer,
  SystemTask,
} from './ledger.ts';
import { executionBehind, originOf, rootOfIteration } from './lineage.ts';
import { StepNotes } from './step-notes.ts';

/** What the engine passes to its listener; for elements of the diagram also the activity. */
interface EngineApi {
  readonly content?: EngineContent;
  readonly owner?: EngineActivity;
}

/**
 * One instance during a step: its working state, and the interface for the replaced element types. If it is discarded,
 * nothing has happened. Triggers are applied by `trigger.ts` and `bring-to-rest.ts`.
 */
export class InstanceRun implements RunContext {
  readonly model: ProcessModel;
  /** Variables of the instance itself. Use `setVariables` to set them, which also handles those of called processes. */
  variables: Variables;
  called: CalledVariablesByCall;
  readonly openTasks: Map<string, OpenTask>;
  systemTask: SystemTask | null;
  systemNodes: readonly string[];
  ownPressVariables: Ledger['ownPressVariables'];
  /** The center refused one: the instance has none. */
  forgoesSystemTasks = false;
  readonly openJobs: Map<string, Ledger['openJobs'][string]>;
  readonly origins: Record<string, Origin>;
  readonly handled: Record<string, HandledTask>;
  readonly tallies: Record<string, MultiInstanceTally>;
  readonly sizes: Record<string, MultiInstanceSize>;
  readonly timers: Record<string, RunningTimer>;
  readonly listening: Record<string, Listening>;
  lastHandledTaskId: string | null;
  suspendedAt: number | null;
  messageCount: number;
  handledBy: readonly string[];
  readonly timeOuts: Record<string, number>;
  readonly conditionsSeen: Set<string>;
  readonly asked: Record<string, AskedCondition>;
  askedCount: number;
  /** The variables at the last evaluation of conditional events. */
  variablesSeen: Pick<InstanceRun, 'variables' | 'called'>;
  /** Notes since the last step; a new run begins without any. */
  readonly notes: StepNotes;
  ended = false;
  failure: unknown;
  /** The context of expressions besides the variables. */
  readonly context: EvaluationContext;
  /** Matches messages with receivers that have no key of their own. */
  readonly businessKey: string | null;
  /** The start event that starts the instance; undefined: the plain one. */
  startNodeId: string | undefined;
  /** The engine's execution, known from its first event on. */
  execution: Execution | undefined;
  /** Event definitions that hold a token, in the order in which it reached them. */
  readonly entered = new Set<HeldEvent>();
  readonly #began: StartOrder;
  /** The event sub-process that is being started, by its id in the engine: its start event continues at once, with this origin. */
  starting:
    | {
        readonly scopeId: string;
        readonly nodeId: string;
        readonly origin: Origin;
        readonly moves: readonly Move[];
        /** The execution that threw the event in this step. */
        readonly thrower: string | undefined;
      }
    | undefined;
  readonly nodeNames: Map<string, string>;
  readonly taskInputs: Record<string, Variables>;
  readonly pressed: Record<string, PressedPart>;
  readonly returned: Record<string, ReturnedPart>;
  /** The terminate end event that ends the whole instance. */
  terminatedBy: EngineActivity | undefined;
  /** Executions of multi-instances that a terminate end event in one of their instances ends. */
  readonly terminated = new Set<string>();
  /** Results of completion condition scripts in this step, by the execution of the multi-instance. */
  readonly completions = new Map<string, unknown>();
  /** Flows that a press chose, by the execution whose token reaches the gateway. */
  readonly choices = new Map<string, { readonly gatewayId: string; readonly flowId: string }>();

  /** The results of a gateway's scripts for its flows, by the execution of the gateway. */
  readonly decisions = new Map<string, Readonly<Record<string, unknown>>>();

  constructor(model: ProcessModel, ledger: Ledger, variables: Variables, context: EvaluationContext) {
    this.model = model;
    this.context = context;
    this.notes = new StepNotes(context);
    this.businessKey = context.instance?.businessKey ?? null;
    this.variables = variables;
    this.openTasks = new Map(Object.entries(ledger.openTasks));
    this.systemTask = ledger.systemTask;
    this.systemNodes = ledger.systemNodes;
    this.ownPressVariables = ledger.ownPressVariables;
    this.openJobs = new Map(Object.entries(ledger.openJobs));
    this.origins = { ...ledger.origins };
    this.#began = new StartOrder(Object.keys(ledger.origins));
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
    this.asked = { ...ledger.asked };
    this.askedCount = ledger.askedCount;
    this.called = ledger.called;
    this.nodeNames = new Map(Object.entries(ledger.nodeNames));
    this.taskInputs = { ...ledger.taskInputs };
    this.pressed = { ...ledger.pressed };
    this.returned = { ...ledger.returned };
    this.variablesSeen = { variables, called: ledger.called };
  }

  /** The listener of the engine. It takes notes and never throws, because a throwing listener ends the run. */
  readonly listener = {
    emit: (name: string, api?: EngineApi, execution?: Execution): boolean => {
      this.execution ??= execution;
      const content = api?.content;
      if (content) notePath(this.notes.path, name, content, api?.owner);
      const { owner } = api ?? {};
      if (name === 'activity.enter' && content?.executionId && owner) {
        const thrower = content.id === this.starting?.scopeId ? this.starting?.thrower : undefined;
        const arrival = {
          ...{ executionId: content.executionId, behind: thrower ?? executionBehind(content, this.origins) },
          all: { variables: this.variables, called: this.called },
        };
        this.failure ??= this.notes.visits.note(content, arrival);
        this.#began.note(content.executionId);
        this.origins[content.executionId] =
          content.id === this.starting?.scopeId ? (this.starting?.origin ?? null) : originOf(content, this.origins);
        noteEntered(this, owner, content);
      } else if (name === 'activity.end' && content?.executionId) {
        this.#noteCompleted(content);
        if (owner) noteCompleted(this, owner, content);
      } else if (name === 'definition.leave') {
        this.ended = true;
      } else if (name === 'activity.error' || name === 'definition.error') {
        this.failure ??= content?.error ?? new Error(name);
      }
      return true;
    },
  };

  /** What follows a scope has the origin of the activity that completed in the scope last. */
  #noteCompleted({ executionId, parent }: EngineContent): void {
    const origin = this.origins[executionId ?? ''] ?? null;
    this.notes.completedOrigin = origin;
    // A called process that was drawn into its call shares the scope of the call.
    const isDrawnIn = parent?.id !== undefined && this.model.reserved?.has(nodeIdOf(parent.id));
    for (const scopeId of [parent?.executionId, isDrawnIn ? parent.path?.[0]?.executionId : undefined]) {
      if (scopeId === undefined) continue;
      this.origins[scopeId] = origin;
      const root = rootOfIteration(scopeId);
      if (root in this.origins) this.origins[root] = origin;
    }
  }

  startOrderOf(executionId: string): number {
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
    const node = this.model.graph.nodes.get(nodeIdOf(end.id));
    const ends = node && terminationOf(node);
    if (ends === 'instance') this.terminatedBy ??= end;
    if (ends === 'multi-instance') endMultiInstance(this, end);
    return ends === 'instance';
  }

  leaveEvent(event: HeldEvent): void {
    this.entered.delete(event);
  }

  chosenFlow(gatewayId: string, gateway: EngineContent): string | undefined {
    return chosenFlow(this, gatewayId, gateway);
  }

  takesFlow(flow: DiagramFlow, message: EngineMessage): boolean {
    return takesFlow(this, flow, message.content, () => scopeAt(this, this.#scopeOf(message), message.content));
  }

  explainNoneTaken(flows: readonly DiagramFlow[], message: EngineMessage): Error {
    return explainNoneTaken(this, flows, message.content, scopeAt(this, this.#scopeOf(message), message.content));
  }

  hasFailed(): boolean {
    return this.failure !== undefined;
  }

  waitsForScripts(nodeId: string): boolean {
    return this.model.services.get(nodeIdOf(nodeId))?.conditions !== undefined;
  }

  /** The multi-instance of any activity. */
  multiInstanceOf(nodeId: string): MultiInstance | undefined {
    return multiInstanceOf(this.model, nodeIdOf(nodeId));
  }

  standardLoopOf(nodeId: string): StandardLoop | undefined {
    return this.model.userTasks.get(nodeIdOf(nodeId))?.standardLoop;
  }

  resolve(text: string, message: EngineMessage): unknown {
    return evaluateForEngine(this, text, this.#scopeOf(message), message.content);
  }

  computeExpression(message: EngineMessage): boolean {
    return computeAtOnce(this, this.#scopeOf(message), message.content);
  }

  /** The scope of expressions that do not belong to an activity. */
  get scope(): Scope {
    return withContext(this.variables, this.context);
  }

  scopeOf(scope: LiveScope | undefined, content: EngineContent): Scope {
    return scopeAt(this, scope, content);
  }

  /** The engine passes the scope of an expression only in the environment. */
  #scopeOf({ environment }: EngineMessage): LiveScope | undefined {
    const scopeId = environment?.variables?.content?.executionId;
    return this.execution && liveScopes(this.execution).find(({ executionId }) => executionId === scopeId);
  }

  holdsInstance(nodeId: string, { executionId = '' }: EngineContent): boolean {
    if (this.multiInstanceOf(nodeId)?.conditionScript === undefined) return false;
    if (this.terminated.has(rootOfIteration(executionId))) return false;
    this.returned[executionId] ??= { origin: this.origins[executionId] ?? null, own: {} };
    return true;
  }

  noteIteration(message: EngineMessage): void {
    noteIteration(this, this.#scopeOf(message), message.content);
  }
}
