import { findExtensions, readVendorAttribute } from '../moddle/extension.ts';
import type { FlowNode } from '../read/drawing.ts';
import type { Rule } from './rule.ts';

export const serviceWithoutName: Rule = {
  name: 'service-without-name',
  check: ({ services }) =>
    services
      .filter(({ service, script }) => service === undefined && script === undefined)
      .map(({ node }) => ({
        severity: 'error',
        elementId: node.id,
        reason: `"${node.name}" calls a service, but ${explain(node)}.`,
        remedy: 'Name a service of the host: ttc:service, a topic, a task definition type or a delegate expression.',
      })),
};

function explain({ element }: FlowNode): string {
  const decision =
    readVendorAttribute(element, 'camunda', 'decisionRef') ??
    findExtensions(element, 'zeebe', 'calledDecision')[0]?.attributes.decisionId;
  if (decision !== undefined) return `it names the decision table ${decision}, and decision tables (DMN) are not run`;
  const type = findExtensions(element, 'zeebe', 'taskDefinition')[0]?.attributes.type;
  if (type?.trim().startsWith('=') === true) return `its type ${type} is only known at run time`;
  return 'it is not said which';
}
