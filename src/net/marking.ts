import type { Graph, GraphFlow, GraphNode, GraphScope } from './graph.ts';
import { NetError } from './net-error.ts';
import type { ListenerAt, TokenAt } from './ports.ts';
import {
  type Id,
  type ListenerState,
  type NetState,
  readListenerKey,
  type ScopeState,
  type TokenState,
} from './state.ts';

/**
 * A state with what is found fast in it. It is changed in place; only here something is added or removed; everything that can be computed from it is
 * left out of it.
 */
export class Marking {
  readonly state: NetState;
  /** Counts what was added and removed. */
  changes = 0;
  /** Tokens in front of joins. */
  readonly arrivals = new Set<Id>();
  /** Keys of what waits for a condition. */
  readonly conditions = new Set<string>();
  readonly #graphOf: (definition: string) => Graph;
  readonly #tokensIn = new Map<Id, Set<Id>>();
  readonly #scopeOf = new Map<Id, Id>();
  readonly #iterationsOf = new Map<Id, Set<Id>>();
  readonly #listenersOf = new Map<Id, Set<string>>();

  constructor(state: NetState, graphOf: (definition: string) => Graph) {
    this.state = state;
    this.#graphOf = graphOf;
    for (const [id, scope] of Object.entries(state.scopes)) this.#indexScope(id, scope);
    for (const [id, token] of Object.entries(state.tokens)) this.#indexToken(id, token);
    for (const [key, listener] of Object.entries(state.listeners)) this.#indexListener(key, listener);
  }

  /** The scope of the process of the instance; undefined: it has ended, or has not begun. */
  get root(): Id | undefined {
    return Object.keys(this.state.scopes)[0];
  }

  scope(id: Id): ScopeState {
    return required(this.state.scopes[id], `scope ${id}`);
  }

  token(id: Id): TokenState {
    return required(this.state.tokens[id], `token ${id}`);
  }

  isAlive(id: Id): boolean {
    return id in this.state.tokens || id in this.state.scopes;
  }

  addScope(scope: ScopeState): Id {
    this.changes += 1;
    const id = this.#nextId();
    this.state.scopes[id] = scope;
    this.#indexScope(id, scope);
    return id;
  }

  removeScope(id: Id): void {
    this.changes += 1;
    const { token } = this.scope(id);
    if (token !== undefined) this.#scopeOf.delete(token);
    delete this.state.scopes[id];
  }

  addToken(token: TokenState): Id {
    this.changes += 1;
    const id = this.#nextId();
    this.state.tokens[id] = token;
    this.#indexToken(id, token);
    return id;
  }

  removeToken(id: Id): void {
    this.changes += 1;
    const { scope, of } = this.token(id);
    this.#tokensIn.get(scope)?.delete(id);
    if (of !== undefined) this.#iterationsOf.get(of)?.delete(id);
    this.arrivals.delete(id);
    delete this.state.tokens[id];
  }

  addListener(key: string, listener: ListenerState): void {
    this.changes += 1;
    this.state.listeners[key] = listener;
    this.#indexListener(key, listener);
  }

  removeListener(key: string): void {
    this.changes += 1;
    delete this.state.listeners[key];
    this.conditions.delete(key);
    this.#listenersOf.get(readListenerKey(key).owner)?.delete(key);
  }

  /** The tokens of a scope, without those of the scopes in it, in the order in which they began. */
  tokensIn(scope: Id): readonly Id[] {
    return [...(this.#tokensIn.get(scope) ?? [])];
  }

  /** Whether more tokens than that are in a node of a scope; iterations do not count. */
  isCrowded(scope: Id, { id }: GraphNode, most: number): boolean {
    const tokens = this.tokensIn(scope);
    return (
      tokens.length > most &&
      tokens.map((each) => this.token(each)).filter(({ node, of }) => node === id && of === undefined).length > most
    );
  }

  isEmpty(scope: Id): boolean {
    return (this.#tokensIn.get(scope)?.size ?? 0) === 0;
  }

  /** The scope that a token has opened. */
  scopeOf(token: Id): Id | undefined {
    return this.#scopeOf.get(token);
  }

  iterationsOf(token: Id): readonly Id[] {
    return [...(this.#iterationsOf.get(token) ?? [])];
  }

  /** The keys of what a token, or an event sub-process of a scope, waits for. */
  listenersOf(owner: Id): readonly string[] {
    return [...(this.#listenersOf.get(owner) ?? [])];
  }

  graphAt(scope: Id): Graph {
    return this.#graphOf(this.scope(scope).definition);
  }

  /** What is drawn in a scope. */
  drawn(scope: Id): GraphScope {
    const { node } = this.scope(scope);
    const { process, nodes } = this.graphAt(scope);
    return node === undefined ? process : required(nodes.get(node)?.content, `sub-process ${node}`);
  }

  /** The node of a token; of one in front of a join, that join. */
  nodeAt(id: Id): GraphNode {
    const { scope, node } = this.token(id);
    return node === undefined ? this.flowAt(id).target : required(this.graphAt(scope).nodes.get(node), `node ${node}`);
  }

  flowAt(id: Id): GraphFlow {
    const { scope, flow = '' } = this.token(id);
    return required(this.graphAt(scope).flows.get(flow), `flow ${flow}`);
  }

  place(id: Id): TokenAt {
    return { id, node: this.nodeAt(id), token: this.token(id) };
  }

  listenerPlace(key: string): ListenerAt {
    const { owner, nodeId, index } = readListenerKey(key);
    const isToken = owner in this.state.tokens;
    const scope = isToken ? this.token(owner).scope : owner;
    const node = required(this.graphAt(scope).nodes.get(nodeId), `node ${nodeId}`);
    const event = required(node.events[index], `event ${index} of ${nodeId}`);
    return { key, node, event, scope, ...(isToken && { owner }) };
  }

  /** The scopes around a token, innermost first. */
  scopesAround(scope: Id): readonly Id[] {
    const { token } = this.scope(scope);
    return token === undefined ? [scope] : [scope, ...this.scopesAround(this.token(token).scope)];
  }

  /** The token that arrived at an activity, of one of its iterations. */
  rootOf(id: Id): Id {
    return this.token(id).of ?? id;
  }

  #nextId(): Id {
    const id = String(this.state.next);
    this.state.next += 1;
    return id;
  }

  #indexScope(id: Id, { token }: ScopeState): void {
    if (token !== undefined) this.#scopeOf.set(token, id);
  }

  #indexListener(key: string, { kind }: ListenerState): void {
    addTo(this.#listenersOf, readListenerKey(key).owner, key);
    if (kind === 'condition') this.conditions.add(key);
  }

  #indexToken(id: Id, { scope, of, flow }: TokenState): void {
    addTo(this.#tokensIn, scope, id);
    if (flow !== undefined) this.arrivals.add(id);
    if (of !== undefined) addTo(this.#iterationsOf, of, id);
  }
}

function addTo<Value>(sets: Map<Id, Set<Value>>, key: Id, value: Value): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}

function required<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new NetError('waiting', `The process has no ${what}.`);
  return value;
}
