import type { Problem } from '../problem.ts';
import { type Finding, type RuleFacts, toProblem } from '../rules/rule.ts';

/**
 * Rules whose problems are found by a deployment, with the other files, the message types or the directory of the host at
 * hand: here, and `stand-in-not-member` in `bridge/definitions/`. All other rules are in `rules/` and `prepare/`.
 */
export const DEPLOYMENT_RULES = {
  'file-unreadable': {
    severity: 'error',
    says: 'one of several files is not BPMN 2.0 XML',
    remedy: 'Save it again with the modeler, or remove it from the deployment.',
  },
  'process-defined-twice': {
    severity: 'error',
    says: 'two files of a deployment define a process with the same id',
    remedy: 'Give one of them another id, or deploy them one after the other.',
  },
  'timer-start-without-initiator': {
    severity: 'error',
    says: 'a timer starts the process, and `defaults.systemHandler` is not set',
    remedy: 'Set `defaults.systemHandler`: it is the initiator then.',
  },
  'message-against-type': {
    severity: 'error',
    says: 'a message of the diagram cannot be sent with its message type of the option `messageTypes`, e.g. by a channel that the type does not have',
    remedy: 'Correct the message, or the option.',
  },
  'message-not-read': {
    severity: 'warning',
    says: 'a message of the diagram sets a value that the template of its message type does not read',
    remedy: 'Correct the message, or the option.',
  },
  'stand-in-not-member': {
    severity: 'warning',
    says: 'nobody of the group of a task would be named where an event ends it: `identity.membersOf` gives nobody, and `defaults.systemHandler` is no member',
    remedy: 'Make `defaults.systemHandler` a member of the group, or give `identity.membersOf`.',
  },
} as const satisfies Readonly<Record<string, Omit<RuleFacts, 'name'>>>;

export type DeploymentRule = keyof typeof DEPLOYMENT_RULES;

export function deploymentProblem(rule: DeploymentRule, finding: Finding): Problem {
  return toProblem({ name: rule, ...DEPLOYMENT_RULES[rule] }, finding);
}
