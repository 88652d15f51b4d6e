import type { Execution } from 'bpmn-engine';
import { copyNumberOf, nodeIdOf } from './copies/copy-id.ts';
import { activitiesIn, type EngineActivity, type EngineContent, type EngineScope } from './engine-internals.ts';
import { runContextOf } from './run-context.ts';

/** A process, a sub-process or one iteration of it that runs. */
export interface LiveScope {
  readonly execution: EngineScope;
  readonly executionId: string;
  /** The sub-process activity and the scope around it; undefined for the process itself. */
  readonly owner?: { readonly activity: EngineActivity; readonly scope: LiveScope };
  /** The message that started it: in an iteration it holds index and element. */
  readonly content: EngineContent;
}

/** Every live scope of an execution, outer ones first. */
export function liveScopes(execution: Execution): LiveScope[] {
  const scopes: LiveScope[] = [];
  for (const definition of execution.definitions) {
    for (const process of definition.getRunningProcesses()) {
      const running = (process as unknown as { execution?: EngineScope }).execution;
      if (running) collect(running, undefined, scopes);
    }
  }
  return scopes;
}

function collect(execution: EngineScope, owner: LiveScope['owner'], scopes: LiveScope[]): void {
  if (execution.completed) return;
  const scope: LiveScope = {
    execution,
    executionId: execution.executionId,
    content: contentOf(execution),
    ...(owner && { owner }),
  };
  scopes.push(scope);
  for (const activity of activitiesInOrder(execution)) {
    if (!activity.isSubProcess || !activity.status || !activity.execution || activity.execution.completed) continue;
    for (const inner of activity.execution.source?.executions ?? []) collect(inner, { activity, scope }, scopes);
  }
}

/** The activities of a scope in the order of the diagram; the copies of one node are in the order in which they started. */
export function activitiesInOrder(scope: EngineScope): EngineActivity[] {
  const activities = activitiesIn(scope);
  if (!activities.some(({ id }) => copyNumberOf(id) !== undefined)) return activities;
  const places = new Map<string, number>();
  for (const { id } of activities) if (!places.has(nodeIdOf(id))) places.set(nodeIdOf(id), places.size);
  const placeOf = ({ id }: EngineActivity) => places.get(nodeIdOf(id)) ?? 0;
  // A boundary event started with its host, however often it has fired since.
  const startOrderOf = (activity: EngineActivity) =>
    runContextOf(activity.environment).startOrderOf((activity.attachedTo ?? activity).executionId);
  return activities.toSorted((one, other) => placeOf(one) - placeOf(other) || startOrderOf(one) - startOrderOf(other));
}

function contentOf(execution: EngineScope): EngineContent {
  return (
    (execution as unknown as Record<symbol, { content: EngineContent }>)[Symbol.for('executeMessage')]?.content ?? {}
  );
}

/** A scope and those around it, inner ones first. */
export function enclosing(scope: LiveScope): LiveScope[] {
  return [scope, ...(scope.owner ? enclosing(scope.owner.scope) : [])];
}

/** Ids of the executions that make up a scope: its iteration, its sub-process activity, and so on outwards. */
export function scopeIds(scope: LiveScope): string[] {
  return enclosing(scope).flatMap(({ executionId, owner }) =>
    owner ? [executionId, owner.activity.executionId] : [executionId],
  );
}
