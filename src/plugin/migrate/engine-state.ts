/** The parts of the engine's stored state that a migration reads and writes; everything else is kept as it is. */
import { copyNumberOf, nodeIdOf } from '../engine/copies/copy-id.ts';

export interface StoredMessage {
  readonly fields: { readonly routingKey?: string };
  readonly content: {
    readonly id?: string;
    readonly type?: string;
    readonly executionId?: string;
    readonly isSequenceFlow?: boolean;
  };
  readonly properties: object;
}

export interface StoredQueue {
  readonly name: string;
  readonly messages: readonly StoredMessage[];
}

interface Broker {
  readonly queues?: readonly StoredQueue[];
}

export interface StoredScope {
  readonly executionId?: string;
  readonly completed?: boolean;
  readonly children?: readonly StoredActivity[];
  /** The iterations of a multi-instance. */
  readonly executions?: readonly StoredScope[];
}

export interface StoredActivity {
  /** In the engine: that of a copy has a number. */
  readonly id: string;
  readonly type: string;
  /** Absent: it does not run, but tokens wait in front of it. */
  readonly status?: string;
  readonly executionId?: string;
  readonly broker?: Broker;
  readonly execution?: StoredScope;
}

export interface StoredEngine {
  readonly definitions: readonly {
    readonly id: string;
    readonly execution?: { readonly processes?: readonly StoredActivity[] };
  }[];
}

/** A process, a sub-process or one iteration of it, and what holds tokens in it. */
export interface ScopeInState {
  /** Its id in the diagram. */
  readonly scopeId: string;
  readonly owner: StoredActivity;
  readonly scope: StoredScope;
}

/** Every running scope of a stored engine, outer ones first. */
export function scopesIn(engine: StoredEngine): ScopeInState[] {
  return processesOf(engine).flatMap(scopesOf);
}

function processesOf({ definitions }: StoredEngine): readonly StoredActivity[] {
  return definitions.flatMap(({ execution }) => execution?.processes ?? []);
}

function scopesOf(owner: StoredActivity): ScopeInState[] {
  const { execution } = owner;
  if (execution === undefined) return [];
  const own = [execution, ...(execution.executions ?? [])].filter(
    ({ children, completed }) => children !== undefined && completed !== true,
  );
  return own.flatMap((scope) => [
    { scopeId: nodeIdOf(owner.id), owner, scope },
    ...(scope.children ?? []).flatMap(scopesOf),
  ]);
}

/** The flows into a node from which it holds tokens that it has not taken yet, one for each token. */
export function flowsInFrontOf({ broker }: StoredActivity): readonly string[] {
  const messages = broker?.queues?.find(({ name }) => name === INBOUND)?.messages ?? [];
  return messages.flatMap(({ content }) => (content.isSequenceFlow && content.id !== undefined ? [content.id] : []));
}

const INBOUND = 'inbound-q';

/** A token that has taken a flow, as the engine writes it. */
export interface TokenContent {
  readonly action: 'take';
  readonly result: true;
  readonly evaluationId: string;
  readonly id: string;
  readonly targetId: string;
  readonly sequenceId: string;
  readonly type: string;
  readonly sourceId: string;
  readonly isSequenceFlow: true;
  readonly parent: { readonly id: string; readonly type: string; readonly executionId?: string };
}

/** Ends the run of an activity, and puts a token in front of another one. */
export interface MovedToken {
  /** The activities of the engine that end: the one that waits, and its boundary events or the events after it. */
  readonly ended: ReadonlySet<string>;
  readonly targetId: string;
  /** The flow by which the token seems to come. */
  readonly flow: { readonly id: string; readonly sourceId: string };
  /** Names the cause of the token, in place of the execution that it left. */
  readonly causeId: string;
}

/**
 * Moves tokens in a stored state: they are on their way to their targets, which the step that follows enters
 * (`enterTarget`).
 * @param definitionsId the id of the `definitions` of the other diagram
 */
