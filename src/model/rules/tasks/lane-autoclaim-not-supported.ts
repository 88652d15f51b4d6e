import { isDrawnFor } from '../../moddle/file-settings.ts';
import type { Lane } from '../../read/diagram.ts';
import type { UserTaskDraft } from '../../read/draft.ts';
import type { Rule } from '../rule.ts';

/** jBPM assigns the later tasks of a lane to the person who handled the first one ("Swimlanes", Autoclaim). */
export const laneAutoclaimNotSupported: Rule = {
  name: 'lane-autoclaim-not-supported',
  check: ({ userTasks }) =>
    [...tasksByLane(userTasks.filter(({ node }) => isDrawnFor(node.element, 'drools')))]
      .filter(([, tasks]) => tasks.length > 1 && tasks.some(isOpenToSeveral))
      .map(([lane, tasks]) => ({
        severity: 'warning',
        guess: true,
        elementId: lane.id,
        reason: `In jBPM, the person who handles one of ${tasks.map(({ node }) => `"${node.name}"`).join(', ')} also gets the others of the lane "${lane.name ?? lane.id}"; here, each task goes to everyone whom it names.`,
        remedy:
          'Leave it if any of them may handle each task; otherwise name the person with a variable that the first task sets.',
      })),
};

function tasksByLane(tasks: readonly UserTaskDraft[]): ReadonlyMap<Lane, readonly UserTaskDraft[]> {
  const byLane = new Map<Lane, readonly UserTaskDraft[]>();
  for (const task of tasks) {
    const [lane] = task.node.lanes;
    if (lane !== undefined) byLane.set(lane, [...(byLane.get(lane) ?? []), task]);
  }
  return byLane;
}

/** A task with one handler belongs to that person in jBPM too. */
function isOpenToSeveral({ assignment }: UserTaskDraft): boolean {
  return assignment.some(({ kind, expressions }) => kind === 'handlingGroup' || expressions.length > 1);
}
