import type { Rule } from './rule.ts';

export const serviceMissing: Rule = {
  name: 'service-missing',
  check: ({ services, options }) =>
    services.flatMap(({ node, service }) => {
      if (service === undefined || options.services?.has(service) !== false) return [];
      return {
        severity: 'error',
        elementId: node.id,
        reason: `"${node.name}" calls the service ${service}, which the bridge was not given.`,
        remedy: `Pass services: { '${service}': (job) => … } to createBridge.`,
      };
    }),
};
