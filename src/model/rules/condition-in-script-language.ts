import type { Flow } from '../read/drawing.ts';
import type { Rule } from './rule.ts';

const WAITS: ReadonlySet<string | undefined> = new Set(['bpmn:ExclusiveGateway', 'bpmn:InclusiveGateway']);

export const conditionInScriptLanguage: Rule = {
  name: 'condition-in-script-language',
  check: ({ conditions, drawing, options }) =>
    [...conditions].flatMap(([flowId, { script }]) => {
      const flow = drawing.flows.get(flowId);
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

function findFault({ source }: Flow, scripts = true): readonly [reason: string, remedy: string] | undefined {
  if (!WAITS.has(source?.type)) {
    return [
      ` on a flow out of "${source?.name}", and scripts are run for exclusive and inclusive gateways only.`,
      'Draw a gateway before the flow, or write the condition as an expression: ${amount > 1000}, or =amount > 1000 in FEEL.',
    ];
  }
  if (scripts) return undefined;
  return [
    ', and no function was given that runs scripts.',
    'Pass scripts: (job) => … to createBridge or createPlugin, which returns true or false; or write an expression: ${amount > 1000}.',
  ];
}
