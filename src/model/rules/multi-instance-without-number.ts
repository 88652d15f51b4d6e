import type { Rule } from './rule.ts';

export const multiInstanceWithoutNumber: Rule = {
  name: 'multi-instance-without-number',
  check: ({ userTasks, services, subProcesses }) =>
    [...userTasks, ...services, ...subProcesses]
      .filter(({ multiInstance: loop }) => loop !== undefined && !loop.collection && !loop.cardinality)
      .map(({ node }) => ({
        severity: 'error',
        elementId: node.id,
        reason: `"${node.name}" is to happen several times, but it is not said for whom or how often.`,
        remedy: 'Give its multi-instance marker a collection with an element variable, or a loop cardinality.',
      })),
};
