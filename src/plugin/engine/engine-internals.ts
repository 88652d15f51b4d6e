/**
 * The few members of bpmn-elements 17 that the public declarations leave out, as far as the plugin reads them.
 * The only place that names them, so that an upgrade of the engine shows here first.
 */
/** A message of the engine's broker, as far as it is read. */
export interface EngineMessage {
  readonly fields: { readonly routingKey?: string; readonly redelivered?: boolean };
  readonly content: EngineContent;
  /** Given with what is to be evaluated; `content` is that of the scope it stands in. */
  readonly environment?: { readonly options: object; readonly variables?: { readonly content?: EngineContent } };
}

export interface EngineContent {
  readonly id?: string;
  readonly executionId?: string;
  readonly index?: number;
  readonly loopCardinality?: number;
  readonly isSequential?: boolean;
  /** One entry per finished iteration; holes are undefined, or null after a recover. */
  readonly loopOutput?: readonly unknown[];
  /** The tokens that made the activity start, in the order of their arrival. */
  readonly inbound?: readonly {
    /** The flow it came by. */
    readonly id?: string;
    readonly sourceId?: string;
    readonly evaluationId?: string;
    /** Of a boundary event: its host. */
    readonly executionId?: string;
    /** Rounds left of a timer cycle. */
    readonly repeat?: number;
  }[];
  readonly parent?: {
    readonly id?: string;
    readonly type?: string;
    readonly executionId?: string;
    readonly path?: readonly { readonly executionId?: string }[];
  };
  readonly [key: string]: unknown;
}

/** The handle of one waiting execution: a signal reaches it and nothing else. */
export interface ExecutionApi {
  readonly id: string;
  readonly executionId: string;
  readonly content: EngineContent;
  signal(message: Readonly<Record<string, unknown>>): void;
}

export interface EngineQueue {
  readonly messages: readonly EngineMessage[];
  queueMessage(fields: { readonly routingKey: string }, content: EngineContent): unknown;
}

/** An instance of a multi-instance sub-process that is done, and that the engine was not told of yet. */
export interface HeldInstance {
  readonly content: EngineContent;
  /** Tells the engine. */
  release(): void;
}

export interface EngineActivity {
  readonly id: string;
  readonly type: string;
  /** As drawn; absent where it has none. */
  readonly name?: string;
  readonly status?: string;
  readonly executionId: string;
  readonly isMultiInstance: boolean;
  readonly inbound: readonly EngineFlow[];
  readonly outbound: readonly EngineFlow[];
  readonly behaviour: { readonly eventDefinitions?: readonly { readonly type: string }[] };
  readonly attachedTo: EngineActivity | null;
  readonly isSubProcess: boolean;
  readonly triggeredByEvent?: boolean;
  readonly environment: { readonly options: object };
  readonly execution?: {
    readonly completed: boolean;
    readonly source?: {
      readonly executions?: readonly EngineScope[];
      readonly held?: ReadonlyMap<string, HeldInstance>;
    };
    getPostponed(): ExecutionApi[];
  };
  readonly broker: { getQueue(name: string): EngineQueue | undefined };
  readonly placeholder?: boolean;
  /** Begins it, as a token would that came to it. */
  run(content?: object): void;
}

export interface EngineFlow {
  readonly id: string;
  readonly sourceId: string;
  readonly targetId: string;
}

/** What a scope waits for, flows included. */
export interface ScopeApi {
  readonly owner: EngineActivity & { readonly isSequenceFlow?: boolean; readonly isAssociation?: boolean };
  discard(): void;
}

/** One running process, sub-process or iteration of one. */
export interface EngineScope {
  readonly executionId: string;
  readonly completed: boolean;
  getPostponed(): ScopeApi[];
  getActivities(): EngineActivity[];
  getSequenceFlows(): EngineFlow[];
}

/** The activities of a scope. Text annotations, groups and the like stand among them as placeholders without a broker, in sources that `leaveWhatRuns` has not seen. */
export function activitiesIn(scope: EngineScope): EngineActivity[] {
  return scope.getActivities().filter(({ placeholder }) => placeholder !== true);
}