export function moveTokens<Engine extends StoredEngine>(
  engine: Engine,
  moves: ReadonlyMap<StoredScope, readonly MovedToken[]>,
  definitionsId: string,
): Engine {
  const [former] = engine.definitions;
  const moved = {
    ...engine,
    definitions: engine.definitions.map((definition) => ({
      ...definition,
      execution: definition.execution && {
        ...definition.execution,
        processes: definition.execution.processes?.map((process) => moveIn(process, moves)),
      },
    })),
  };
  return former === undefined || former.id === definitionsId
    ? moved
    : renameDefinitions(moved, former.id, definitionsId);
}

function moveIn(owner: StoredActivity, moves: ReadonlyMap<StoredScope, readonly MovedToken[]>): StoredActivity {
  const { execution } = owner;
  if (execution === undefined) return owner;
  const scopes = [execution, ...(execution.executions ?? [])];
  const queues = scopes.reduce<readonly StoredQueue[]>((changed, scope) => {
    const own = moves.get(scope);
    return own ? changed.map((queue) => announce(queue, scope, own, owner)) : changed;
  }, owner.broker?.queues ?? []);
  return {
    ...owner,
    ...(owner.broker && { broker: { ...owner.broker, queues } }),
    execution: {
      ...moveChildren(execution, moves),
      ...(execution.executions && { executions: execution.executions.map((each) => moveChildren(each, moves)) }),
    },
  };
}

function moveChildren(scope: StoredScope, moves: ReadonlyMap<StoredScope, readonly MovedToken[]>): StoredScope {
  if (scope.children === undefined) return scope;
  const own = moves.get(scope) ?? [];
  const left = scope.children.filter(({ id }) => !own.some(({ ended }) => ended.has(id)));
  const children = own.reduce<readonly StoredActivity[]>(
    nameTarget,
    left.map((child) => moveIn(child, moves)),
  );
  return { ...scope, children };
}

/** The queue of a scope holds what its activities wait for, and the tokens on their way to one. */
function announce(
  queue: StoredQueue,
  scope: StoredScope,
  moves: readonly MovedToken[],
  owner: StoredActivity,
): StoredQueue {
  if (queue.name !== `execute-${scope.executionId}-q`) return queue;
  const left = queue.messages.filter(({ content }) => !moves.some(({ ended }) => ended.has(content.id ?? '')));
  return { ...queue, messages: [...left, ...moves.map((move) => messageOf(tokenOf(move, scope, owner)))] };
}

/** A recovered engine has only what its state names. */
function nameTarget(children: readonly StoredActivity[], { targetId }: MovedToken): readonly StoredActivity[] {
  return children.some(({ id }) => id === targetId) ? children : [...children, { id: targetId, type: '' }];
}

/** As the engine writes it for a token that has taken a flow. */
export function tokenOf(
  { targetId, flow, causeId }: MovedToken,
  { executionId }: StoredScope,
  { id, type }: StoredActivity,
): TokenContent {
  return {
    action: 'take',
    result: true,
    evaluationId: causeId,
    id: flow.id,
    targetId,
    sequenceId: `${flow.id}_take_${causeId}`,
    type: 'bpmn:SequenceFlow',
    sourceId: flow.sourceId,
    isSequenceFlow: true,
    parent: { id, type, ...(executionId !== undefined && { executionId }) },
  };
}

function messageOf(token: TokenContent): StoredMessage {
  const properties = { type: 'take', persistent: true, messageId: `smq.mid-${token.evaluationId}` };
  return { fields: { routingKey: 'flow.take' }, content: token, properties };
}

/** Messages name the `definitions` in which their process runs. */
function renameDefinitions<Value>(value: Value, from: string, to: string): Value {
  if (Array.isArray(value)) return value.map((each) => renameDefinitions(each, from, to)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const { type, id } = value as { readonly type?: unknown; readonly id?: unknown };
  const renamed = Object.entries(value).map(([key, each]) => [key, renameDefinitions(each, from, to)]);
  return { ...Object.fromEntries(renamed), ...(type === 'bpmn:Definitions' && id === from && { id: to }) };
}

/** Whether two activities of the engine are the same copy, as a boundary event and its host. */
export function isSameCopy(one: StoredActivity, other: StoredActivity): boolean {
  return copyNumberOf(one.id) === copyNumberOf(other.id);
}
