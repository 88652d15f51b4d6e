import type { ScriptReading } from '../../read/services/read-script.ts';
import type { Finding, Rule } from '../rule.ts';

export const scriptInvalid: Rule = {
  name: 'script-invalid',
  check: ({ services }) =>
    services.flatMap(({ node, script }) => {
      const found = script && judge(script);
      if (found === undefined) return [];
      return {
        ...found,
        severity: 'warning',
        elementId: node.id,
        reason: `The script task "${node.name}" ${found.reason}`,
      };
    }),
};

function judge(script: ScriptReading): Pick<Finding, 'reason' | 'remedy' | 'guess'> | undefined {
  const { isEmpty, isFormatGuessed, expression, resource, format } = script;
  if (isEmpty) {
    return {
      guess: true,
      reason: 'has no script, so a token passes straight through it.',
      remedy: 'Write the script into the task, or name a service with ttc:service; else make it a task without a type.',
    };
  }
  if (expression !== undefined) return undefined;
  if (isFormatGuessed) {
    const taken =
      format === ''
        ? 'is passed to the function for scripts without a language'
        : `is treated as ${format}, as in its own engine`;
    return {
      guess: true,
      reason: `does not say which language its script is in: it ${taken}.`,
      remedy: 'Give it a script format.',
    };
  }
  if (resource === undefined) return undefined;
  return {
    reason: `has its script in another file, ${resource}, which is not deployed with the diagram.`,
    remedy: 'Let the function for scripts read job.resource, or write the script into the task itself.',
  };
}
