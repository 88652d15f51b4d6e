import { catchersOf, type Thrown } from './catchers.ts';
import type { Marking } from './marking.ts';
import { type Id, listenerKey } from './state.ts';

interface Level {
  readonly scope: Id;
  /** The token that the throw leaves: the activity that throws, or that the scope further in is the content of. */
  readonly host: Id;
}

/**
 * Finds what catches an error or escalation in the running scopes (`catchersOf`), across calls.
 * @returns a key for `fire`
 */
export function caughtBy(marking: Marking, thrown: Thrown, id: Id): string | undefined {
  let { scope } = marking.token(id);
  let host = marking.rootOf(id);
  for (;;) {
    const from = marking.drawn(scope);
    const levels = levelsFrom(marking, scope, host);
    for (const { node, event } of catchersOf(thrown, from, marking.nodeAt(host))) {
      const owner = ownerAt(
        marking,
        levels,
        node.kind === 'boundary' ? node.scope.id : node.scope.node?.scope.id,
        node.kind,
      );
      if (owner !== undefined) return listenerKey(owner, node.id, node.events.indexOf(event));
    }
    const process = [...levels.values()].at(-1)?.scope ?? scope;
    const { token } = marking.scope(process);
    if (token === undefined) return undefined;
    host = marking.rootOf(token);
    scope = marking.token(host).scope;
  }
}

/** The scopes around, up to that of the process, by what they are drawn as. */
function levelsFrom(marking: Marking, scope: Id, host: Id): ReadonlyMap<string, Level> {
  const levels = new Map<string, Level>();
  for (let level: Level = { scope, host }; ; ) {
    const { node, token } = marking.scope(level.scope);
    levels.set(marking.drawn(level.scope).id, level);
    if (node === undefined || token === undefined) return levels;
    const root = marking.rootOf(token);
    level = { scope: marking.token(root).scope, host: root };
  }
}

function ownerAt(
  marking: Marking,
  levels: ReadonlyMap<string, Level>,
  scopeId: string | undefined,
  kind: string,
): Id | undefined {
  const level = levels.get(scopeId ?? '');
  if (!level || kind === 'boundary') return level?.host;
  return marking.scope(level.scope).interrupted ? undefined : level.scope;
}
