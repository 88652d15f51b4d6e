import { type GraphNode, isEventSubProcess } from '../../net/graph.ts';
import type { ListenerAt, TokenAt } from '../../net/ports.ts';
import { type Id, listenerKey, type NetState, type ScopeState, type TokenState } from '../../net/state.ts';
import { type Content, keyPart, type Parent } from './message.ts';
import type { Drawing } from './read-drawing.ts';

/** A token, or an event that waits for it: a boundary event at it, or one behind its event-based gateway. */
export interface Place {
  readonly node: GraphNode;
  /** Of an event sub-process: the scope that it is in. */
  readonly owner: Id;
  readonly isEvent: boolean;
}

/** What a message has beside what can be computed: what it came by, and what extensions have added. */
export type Added = Record<string, unknown>;

/**
 * What messages say of tokens. An execution id is computed from the node and the token, so that it is the same after a
 * recovery: `approve_<seed>_12`, with the number of an iteration or event definition behind it.
 */
export class Contents {
  readonly #process: { readonly id: string; readonly type: string; readonly executionId: string };
  readonly #drawing: Drawing;
  readonly #state: NetState;
  readonly #seed: string;
  readonly added: Record<Id, Added>;
  /** What has left or closed in this step: it is still spoken of. */
  readonly gone = { tokens: new Map<Id, TokenState>(), scopes: new Map<Id, ScopeState>() };
  /** Of tokens that go on from an event: the id under which that has waited. */
  readonly #waitedAs = new Map<Id, string>();

  constructor(
    process: { readonly id: string; readonly type: string; readonly executionId: string },
    drawing: Drawing,
    { net, seed, added }: { readonly net: NetState; readonly seed: string; readonly added: Record<Id, Added> },
  ) {
    this.#process = process;
    this.#drawing = drawing;
    this.#state = net;
    this.#seed = seed;
    this.added = added;
  }

  scope(id: Id): ScopeState {
    return this.#state.scopes[id] ?? this.gone.scopes.get(id) ?? { definition: '' };
  }

  token(id: Id): TokenState | undefined {
    return this.#state.tokens[id] ?? this.gone.tokens.get(id);
  }

  node(id: string): GraphNode {
    const node = this.#drawing.graph.nodes.get(id);
    if (!node) throw new TypeError(`The process has no ${id}.`);
    return node;
  }

  at(id: Id): TokenAt | undefined {
    const token = this.#state.tokens[id];
    return token?.node === undefined ? undefined : { id, token, node: this.node(token.node) };
  }

  /** The scope of a token; of an event sub-process, the scope that it is in. */
  scopeOf(owner: Id): Id {
    return this.token(owner)?.scope ?? owner;
  }

  /** One event definition of a node that waits. */
  listenerAt(owner: Id, node: GraphNode, index: number): ListenerAt {
    const event = node.events[index];
    if (!event) throw new TypeError(`${node.id} has no event ${index}.`);
    const isToken = owner in this.#state.tokens;
    return {
      key: listenerKey(owner, node.id, index),
      node,
      event,
      scope: this.scopeOf(owner),
      ...(isToken && { owner }),
    };
  }

  /** The token has waited as the event `node`. */
  wasWaiting(token: Id, node: GraphNode, owner: Id): void {
    this.#waitedAs.set(token, this.executionId(node, owner));
  }

  /** Of a token in its node, or of an event that waits at a token. */
  executionId(node: GraphNode, owner: Id): string {
    return this.#waitedAs.get(owner) ?? `${keyPart(node.id)}_${this.#seed}_${owner}`;
  }

  /** @param token of an iteration: that of its activity with its number behind it */
  tokenExecutionId(id: Id, node: GraphNode, { of, iteration }: TokenState): string {
    return of === undefined ? this.executionId(node, id) : `${this.executionId(node, of)}_${iteration}`;
  }

