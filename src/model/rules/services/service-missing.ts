import type { Rule } from '../rule.ts';

export const serviceMissing: Rule = {
  name: 'service-missing',
  check: ({ services, options }) =>
    services.flatMap((draft) => {
      const { node, service, isUnnamed } = draft;
      if (service === undefined || options.services?.has(service) !== false) return [];
      return {
        severity: 'error',
        elementId: node.id,
        reason: `"${node.name}" calls the service ${service}, which was not passed to the bridge${isUnnamed === true ? `; the diagram names no service, so the id of the element is used` : ''}.`,
        remedy: `Pass services: { '${service}': (job) => … } to createBridge${isUnnamed === true ? ', or name another (ttc:service, a topic, a class)' : ''}.`,
      };
    }),
};
