import { elementOf, elementsOf } from '../moddle/moddle-element.ts';
import type { ModelOptions } from '../model-options.ts';
import type { FlowNode } from '../read/drawing.ts';
import type { Finding, Rule } from './rule.ts';

export const userTaskWithoutHandler: Rule = {
  name: 'user-task-without-handler',
  check: ({ userTasks, options }) =>
    userTasks.filter(({ assignment }) => assignment.length === 0).map(({ node }) => judge(node, options)),
};

function judge(node: FlowNode, options: ModelOptions): Finding {
  const inModeler =
    'Give it an assignee, candidate users or candidate groups in the modeler, or put it into a named lane';
  const standIn = sayStandIn(options);
  if (standIn === undefined) {
    return {
      severity: 'error',
      elementId: node.id,
      reason: `Nobody can handle the user task "${node.name}": ${explain(node)}.`,
      remedy: `${inModeler}; or set the option defaults.handlers, defaults.handlingGroup or assign for all such tasks.`,
    };
  }
  return {
    severity: 'warning',
    elementId: node.id,
    reason: `The user task "${node.name}" goes to ${standIn}: ${explain(node)}.`,
    remedy: `${inModeler}, where somebody else is to handle it.`,
    guess: true,
  };
}

function sayStandIn({ assigns, defaultAssignment }: ModelOptions): string | undefined {
  const host = 'whom the function assign names';
  if (defaultAssignment === undefined) return assigns === true ? host : undefined;
  const { from, expressions } = defaultAssignment;
  const names = `${expressions.map(({ text }) => text).join(', ')} (${from})`;
  return assigns === true ? `${host}, else ${names}` : names;
}

function explain({ element }: FlowNode): string {
  const resource = elementsOf(element, 'resources').map((role) => elementOf(role, 'resourceRef'))[0];
  if (resource === undefined) return 'it names no assignee, candidate, group or lane';
  return `it names the resource "${resource.name ?? resource.id}", which does not say whose accounts it stands for`;
}
