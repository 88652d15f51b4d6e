import type { TaskMappingReading } from '../../read/data/read-mappings.ts';
import type { Draft } from '../../read/draft.ts';
import type { EventDraft } from '../../read/events/read-event.ts';
import { findCatchers, type Thrown, thrownBy } from './find-catchers.ts';
import { findUnsupported } from './supported-elements.ts';

/** The events that may catch an error or escalation of this process. */
export function findReachedCatchers(draft: Draft): ReadonlySet<EventDraft> {
  return new Set(listThrown(draft).flatMap((thrown) => [...findCatchers(thrown, draft.events)]));
}

/** All errors and escalations that may be thrown. */
function listThrown({ diagram, events, services, userTasks, subProcesses }: Draft): readonly Thrown[] {
  const fromEvents = events.flatMap((event) => thrownBy(event) ?? []);
  // The called process is not known yet, so it may throw any escalation.
  const fromCalls = services
    .filter(({ call }) => call !== undefined)
    .map(({ node }): Thrown => ({ kind: 'escalation', from: node.scope, host: node }));
  // The step itself evaluates an expression of a script task, and fails if the expression fails: no error is thrown.
  const fromServices = services
    .filter(({ expression, assign }) => expression === undefined && assign === undefined)
    .map(({ node }): Thrown => ({ kind: 'error', from: node.scope, host: node }));
  const withScripts = [
    ...userTasks.filter(({ mappings }) => runsScripts(mappings)),
    ...[...userTasks, ...services, ...subProcesses].filter(({ multiInstance }) => multiInstance?.conditionScript),
  ];
  const fromScripts = withScripts.map(({ node }): Thrown => ({ kind: 'error', from: node.scope, host: node }));
  // Unsupported elements are refused anyway; they may throw anything, so that no further problem is reported.
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
