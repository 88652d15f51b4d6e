import type { Draft } from '../read/draft.ts';
import type { EventDraft } from '../read/read-event.ts';
import type { TaskMappingReading } from '../read/read-mappings.ts';
import { catchesTheSame, findCatchers, type Thrown, thrownBy } from './caught-around.ts';
import type { Finding, Rule } from './rule.ts';
import { findUnsupported } from './supported-elements.ts';

/**
 * An event for an error or escalation that nothing throws to it. Errors come from services and error events, escalations
 * from escalation events alone; people and messages throw nothing.
 */
export const boundaryNeverFires: Rule = {
  name: 'boundary-never-fires',
  check(draft) {
    const reached = new Set(listThrown(draft).flatMap((thrown) => [...findCatchers(thrown, draft.events)]));
    return draft.events.filter((event) => !reached.has(event)).flatMap((event) => judge(event, draft));
  },
};

/** Everything that is thrown, or may be. */
function listThrown({ drawing, events, services, userTasks, subProcesses }: Draft): readonly Thrown[] {
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
  const fromOthers = [...drawing.nodes.values()]
    .filter(({ element }) => findUnsupported(element) !== undefined)
    .flatMap((node): readonly Thrown[] =>
      (['error', 'escalation'] as const).map((kind) => ({ kind, from: node.scope, host: node })),
    );
  return [...fromEvents, ...fromCalls, ...fromServices, ...fromScripts, ...fromOthers];
}

function runsScripts({ inputScripts, outputScripts }: TaskMappingReading): boolean {
  return inputScripts.length + outputScripts.length > 0;
}

function judge(event: EventDraft, { drawing, events }: Draft): readonly Finding[] {
  const { node, role, trigger } = event;
  if (trigger?.kind !== 'error' && trigger?.kind !== 'escalation') return [];
  const what = trigger.code === undefined ? `an ${trigger.kind}` : `the ${trigger.kind} ${trigger.code}`;
  const byThat = events.some((other) => other.node === node && other !== event) ? ' by that' : '';
  const warn = (reason: string): readonly Finding[] => [
    { severity: 'warning', elementId: node.id, reason, remedy: remedyFor(trigger.kind) },
  ];
  const twin = events.slice(0, events.indexOf(event)).find((earlier) => catchesBefore(earlier, event));
  if (twin !== undefined) {
    const reason = `"${twin.node.name}" catches ${what} before "${node.name}" does, so "${node.name}" never fires${byThat}.`;
    return [
      { severity: 'warning', elementId: node.id, reason, remedy: 'Remove one of the two, or give it another code.' },
    ];
  }
  if (role.kind === 'start') {
    return warn(`Nothing beside the event sub-process "${node.scope.name}" throws ${what}, so it never starts.`);
  }
  const host = role.kind === 'boundary' ? drawing.nodes.get(role.attachedTo) : undefined;
  if (host === undefined || findUnsupported(host.element) !== undefined) return [];
  return warn(`Nothing at "${host.name}" throws ${what} that reaches "${node.name}", so it never fires${byThat}.`);
}

/** Whether both are for the same on one host, or begin event sub-processes beside each other. */
function catchesBefore(earlier: EventDraft, event: EventDraft): boolean {
  const [one, other] = [earlier.role, event.role];
  if (!catchesTheSame(earlier, event)) return false;
  if (one.kind === 'boundary' && other.kind === 'boundary') return one.attachedTo === other.attachedTo;
  if (one.kind !== 'start' || other.kind !== 'start' || !one.interrupting) return false;
  return earlier.node.scope.node?.scope === event.node.scope.node?.scope;
}

function remedyFor(kind: 'error' | 'escalation'): string {
  return kind === 'error'
    ? 'Throw it in a service or by an error end event of a sub-process, draw a button instead, or remove it.'
    : 'Throw it by an escalation event of a sub-process, draw a timer or a message instead, or remove it.';
}
