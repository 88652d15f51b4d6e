import type { ScriptMapping } from '../../nodes/mapping.ts';
import type { MappingReading } from '../../read/data/read-mappings.ts';
import type { Rule } from '../rule.ts';

export const mappingNotSupported: Rule = {
  name: 'mapping-not-supported',
  check: ({ services }) =>
    services.flatMap(({ node, mappings, expression }) =>
      [...mappings.faults, ...(expression === undefined ? [] : findScripts(mappings))].map((fault) => ({
        severity: 'error',
        elementId: node.id,
        reason: `${fault}; a mapping of "${node.name}" must have the name of a variable, and texts, expressions, or lists and maps of them as its value; on a service that calls a function of the host, scripts too.`,
        remedy:
          'Write it as an expression, or let the service itself do it; instead of a script, draw a script task before or after it, with the variable as its result variable.',
      })),
    ),
};

/** A task that the step evaluates itself calls no service, and a step cannot wait for a script. */
function findScripts({ inputScripts, outputScripts }: MappingReading): readonly string[] {
  const fault = (way: string) => (mapping: ScriptMapping) =>
    `the ${way} "${mapping.name}" is a script, but the task is computed within the step, which cannot wait for a script`;
  return [...inputScripts.map(fault('input')), ...outputScripts.map(fault('output'))];
}