  /** The inverse; undefined: it does not wait here any more. */
  find(executionId = ''): Place | undefined {
    const [part = '', numbers = ''] = executionId.split(`_${this.#seed}_`);
    const [owner = '', number] = numbers.split('_');
    const token = this.#state.tokens[owner];
    const isMeant = ({ id }: GraphNode) => keyPart(id) === part;
    const own = token?.node === undefined ? undefined : this.node(token.node);
    if (own && isMeant(own)) {
      const isIteration = (each: TokenState) => each.of === owner && String(each.iteration) === number;
      const iteration = number && Object.entries(this.#state.tokens).find(([, each]) => isIteration(each));
      return { node: own, owner: iteration ? iteration[0] : owner, isEvent: false };
    }
    const node = this.eventsAt(owner).find(isMeant);
    return node && { node, owner, isEvent: true };
  }

  /** The scope that a message comes from. */
  scopeNamed({ parent, executionId }: Content): Id {
    const place = this.find(executionId);
    if (place) return this.scopeOf(place.owner);
    const scopes = [...Object.keys(this.#state.scopes), ...this.gone.scopes.keys()];
    return scopes.find((id) => this.parent(id).executionId === parent?.executionId) ?? scopes[0] ?? '';
  }

  /** What waits in a scope: tokens, each behind the events that wait for it. */
  placesIn(scope: Id): readonly Place[] {
    const { tokens } = this.#state;
    const own = Object.keys(tokens).filter((id) => tokens[id]?.scope === scope && tokens[id]?.of === undefined);
    return [...own, scope].flatMap((owner) => {
      const events = this.eventsAt(owner).map((node) => ({ node, owner, isEvent: true }));
      const at = this.at(owner);
      return at ? [...events, { node: at.node, owner, isEvent: false }] : events;
    });
  }

  /** The events that wait at a token or, of event sub-processes, in a scope. */
  eventsAt(owner: Id): readonly GraphNode[] {
    const token = this.#state.tokens[owner];
    if (token?.node !== undefined && token.of === undefined) {
      const { boundaries, kind, outgoing } = this.node(token.node);
      return kind === 'event-based' ? outgoing.map(({ target }) => target) : boundaries;
    }
    const scope = this.#state.scopes[owner];
    if (!scope || scope.interrupted) return [];
    const { graph } = this.#drawing;
    const drawn = scope.node === undefined ? graph.process : this.node(scope.node).content;
    const inside = drawn?.nodes.filter(isEventSubProcess) ?? [];
    return inside.flatMap(({ content }) => content?.nodes.filter(({ kind }) => kind === 'start') ?? []);
  }

  /** The scope, and those around it. */
  parent(scopeId: Id): Parent {
    const { id, type, executionId } = this.#process;
    const path: Parent[] = [];
    for (let scope = this.scope(scopeId); scope.node !== undefined && scope.token !== undefined; ) {
      const token = this.token(scope.token);
      if (!token) break;
      const node = this.node(scope.node);
      path.push({ id: node.id, type: node.type, executionId: this.tokenExecutionId(scope.token, node, token) });
      scope = this.scope(token.scope);
    }
    const [first, ...others] = [...path, { id, type, executionId }];
    return { ...(first as Parent), ...(others.length > 0 && { path: others }) };
  }

  /** The step is over. */
  forgetGone(): void {
    this.gone.tokens.clear();
    this.gone.scopes.clear();
    this.#waitedAs.clear();
  }

  /** Of a token, without what belongs to one iteration of it. */
  ofToken({ id, node, token }: TokenAt): Content {
    const root = token.of ?? id;
    return {
      ...this.#ofNode(node),
      ...this.added[root],
      ...this.#own(node, this.executionId(node, root), token.scope),
    };
  }

  ofEvent(node: GraphNode, owner: Id): Content {
    const { host } = node;
    const inbound = host && [{ id: host.id, type: host.type, executionId: this.executionId(host, owner) }];
    const own = this.#own(node, this.executionId(node, owner), this.scopeOf(owner));
    return { ...this.#ofNode(node), ...(inbound && { inbound }), ...own };
  }

  #own({ id, type, name }: GraphNode, executionId: string, scope: Id) {
    return { id, type, ...(name !== id && { name }), executionId, parent: this.parent(scope) };
  }

  #ofNode(node: GraphNode): Added {
    const { kind, incoming, outgoing, host } = node;
    const { behaviour, lane } = this.#drawing.elements.get(node.id) ?? { behaviour: {} };
    return {
      ...(outgoing.length === 0 && { isEnd: true }),
      ...(incoming.length === 0 && !host && !isEventSubProcess(node) && { isStart: true }),
      ...(kind === 'sub-process' && { isSubProcess: true }),
      ...(behaviour.loopCharacteristics && { isMultiInstance: true }),
      ...(host && { attachedTo: host.id }),
      ...(/EndEvent$|ThrowEvent$/.test(node.type) && { isThrowing: true }),
      ...(lane && { lane: (lane as { readonly id: string }).id }),
    };
  }
}

/** The content one level further in: of an iteration, or of an event definition. */
export function inner(content: Content, own: Added): Content {
  const { id, type, executionId, parent } = content;
  const { path = [], ...around } = parent;
  return { ...content, ...own, parent: { id, type, executionId, path: [around, ...path] } } as Content;
}
