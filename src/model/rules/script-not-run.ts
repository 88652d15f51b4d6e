import type { Rule } from './rule.ts';

export const scriptNotRun: Rule = {
  name: 'script-not-run',
  check: ({ services, options }) =>
    services.flatMap(({ node, script, mappings: { inputScripts, outputScripts } }) => {
      const isScript = script !== undefined && script.expression === undefined;
      if (options.scripts !== false || (!isScript && inputScripts.length + outputScripts.length === 0)) return [];
      const what = isScript
        ? 'runs a script'
        : `has ${inputScripts.length > 0 ? 'an input' : 'an output'} that is a script, ${[...inputScripts, ...outputScripts].map(({ name }) => name).join(', ')}`;
      return {
        severity: 'error',
        elementId: node.id,
        reason: `"${node.name}" ${what}, and no function was given that runs scripts.`,
        remedy: 'Pass scripts: (job) => … to createBridge or createPlugin, or make it a service task.',
      };
    }),
};
