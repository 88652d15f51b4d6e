import { endedScopes, type GraphNode, isEventSubProcess, scopesAround, terminationOf } from '../../../net/graph.ts';
import type { AssignmentSource } from '../../nodes/task-node.ts';
import type { FlowNode } from '../../read/diagram.ts';
import type { Draft, SubProcessDraft, UserTaskDraft } from '../../read/draft.ts';
import type { EventDraft } from '../../read/events/read-event.ts';
import { hasCompletionCondition, type MultiInstanceDraft } from '../../read/tasks/read-multi-instance.ts';
import { exploreDraft } from '../../tokens/explore-draft.ts';

/** The ways in which a task may end unhandled, other than by an event; texts for messages. */
export function listUnhandledEndings(task: UserTaskDraft, draft: Draft): readonly string[] {
  const ways: string[] = [];
  if (endsEarly(task.multiInstance) || (isParallel(task.multiInstance) && task.votes !== undefined))
    ways.push('others decide its countersign');
  const around = draft.subProcesses.filter(({ node }) => contains(node, task.node));
  for (const { node } of around.filter(({ multiInstance }) => endsEarly(multiInstance)))
    ways.push(`the multi-instance "${node.name}" completes early`);
  for (const end of terminateEnds(draft))
    if (mayTerminate(end, task.node, around, draft)) ways.push(`the end event "${end.name}" terminates it`);
  return ways;
}

/** The sources of a task's groups, in order of precedence. */
export function groupSources({ assignment }: UserTaskDraft, { options }: Draft): readonly AssignmentSource[] {
  const { defaultAssignment } = options;
  const sources = assignment.length > 0 || defaultAssignment === undefined ? assignment : [defaultAssignment];
  return sources.filter(({ kind }) => kind === 'handlingGroup');
}

/** The events that interrupt a task or a scope around it. */
export function interruptingEvents({ node }: UserTaskDraft, { events }: Draft): readonly EventDraft[] {
  return events.filter((event) => takes(event, node));
}

function takes({ node, role }: EventDraft, task: FlowNode): boolean {
  if (!('interrupting' in role) || !role.interrupting) return false;
  if (role.kind === 'boundary') return node.host !== undefined && contains(node.host, task);
  const scopes = scopesAround(task);
  // An interrupting event sub-process ends the rest of its scope, but not its own content.
  const beside = node.scope.node?.scope;
  return beside !== undefined && scopes.includes(beside) && !scopes.includes(node.scope);
}

function contains(node: GraphNode, inner: GraphNode): boolean {
  return node === inner || scopesAround(inner).some((scope) => scope.node === node);
}

/** Whether several instances are open at once. */
function isParallel(multiInstance: MultiInstanceDraft | undefined): boolean {
  return multiInstance !== undefined && !multiInstance.sequential && multiInstance.shared === undefined;
}

function endsEarly(multiInstance: MultiInstanceDraft | undefined): boolean {
  const { completion } = multiInstance ?? {};
  const isEarly = completion !== undefined && completion.kind !== 'all' && !isEveryone(completion);
  return isParallel(multiInstance) && (isEarly || hasCompletionCondition(multiInstance));
}

function isEveryone(completion: NonNullable<MultiInstanceDraft['completion']>): boolean {
  return completion.kind === 'percent' && completion.percent >= 100;
}

function terminateEnds({ diagram }: Draft): readonly FlowNode[] {
  return [...diagram.nodes.values()].filter((node) => terminationOf(node) !== undefined);
}

function mayTerminate(end: FlowNode, task: FlowNode, around: readonly SubProcessDraft[], draft: Draft): boolean {
  const ended = endedScopes(end);
  const isBeside = exploreDraft(draft, 'all').ended.some(
    (each) => each.end === end && [...each.open].some((node) => contains(node, task)),
  );
  if (isBeside) return true;
  // A non-interrupting event sub-process runs in parallel with its whole scope.
  const isApart = (inner: GraphNode, other: GraphNode) =>
    scopesAround(inner).some(
      ({ node }) =>
        node !== undefined && isEventSubProcess(node) && ended.includes(node.scope) && !contains(node, other),
    );
  if (isApart(task, end) || (isApart(end, task) && scopesAround(task).some((scope) => ended.includes(scope))))
    return true;
  // A terminate end event in one instance ends the other instances.
  return around.some(
    ({ node, multiInstance }) =>
      isParallel(multiInstance) &&
      contains(node, end) &&
      (ended.includes(node.scope) || (terminationOf(end) === 'multi-instance' && ended.at(-1) === node.content)),
  );
}

/** A task of a group that may end unhandled, so that its report must name a member who did not handle it. */
export interface UnhandledGroupTask {
  readonly nodeId: string;
  readonly nodeName: string;
  /** Its groups that the diagram names literally, not by an expression. */
  readonly groups: readonly string[];
}

export function listUnhandledGroupTasks(draft: Draft): readonly UnhandledGroupTask[] {
  return draft.userTasks.flatMap((task) => {
    const expressions = groupSources(task, draft).flatMap((source) => source.expressions);
    const groups = expressions.filter(({ constant }) => constant).map(({ text }) => text);
    if (groups.length === 0 || !mayEnd(task, draft)) return [];
    return [{ nodeId: task.node.id, nodeName: task.node.name, groups }];
  });
}

function mayEnd(task: Draft['userTasks'][number], draft: Draft): boolean {
  if (interruptingEvents(task, draft).length > 0) return true;
  return draft.options.reportsGone !== false && listUnhandledEndings(task, draft).length > 0;
}
