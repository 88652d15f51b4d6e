import type { Draft } from './read/draft.ts';
import { groupSources, interruptingEvents, listUnhandledEndings } from './rules/shared/unhandled-endings.ts';

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
