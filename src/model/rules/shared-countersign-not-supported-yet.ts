import { readTtc } from '../read/read-ttc.ts';
import type { Rule } from './rule.ts';

export const sharedCountersignNotSupportedYet: Rule = {
  name: 'shared-countersign-not-supported-yet',
  check: ({ userTasks }) =>
    userTasks
      .filter(({ node }) => readTtc(node.element, 'countersign') === 'shared')
      .map(({ node }) => ({
        severity: 'error',
        elementId: node.id,
        reason: `This version does not run one task that all signers share: "${node.name}".`,
        remedy: 'Remove ttc:countersign; then each signer gets a task.',
      })),
};
