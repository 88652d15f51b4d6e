import type { Rule } from '../rule.ts';

/** Tasks that an engine implements itself, such as mail or HTTP, call a service of the host with a fixed name. */
export const serviceReplacesBuiltIn: Rule = {
  name: 'service-replaces-built-in',
  check: ({ services }) =>
    services.flatMap(({ node, service, replaces, isUnnamed }) =>
      replaces === undefined || isUnnamed === true
        ? []
        : {
            severity: 'warning',
            elementId: node.id,
            reason: `"${node.name}" is ${replaces}, which only the engine it was drawn for has: the host's services['${service}'] is called instead.`,
            remedy: 'Let that service do the work; job.input has the fields. Or name another service with ttc:service.',
          },
    ),
};
