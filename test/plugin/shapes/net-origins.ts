import type { Id, NetChange } from '../../support/inner/net.ts';

type Origin = string | null;

/** The handled task that caused each token, from what the net tells: see `plugin/state/lineage.ts`. */
export interface Origins {
  of(token: Id): Origin | undefined;
  note(token: Id, origin: Origin): void;
  follow(change: NetChange): void;
  close(scope: Id, token: Id | undefined): void;
  /** Of no token is the origin known any more. */
  forget(): void;
}

export function createOrigins(): Origins {
  const origins = new Map<Id, Origin>();
  /** Of the token that was completed last in a scope. */
  const latest = new Map<Id, Origin>();
  const copy = (from: Id | undefined, to: Map<Id, Origin>, id: Id) => {
    const origin = from === undefined ? null : origins.get(from);
    if (origin !== undefined) to.set(id, origin);
  };
  return {
    of: (token) => origins.get(token),
    note: (token, origin) => origins.set(token, origin),
    follow(change) {
      if (change.kind === 'entered') copy(change.from.at(-1), origins, change.at.id);
      if (change.kind !== 'left') return;
      const { id, token } = change.at;
      copy(id, latest, token.scope);
      if (token.of !== undefined) copy(id, origins, token.of);
    },
    close(scope, token) {
      const origin = latest.get(scope);
      if (token !== undefined && origin !== undefined) origins.set(token, origin);
    },
    forget() {
      origins.clear();
      latest.clear();
    },
  };
}
