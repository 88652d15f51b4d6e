import { elementOf, elementsOf } from '../moddle/moddle-element.ts';
import type { FlowNode } from '../read/drawing.ts';
import type { Rule } from './rule.ts';

export const userTaskWithoutHandler: Rule = {
  name: 'user-task-without-handler',
  check: ({ userTasks }) =>
    userTasks
      .filter(({ assignment }) => assignment.length === 0)
      .map(({ node }) => ({
        severity: 'error',
        elementId: node.id,
        reason: `Nobody can handle the user task "${node.name}": ${explain(node)}.`,
        remedy: 'Give it an assignee, candidate users or candidate groups in the modeler, or put it into a named lane.',
      })),
};

function explain({ element }: FlowNode): string {
  const resource = elementsOf(element, 'resources').map((role) => elementOf(role, 'resourceRef'))[0];
  if (resource === undefined) return 'it names no assignee, candidate, group or lane';
  return `it names the resource "${resource.name ?? resource.id}", which does not say whose accounts it stands for`;
}
