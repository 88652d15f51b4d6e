import { LANE_NAME } from '../../read/tasks/read-assignment.ts';
import type { Rule } from '../rule.ts';

export const handlerFromLane: Rule = {
  name: 'handler-from-lane',
  check: ({ userTasks }) =>
    userTasks.flatMap(({ node, assignment }) =>
      assignment
        .filter(({ from }) => from === LANE_NAME)
        .map(({ expressions }) => ({
          severity: 'warning',
          guess: true,
          elementId: node.id,
          reason: `"${node.name}" goes to the group ${expressions.map(({ text }) => text).join(', ')}, the name of its lane.`,
          remedy: 'Leave it if the lane has the name of the group; otherwise give the lane ttc:handlingGroup.',
        })),
    ),
};
