import type { Flow } from '../../read/diagram.ts';
import { ignoresConditions } from '../../read/read-condition.ts';
import type { Rule } from '../rule.ts';

const CONDITION_GATEWAYS: ReadonlySet<string | undefined> = new Set(['bpmn:ExclusiveGateway', 'bpmn:InclusiveGateway']);

export const conditionInScriptLanguage: Rule = {
  name: 'condition-in-script-language',
  check: ({ conditions, diagram, options }) =>
    [...conditions].flatMap(([flowId, { script }]) => {
      const flow = diagram.flows.get(flowId);
      const fault = script && flow && findFault(flow, options.scripts);
      if (fault === undefined) return [];
      const [reason, remedy] = fault;
      return {
        severity: 'error',
        elementId: flowId,
        reason: `The condition is a script in ${script?.format}${reason}`,
        remedy,
      };
    }),
};

function findFault(flow: Flow, scripts = true): readonly [reason: string, remedy: string] | undefined {
  const { source } = flow;
  if (ignoresConditions(flow)) return undefined;
  if (!CONDITION_GATEWAYS.has(source?.type)) {
    return [
      ` on a flow out of "${source?.name}", which runs only in a deployed file.`,
      'Deploy the file with bridge.deploy, or prepare it with prepareProcesses, which draws a gateway before the flow; or draw it yourself, or write the condition as an expression: ${amount > 1000}, or =amount > 1000 in FEEL.',
    ];
  }
  if (scripts) return undefined;
  return [
    ', but the host has no function that runs scripts.',
    'Pass scripts: (job) => …, a function that returns true or false, to createBridge or createPlugin; or write an expression: ${amount > 1000}.',
  ];
}
