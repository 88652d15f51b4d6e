import { elementOf, elementsOf } from '../../moddle/moddle-element.ts';
import type { ModelOptions } from '../../model-options.ts';
import type { FlowNode } from '../../read/diagram.ts';
import type { Finding, Rule } from '../rule.ts';
import { findVendorTypos, type VendorTypo } from '../vendors/vendor-typos.ts';

export const userTaskWithoutHandler: Rule = {
  name: 'user-task-without-handler',
  check: ({ userTasks, options }) =>
    userTasks.filter(({ assignment }) => assignment.length === 0).map(({ node }) => judge(node, options)),
};

const IN_MODELER =
  'Give it an assignee, candidate users or candidate groups in the modeler, or put it into a named lane';

function judge(node: FlowNode, options: ModelOptions): Finding {
  const typos = findHandlerTypos(node);
  const inModeler =
    typos.length === 0 ? IN_MODELER : `Write ${typos.map(({ shown, meant }) => `${meant} for ${shown}`).join(', ')}`;
  const fallback = describeDefault(options);
  if (fallback === undefined) {
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
    reason: `The user task "${node.name}" goes to ${fallback}: ${explain(node)}.`,
    remedy: `${inModeler}, if somebody else should handle it.`,
    guess: true,
  };
}

function describeDefault({ assigns, defaultAssignment }: ModelOptions): string | undefined {
  const host = 'the people whom the function assign names';
  if (defaultAssignment === undefined) return assigns === true ? host : undefined;
  const { from, expressions } = defaultAssignment;
  const names = `${expressions.map(({ text }) => text).join(', ')} (${from})`;
  return assigns === true ? `${host}, else ${names}` : names;
}

const HANDLERS = /:(assignee|candidateUsers|candidateGroups|assignmentDefinition)$|<zeebe:assignmentDefinition>$/;

/** Misspelt vendor names on a user task that should name its handlers. */
export function findHandlerTypos({ element }: Pick<FlowNode, 'element'>): readonly VendorTypo[] {
  return findVendorTypos(element).filter(({ meant }) => meant !== undefined && HANDLERS.test(meant));
}

function explain({ element }: FlowNode): string {
  const typos = findHandlerTypos({ element }).map(({ shown }) => shown);
  if (typos.length > 0) return `no engine knows its ${typos.join(', ')}`;
  const resource = elementsOf(element, 'resources').map((role) => elementOf(role, 'resourceRef'))[0];
  if (resource === undefined && elementsOf(element, 'resources').some(({ $type }) => $type === 'bpmn:PotentialOwner'))
    return 'its potential owner names nobody';
  if (resource === undefined) return 'it names no assignee, candidate, group or lane';
  return `it names the resource "${resource.name ?? resource.id}", which does not name accounts`;
}
