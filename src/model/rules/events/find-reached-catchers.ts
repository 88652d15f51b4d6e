import type { Draft } from '../../read/draft.ts';
import type { EventDraft } from '../../read/read-event.ts';
import type { TaskMappingReading } from '../../read/read-mappings.ts';
import { findUnsupported } from '../file/supported-elements.ts';
import { findCatchers, type Thrown, thrownBy } from './caught-around.ts';

/** The events for errors and escalations that something may throw to. */
export function findReached(draft: Draft): ReadonlySet<EventDraft> {
  return new Set(listThrown(draft).flatMap((thrown) => [...findCatchers(thrown, draft.events)]));
}

/** Everything that is thrown, or may be. */
function listThrown({ diagram, events, services, userTasks, subProcesses }: Draft): readonly Thrown[] {
  const fromEvents = events.flatMap((event) => thrownBy(event) ?? []);
  // Which process is called is not known yet.
  const fromCalls = services
    .filter(({ call }) => call !== undefined)
    .map(({ node }): Thrown => ({ kind: 'escalation', from: node.scope, host: node }));
  // An expression of a script task is computed by the step itself, which fails with it.
  const fromServices = services
    .filter(({ expression, assign }) => expression === undefined && assign === undefined)
    .map(({ node }): Thrown => ({ kind: 'error', from: node.scope, host: node }));
  const withScripts = [
    ...userTasks.filter(({ mappings }) => runsScripts(mappings)),
    ...[...userTasks, ...services, ...subProcesses].filter(({ multiInstance }) => multiInstance?.conditionScript),
  ];
  const fromScripts = withScripts.map(({ node }): Thrown => ({ kind: 'error', from: node.scope, host: node }));
  // What does not run is refused; nothing is said of what it might throw.
  const fromOthers = [...diagram.nodes.values()]
    .filter(({ element }) => findUnsupported(element) !== undefined)
    .flatMap((node): readonly Thrown[] =>
      (['error', 'escalation'] as const).map((kind) => ({ kind, from: node.scope, host: node })),
    );
  return [...fromEvents, ...fromCalls, ...fromServices, ...fromScripts, ...fromOthers];
}

function runsScripts({ inputScripts, outputScripts }: TaskMappingReading): boolean {
  return inputScripts.length + outputScripts.length > 0;
}
