import type { Rule } from '../rule.ts';

/** What an engine has built in is a function of the host here; which one is not left to a guess. */
export const serviceInPlace: Rule = {
  name: 'service-in-place',
  check: ({ services }) =>
    services.flatMap(({ node, service, standsFor, isUnnamed }) =>
      standsFor === undefined || isUnnamed === true
        ? []
        : {
            severity: 'warning',
            elementId: node.id,
            reason: `"${node.name}" is ${standsFor}, which belongs to the engine it was drawn for: the host's services['${service}'] is called in its place.`,
            remedy: 'Let that service do it; job.input has the fields. Or name another one with ttc:service.',
          },
    ),
};
