import type { ListenerAt, NetChange, TokenAt } from '../../net/ports.ts';
import type { Id } from '../../net/state.ts';
import type { Visit } from '../state/ledger.ts';
import type { Places } from '../state/places.ts';
import { keyOf } from './origins.ts';

/**
 * The user tasks that each token has passed, each once, oldest first: copied at a fork, united at a join and at the end of a
 * scope, cut when the token comes to a node again.
 */
export class StepTrails {
  readonly #places: Places;
  /** By root or scope; of a scope, of what has ended in it. */
  readonly #known: Map<Id, readonly Visit[]>;
  /** Of tokens that are about to come from an event, by scope and node. */
  readonly #fired = new Map<string, readonly Visit[]>();
  /** Tokens that have left, and from which none has come yet, with their scopes. */
  readonly #left = new Map<Id, Id>();

  constructor(known: Readonly<Record<Id, readonly Visit[]>>, places: Places) {
    this.#places = places;
    this.#known = new Map(Object.entries(known));
  }

  /** Of a token, which its iterations share. */
  of(token: Id): readonly Visit[] {
    return this.#known.get(this.#places.rootOf(token)) ?? [];
  }

  /** A token has passed a user task. */
  visit(token: Id, visit: Visit): void {
    this.#known.set(this.#places.rootOf(token), [...passedBefore(this.of(token), visit.nodeId), visit]);
  }

  /** @param throwers of an error or escalation, which goes on from there */
  noteFired(fired: ListenerAt, throwers: readonly Id[]): void {
    const { owner, scope } = fired;
    const host = owner === undefined ? this.#around(scope) : this.of(owner);
    this.#fired.set(keyOf(fired), unite([host, ...throwers.map((each) => this.of(each))]));
  }

  enter({ at: { id, node, token }, from }: Extract<NetChange, { readonly kind: 'entered' }>): void {
    if (token.of !== undefined) return;
    const key = `${token.scope}/${node.id}`;
    const fired = this.#fired.get(key);
    this.#fired.delete(key);
    const owner = this.#places.ownerOf(token.scope);
    const senders = from.filter((each) => each !== owner);
    for (const sender of senders) this.#left.delete(sender);
    const sent = senders.length > 0 ? unite(senders.map((each) => this.of(each))) : this.#around(token.scope);
    this.#known.set(id, passedBefore(fired ?? sent, node.id));
  }

  leave({ id, token: { scope } }: TokenAt): void {
    this.#left.set(id, scope);
  }

  /** What has ended in a scope goes on with what follows the scope. */
  close(scope: Id): void {
    this.#settle(scope);
    const owner = this.#places.ownerOf(scope);
    if (owner !== undefined)
      this.#known.set(this.#places.rootOf(owner), unite([this.of(owner), this.#known.get(scope) ?? []]));
  }

  /** Of all that is still there. */
  get kept(): Readonly<Record<Id, readonly Visit[]>> {
    for (const scope of new Set(this.#left.values())) this.#settle(scope);
    const { marking } = this.#places;
    return Object.fromEntries([...this.#known].filter(([id, visits]) => visits.length > 0 && marking.isAlive(id)));
  }

  /** What was passed before a scope. */
  #around(scope: Id): readonly Visit[] {
    const owner = this.#places.ownerOf(scope);
    return owner === undefined ? [] : this.of(owner);
  }

  #settle(scope: Id): void {
    const ended = [...this.#left].filter(([, each]) => each === scope).map(([token]) => token);
    for (const token of ended) this.#left.delete(token);
    if (ended.length === 0) return;
    this.#known.set(scope, unite([this.#known.get(scope) ?? [], ...ended.map((token) => this.of(token))]));
  }
}

/** What of a trail was passed before a node. */
export function passedBefore(trail: readonly Visit[], node: string): readonly Visit[] {
  const at = trail.findIndex(({ nodeId }) => nodeId === node);
  return at < 0 ? trail : trail.slice(0, at);
}

/** Each node once, as it was passed last. */
function unite(trails: readonly (readonly Visit[])[]): readonly Visit[] {
  const [first = [], ...others] = trails;
  if (others.length === 0) return first;
  const visits = new Map<string, Visit>();
  for (const visit of trails.flat()) {
    const known = visits.get(visit.nodeId);
    if (!known) visits.set(visit.nodeId, visit);
    else if (known.taskId !== visit.taskId) {
      const last = numberOf(known) < numberOf(visit) ? visit : known;
      // Iterations of a sub-process, each with its task.
      visits.set(visit.nodeId, known.account === visit.account ? last : { ...last, account: null });
    }
  }
  return [...visits.values()].toSorted((one, other) => numberOf(one) - numberOf(other));
}

/** Tasks of an instance are numbered as they are created. */
function numberOf({ taskId }: Visit): number {
  return Number(taskId.slice(taskId.lastIndexOf('.') + 1));
}
