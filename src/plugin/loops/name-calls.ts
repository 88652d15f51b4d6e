import type { DiagramGraph } from '../engine/slice/diagram-graph.ts';
import type { AllVariables } from '../variables/called-variables.ts';
import type { PathEntry } from './path-entry.ts';

/**
 * Names the calls that begin in a path by their nodes: each has another execution in each round, and is over with it.
 * @param running the nodes of those that began before, by their ids
 * @returns what puts these names into a part of the path
 */
export function nameCalls(
  path: readonly PathEntry[],
  diagram: DiagramGraph,
  running: ReadonlyMap<string, string> = new Map(),
): (part: readonly PathEntry[]) => readonly PathEntry[] {
  const names = new Map(running);
  for (const entry of path) {
    if (entry.kind !== 'passing' || entry.passing.service.passes?.way !== 'in') continue;
    names.set(entry.passing.callId, callOf(entry.passing.service.nodeId, diagram));
  }
  const named = <Of extends { readonly callId: string | undefined }>(of: Of): Of => ({
    ...of,
    callId: names.get(of.callId ?? '') ?? of.callId,
  });
  return (part) => (names.size === 0 ? part : part.map((entry) => nameCall(entry, named)));
}

function nameCall(
  entry: PathEntry,
  named: <Of extends { readonly callId: string | undefined }>(of: Of) => Of,
): PathEntry {
  switch (entry.kind) {
    case 'passing': {
      const { service, callId, around } = entry.passing;
      return { ...entry, passing: { service, callId: named({ callId }).callId, around: named(around) } };
    }
    case 'results':
      return { ...entry, around: named(entry.around) };
    case 'conditions':
      return { ...entry, asked: entry.asked.map((each) => ({ ...each, scope: named(each.scope) })) };
    case 'code':
      return named(entry);
    default:
      return 'scope' in entry ? { ...entry, scope: named(entry.scope) } : entry;
  }
}

/** The sub-process that a call was drawn in as. @param nodeId what passes its variables, or has its own */
export function callOf(nodeId: string, { activities }: DiagramGraph): string {
  return activities.get(nodeId)?.parent.id ?? '';
}

/**
 * Whether a call begins while another one of its node runs.
 * @param before the nodes of those that run when the path begins
 */
export function hasCallBesideItself(path: readonly PathEntry[], before: Iterable<string> = []): boolean {
  const running = new Set(before);
  return path.some((entry) => {
    if (entry.kind !== 'passing') return false;
    const { service, callId } = entry.passing;
    const isBeside = service.passes?.way === 'in' && running.has(callId);
    if (service.passes?.way === 'in') running.add(callId);
    else running.delete(callId);
    return isBeside;
  });
}

/** The variables without those of calls that began later. */
export function withoutCallsSince(all: AllVariables, since: AllVariables): AllVariables {
  const called = Object.entries(all.called).filter(([callId]) => Object.hasOwn(since.called, callId));
  return { variables: all.variables, called: Object.fromEntries(called) };
}
