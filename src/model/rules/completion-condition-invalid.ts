import type { FlowNode } from '../read/drawing.ts';
import type { MultiInstance } from '../read/read-countersign.ts';
import type { Finding, Rule } from './rule.ts';

export const completionConditionInvalid: Rule = {
  name: 'completion-condition-invalid',
  check: ({ userTasks, services, subProcesses }) => [
    ...userTasks.flatMap(({ node, multiInstance }) => [
      ...refusePlainText(node, multiInstance),
      ...(multiInstance?.shared === true ? refuseScript(node, multiInstance) : []),
    ]),
    ...[...services, ...subProcesses].flatMap(({ node, multiInstance }) => refusePlainText(node, multiInstance)),
  ],
};

function refusePlainText(node: FlowNode, multiInstance: MultiInstance | undefined): readonly Finding[] {
  const condition = multiInstance?.condition;
  if (condition === undefined || !condition.constant || /^(true|false)$/.test(condition.text)) return [];
  return refuse(node, condition.text, 'plain text, which is neither true nor false', '');
}

function refuseScript(node: FlowNode, multiInstance: MultiInstance): readonly Finding[] {
  const script = multiInstance.completion === undefined ? multiInstance.conditionScript : undefined;
  if (script === undefined) return [];
  const why = 'the signers share one task, which waits for no script between them';
  return refuse(node, script.text, `a script in ${script.format}, and ${why}`, FUNCTION);
}

const FUNCTION =
  '; what an expression cannot say, a function of the host can: expressions: { functions: { isEnough: (done, all) => … } } and ${isEnough(nrOfCompletedInstances, nrOfInstances)}';

function refuse({ id, name }: FlowNode, text: string, what: string, more: string): readonly Finding[] {
  return [
    {
      severity: 'error',
      elementId: id,
      reason: `The completion condition of "${name}", "${text}", is ${what}.`,
      remedy: `Write it as \${…}, such as \${nrOfCompletedInstances >= 2}, or begin it with = for FEEL${more}.`,
    },
  ];
}
