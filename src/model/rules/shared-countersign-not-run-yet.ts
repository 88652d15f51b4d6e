import { readTtc } from '../read/read-ttc.ts';
import type { Rule } from './rule.ts';

export const sharedCountersignNotRunYet: Rule = {
  name: 'shared-countersign-not-run-yet',
  check: ({ userTasks }) =>
    userTasks.flatMap(({ node }) => {
      if (readTtc(node.element, 'countersign') !== 'shared') return [];
      return {
        severity: 'error',
        elementId: node.id,
        reason: `The signers of "${node.name}" are to share one task, which this version does not run yet.`,
        remedy: 'Remove ttc:countersign: then each signer has a task.',
      };
    }),
};
