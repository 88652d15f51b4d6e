import type { Draft } from './read/draft.ts';
import { groupSources, takingEvents, waysToVanish } from './rules/tasks/ways-to-vanish.ts';

/** A task that may end while it is a group's, so that a report names somebody of the group who did not handle it. */
export interface StandInTask {
  readonly nodeId: string;
  readonly nodeName: string;
  /** Those of its groups that the diagram itself names, without an expression. */
  readonly groups: readonly string[];
}

export function listStandIns(draft: Draft): readonly StandInTask[] {
  return draft.userTasks.flatMap((task) => {
    const expressions = groupSources(task, draft).flatMap((source) => source.expressions);
    const groups = expressions.filter(({ constant }) => constant).map(({ text }) => text);
    if (groups.length === 0 || !mayEnd(task, draft)) return [];
    return [{ nodeId: task.node.id, nodeName: task.node.name, groups }];
  });
}

function mayEnd(task: Draft['userTasks'][number], draft: Draft): boolean {
  if (takingEvents(task, draft).length > 0) return true;
  return draft.options.reportsGone !== false && waysToVanish(task, draft).length > 0;
}
