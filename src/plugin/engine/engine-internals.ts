/**
 * The members of bpmn-elements 17 that the plugin uses and that its public declarations leave out. Only this file names
 * them, so that an upgrade of the engine shows here first.
 */
/** A message of the engine's broker, as far as it is read. */
export interface EngineMessage {
  readonly fields: { readonly routingKey?: string; readonly redelivered?: boolean };
  readonly content: EngineContent;
  /** Passed with the expression to evaluate; `content` belongs to the surrounding scope. */
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
    /** The flow by which it arrived. */
    readonly id?: string;
    readonly sourceId?: string;
    /** The execution that sent it. */
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

/** A completed instance of a multi-instance sub-process that was not reported to the engine yet. */
export interface HeldInstance {
  readonly content: EngineContent;
  /** Reports it to the engine. */
  release(): void;
}

export interface EngineActivity {
  readonly id: string;
  readonly type: string;
  /** The name in the diagram; absent if it has none. */
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
  readonly environment: {
    readonly options: object;
    /** Those that the host passed; the plugin keeps those of the process itself. */
    readonly variables: Readonly<Record<string, unknown>>;
    /** Functions of the host, by name. */
    readonly services: Readonly<Record<string, unknown>>;
    resolveExpression(expression: string, message: object): unknown;
  };
  readonly logger: object;
  /** Of the running scope that it belongs to. */
  readonly context: object;
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
  /** Starts it, as an arriving token would. */
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

/** The activities of a scope. In sources that `removeNonExecutable` has not processed, they include placeholders without a broker for text annotations, groups and similar elements. */
export function activitiesIn(scope: EngineScope): EngineActivity[] {
  return scope.getActivities().filter(({ placeholder }) => placeholder !== true);
}

/** An element of the serialized diagram, with the class that runs it. */
export interface SerializedElement {
  readonly type: string;
  readonly Behaviour?: unknown;
  readonly behaviour?: {
    readonly loopCharacteristics?: SerializedElement;
    readonly eventDefinitions?: readonly SerializedElement[];
  };
}

/** A loaded diagram. */
export interface LoadedDefinition {
  readonly context: {
    readonly definitionContext: {
      getProcesses(): readonly SerializedElement[];
      getActivities(): readonly SerializedElement[];
      getSequenceFlows(): readonly SerializedElement[];
    };
  };
}
