import { readTtc } from '../../read/ttc/read-ttc.ts';
import type { Rule } from '../rule.ts';

export const completionWithoutCountersign: Rule = {
  name: 'completion-without-countersign',
  check: ({ userTasks, subProcesses }) =>
    [...userTasks, ...subProcesses]
      .filter(
        ({ node, multiInstance }) => multiInstance === undefined && readTtc(node.element, 'completion') !== undefined,
      )
      .map(({ node }) => ({
        severity: 'error',
        elementId: node.id,
        reason: `"${node.name}" has ttc:completion, but no multi-instance marker: it happens once.`,
        remedy: 'Give it a parallel or sequential multi-instance marker, or remove ttc:completion.',
      })),
};
