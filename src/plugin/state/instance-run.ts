import { type EvaluationContext, withContext } from '../../model/expressions/evaluation-context.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import type { MultiInstance } from '../../model/nodes/multi-instance.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import type { Net } from '../../net/open-net.ts';
import type { Id } from '../../net/state.ts';
import { multiInstanceOf } from '../tokens/multi-instance/iterations.ts';
import type { MultiInstanceSize } from '../tokens/multi-instance/multi-instance-size.ts';
import type { MultiInstanceTally } from '../tokens/multi-instance/multi-instance-tally.ts';
import { StepOrigins } from '../tokens/origins.ts';
import { StepTrails } from '../tokens/trails.ts';
import { type CalledVariablesByCall, scopeAt, type Variables } from '../variables/called-variables.ts';
import type { AskedCondition, HandledTask, Ledger, OpenTask, PressedPart, ReturnedPart, SystemTask } from './ledger.ts';
import type { Panel } from './panel.ts';
import { Places } from './places.ts';
import { StepNotes } from './step-notes.ts';

/** One instance during a step: its working state. If it is discarded, nothing has happened. Triggers are applied by `trigger.ts`. */
export class InstanceRun {
  readonly model: ProcessModel;
  /** Variables of the instance itself. Use `setVariables` to set them, which also handles those of called processes. */
  variables: Variables;
  called: CalledVariablesByCall;
  readonly openTasks: Map<string, OpenTask>;
  readonly panels: Record<string, Panel>;
  readonly #trailsBefore: Ledger['trails'];
  #keepsTrails: boolean | undefined;
  systemTask: SystemTask | null;
  systemNodes: readonly string[];
  ownPressVariables: Ledger['ownPressVariables'];
  /** The center refused one: the instance has none. */
  forgoesSystemTasks = false;
  readonly openJobs: Map<string, Ledger['openJobs'][string]>;
  readonly #originsBefore: Ledger['origins'];
  readonly handled: Record<string, HandledTask>;
  readonly tallies: Record<string, MultiInstanceTally>;
  readonly sizes: Record<string, MultiInstanceSize>;
  lastHandledTaskId: string | null;
  suspendedAt: number | null;
  messageCount: number;
  handledBy: readonly string[];
  readonly timeOuts: Record<string, number>;
  readonly asked: Record<string, AskedCondition>;
  askedCount: number;
  /** The variables at the last evaluation of conditional events. */
  variablesSeen: Pick<InstanceRun, 'variables' | 'called'>;
  /** Notes since the last step; a new run begins without any. */
  readonly notes: StepNotes;
  ended = false;
  /** The context of expressions besides the variables. */
  readonly context: EvaluationContext;
  /** Matches messages with receivers that have no key of their own. */
  readonly businessKey: string | null;
  /** The net of the instance, and what is known of its tokens; set by `attach`. */
  net!: Net;
  places!: Places;
  origins!: StepOrigins;
  trails!: StepTrails;
  /** Whether an extension of a host still adds to a token, which waits for nobody before that. */
  isHeld: (token: Id) => boolean = () => false;
  /** Tells listeners of the engine of a host that a token is signalled. */
  announceSignal: (token: Id) => void = () => undefined;
  /** What those set whom an event from outside reaches. */
  payload: Variables | undefined;
  /** The code with which a service has failed. */
  failedWith: string | undefined;
  /** Answers to the scripts of conditional events, by listener. */
  readonly answers = new Map<string, boolean>();
  readonly nodeNames: Map<string, string>;
  readonly taskInputs: Record<string, Variables>;
  readonly pressed: Record<string, PressedPart>;
  readonly returned: Record<string, ReturnedPart>;
  /** Results of completion condition scripts in this step, by the token that arrived at the multi-instance. */
  readonly completions = new Map<string, unknown>();
  /** The countersign of a task that somebody signs, and others have yet to: the task is no origin unless it is decided. */
  signing: { readonly rootId: Id; readonly taskId: string; isDecided: boolean } | undefined;
  /** Flows that a press chose, by the token that comes to the gateway. */
  readonly choices = new Map<string, { readonly gatewayId: string; readonly flowId: string }>();

  /** The results of a gateway's scripts for its flows, by the token in the gateway. */
  readonly decisions = new Map<string, Readonly<Record<string, unknown>>>();

  constructor(model: ProcessModel, ledger: Ledger, variables: Variables, context: EvaluationContext) {
    this.model = model;
    this.context = context;
    this.notes = new StepNotes();
    this.businessKey = context.instance?.businessKey ?? null;
    this.variables = variables;
    this.openTasks = new Map(Object.entries(ledger.openTasks));
    this.panels = { ...ledger.panels };
    this.#trailsBefore = ledger.trails;
    this.systemTask = ledger.systemTask;
    this.systemNodes = ledger.systemNodes;
    this.ownPressVariables = ledger.ownPressVariables;
    this.openJobs = new Map(Object.entries(ledger.openJobs));
    this.#originsBefore = ledger.origins;
    this.handled = { ...ledger.handled };
    this.tallies = { ...ledger.tallies };
    this.sizes = { ...ledger.sizes };
    this.lastHandledTaskId = ledger.lastHandledTaskId;
    this.suspendedAt = ledger.suspendedAt;
    this.messageCount = ledger.messageCount;
    this.handledBy = ledger.handledBy;
    this.timeOuts = { ...ledger.timeOuts };
    this.asked = { ...ledger.asked };
    this.askedCount = ledger.askedCount;
    this.called = ledger.called;
    this.nodeNames = new Map(Object.entries(ledger.nodeNames));
    this.taskInputs = { ...ledger.taskInputs };
    this.pressed = { ...ledger.pressed };
    this.returned = { ...ledger.returned };
    this.variablesSeen = { variables, called: ledger.called };
  }

  /** Whether a node allows to send back: only then it costs its place in the snapshot what tokens have passed. */
  get keepsTrails(): boolean {
    this.#keepsTrails ??= [...this.model.userTasks.values()].some(({ allow }) => allow.includes('sendBackDirect'));
    return this.#keepsTrails;
  }

  /** From now on the run works on this net, which is at rest. */
  attach(net: Net): void {
    this.net = net;
    this.places = new Places(net.marking);
    this.trails = new StepTrails(this.#trailsBefore ?? {}, this.places);
    this.origins = new StepOrigins(this.#originsBefore, this.places, this.model.reserved);
  }

  /** The multi-instance of any activity. */
  multiInstanceOf(nodeId: string): MultiInstance | undefined {
    return multiInstanceOf(this.model, nodeId);
  }

  /** The scope of expressions that do not belong to an activity. */
  get scope(): Scope {
    return withContext(this.variables, this.context);
  }

  /** The scope of expressions of a scope; undefined: those of the instance. */
  scopeOf(scope: Id | undefined): Scope {
    return scopeAt(this, scope);
  }

  /** The scope of expressions at a token. */
  scopeAtToken(token: Id): Scope {
    return scopeAt(this, this.places.token(token)?.scope, token);
  }
}
