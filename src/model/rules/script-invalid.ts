import type { ScriptReading } from '../read/read-script.ts';
import type { Rule } from './rule.ts';

export const scriptInvalid: Rule = {
  name: 'script-invalid',
  check: ({ services }) =>
    services.flatMap(({ node, script }) => {
      const fault = script && findFault(script);
      if (fault === undefined) return [];
      const [reason, remedy] = fault;
      return { severity: 'error', elementId: node.id, reason: `The script task "${node.name}" ${reason}.`, remedy };
    }),
};

function findFault({ expression, format, text, resource }: ScriptReading): readonly [string, string] | undefined {
  if (resource !== undefined) {
    return [
      `has its script in another file, ${resource}, which is not deployed with the drawing`,
      'Write the script into the task itself, or use a service task.',
    ];
  }
  if (expression !== undefined) return undefined;
  if (text === '') return ['holds no script', 'Write the script into the task, or name a service with ttc:service.'];
  if (format === '') return ['does not say which language its script is in', 'Give it a script format.'];
  return undefined;
}
