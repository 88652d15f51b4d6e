import type { Marking } from '../../net/marking.ts';
import type { NetChange, ScopeAt } from '../../net/ports.ts';
import type { Id, ScopeState, TokenState } from '../../net/state.ts';

/** The scopes and tokens of an instance, with those that were there in this step and are gone: what they did is still told. */
export class Places {
  readonly marking: Marking;
  readonly #gone = { scopes: new Map<Id, ScopeState>(), tokens: new Map<Id, TokenState>() };
  /** The token from which each token of this step came last. */
  readonly #cameFrom = new Map<Id, Id>();

  constructor(marking: Marking) {
    this.marking = marking;
  }

  scope(id: Id): ScopeState | undefined {
    return this.marking.state.scopes[id] ?? this.#gone.scopes.get(id);
  }

  token(id: Id): TokenState | undefined {
    return this.marking.state.tokens[id] ?? this.#gone.tokens.get(id);
  }

  /** The token that arrived at an activity, of one of its iterations. */
  rootOf(id: Id): Id {
    return this.token(id)?.of ?? id;
  }

  /** The token that has opened a scope; the process has none. */
  ownerOf(scope: Id): Id | undefined {
    return this.scope(scope)?.token;
  }

  /** A scope and those around it, inner ones first. */
  around(scope: Id): readonly Id[] {
    const owner = this.ownerOf(scope);
    const outer = owner === undefined ? undefined : this.token(owner)?.scope;
    return outer === undefined ? [scope] : [scope, ...this.around(outer)];
  }

  /** Ids of all that is around a token: its scope, the token that has opened that, and so on outwards. */
  idsAround(token: Id): readonly Id[] {
    const { scope } = this.token(token) ?? {};
    return scope === undefined
      ? []
      : this.around(scope).flatMap((each) => {
          const owner = this.ownerOf(each);
          return owner === undefined ? [each] : [...new Set([each, owner, this.rootOf(owner)])];
        });
  }

  /** The token by which a token came to its node in this step, and the node that it came from. */
  before(id: Id): { readonly token: Id; readonly node: string | undefined } | undefined {
    const token = this.#cameFrom.get(id);
    return token === undefined ? undefined : { token, node: this.token(token)?.node };
  }

  note(change: NetChange): void {
    if (change.kind === 'left' || change.kind === 'cancelled') this.#gone.tokens.set(change.at.id, change.at.token);
    if (change.kind !== 'entered') return;
    const last = change.from.at(-1);
    if (last !== undefined) this.#cameFrom.set(change.at.id, last);
  }

  noteClosed({ id, scope }: ScopeAt): void {
    this.#gone.scopes.set(id, scope);
  }
}
