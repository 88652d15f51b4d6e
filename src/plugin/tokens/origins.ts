import type { ListenerAt, NetChange, TokenAt } from '../../net/ports.ts';
import type { Id } from '../../net/state.ts';
import type { Origin } from '../state/ledger.ts';
import type { Places } from '../state/places.ts';

type Of<Kind extends NetChange['kind']> = Extract<NetChange, { readonly kind: Kind }>;

/**
 * The handled task that caused each token. The first rule that applies wins:
 * 1. that of the token from which it comes; in a join, of the one that arrived last
 * 2. after an event at an activity or in a scope: what `originOfEvent` says
 * 3. at the beginning of a scope: that of the scope, which is its own cause, or that of the activity that completed in it last
 * 4. nothing sent it: the start
 */
export class StepOrigins {
  readonly #places: Places;
  /** Of roots and scopes. An origin of null is known as well: the start. */
  readonly #known: Map<Id, Origin>;
  /** Of tokens that are about to come from an event, by scope and node. */
  readonly #fired = new Map<string, Origin>();
  /** Sub-processes that were drawn into their call. */
  readonly #drawnIn: ReadonlySet<string>;

  constructor(known: Readonly<Record<Id, Origin>>, places: Places, drawnIn: ReadonlySet<string> = new Set()) {
    this.#places = places;
    this.#known = new Map(Object.entries(known));
    this.#drawnIn = drawnIn;
  }

  /** Of a token, which its iterations share. */
  of(token: Id): Origin {
    return this.#known.get(this.#places.rootOf(token)) ?? null;
  }

  ofScope(scope: Id): Origin {
    const known = this.#known.get(scope);
    const owner = this.#places.ownerOf(scope);
    return known === undefined && owner !== undefined ? this.of(owner) : (known ?? null);
  }

  note(token: Id, origin: Origin): void {
    this.#known.set(this.#places.rootOf(token), origin);
  }

  /** @param fired the event through which a token is about to come, and its origin */
  noteFired(fired: ListenerAt, origin: Origin): void {
    this.#fired.set(keyOf(fired), origin);
  }

  enter({ at, from }: Of<'entered'>): void {
    const { id, token } = at;
    if (token.of !== undefined) return;
    const key = `${token.scope}/${at.node.id}`;
    const fired = this.#fired.get(key);
    this.#fired.delete(key);
    const sender = senderOf(this.#places, at, from);
    this.#known.set(
      id,
      fired !== undefined ? fired : sender === undefined ? this.ofScope(token.scope) : this.of(sender),
    );
  }

  /** What follows a scope has the origin of what completed in it last. */
  complete({ id, token: { scope } }: TokenAt): void {
    const origin = this.of(id);
    this.#completeIn(scope, origin);
    // A called process that was drawn into its call shares the scope of the call.
    if (this.#drawnIn.has(this.#places.scope(scope)?.node ?? ''))
      this.#completeIn(this.#places.around(scope)[1], origin);
  }

  #completeIn(scope: Id | undefined, origin: Origin): void {
    if (scope === undefined) return;
    this.#known.set(scope, origin);
    const owner = this.#places.ownerOf(scope);
    if (owner !== undefined) this.note(owner, origin);
  }

  replace(from: string, to: Origin): void {
    for (const [id, origin] of this.#known) if (origin === from) this.#known.set(id, to);
  }

  /** Of all that is still there. */
  get kept(): Readonly<Record<Id, Origin>> {
    return Object.fromEntries([...this.#known].filter(([id]) => this.#places.marking.isAlive(id)));
  }
}

/** The token that sent another one; undefined: it begins in its scope. */
export function senderOf(places: Places, { token, node }: TokenAt, from: readonly Id[]): Id | undefined {
  const sender = node.kind === 'catch' ? from[0] : from.at(-1);
  return sender === places.ownerOf(token.scope) ? undefined : sender;
}

/** The scope and node in which the token arrives that an event at an activity or in a scope sends. */
export function keyOf({ scope, node }: ListenerAt): string {
  return `${scope}/${node.kind === 'boundary' ? node.id : node.scope.node?.id}`;
}
