import { LANE_NAME } from '../../read/read-assignment.ts';
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
          remedy: 'Fine where the lane is called like the group; else give the lane ttc:handlingGroup.',
        })),
    ),
};
