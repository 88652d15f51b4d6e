import type { Rule } from './rule.ts';

export const scriptNotRun: Rule = {
  name: 'script-not-run',
  check: ({ services, options }) =>
    services.flatMap(({ node, script }) => {
      if (options.scripts !== false || script === undefined || script.expression !== undefined) return [];
      return {
        severity: 'error',
        elementId: node.id,
        reason: `"${node.name}" runs a script, and no function was given that runs scripts.`,
        remedy: 'Pass scripts: (job) => … to createBridge or createPlugin, or make it a service task.',
      };
    }),
};
