/**
 * Rules whose problems are found by a deployment, with the other files, the message types or the directory of the host at
 * hand: here, and `stand-in-not-member` in `bridge/definitions/`. All other rules are in `rules/` and `prepare/`.
 */
export const DEPLOYMENT_RULES = [
  'file-unreadable',
  'process-defined-twice',
  'timer-start-without-initiator',
  'message-against-type',
  'message-not-read',
  'stand-in-not-member',
] as const;

export type DeploymentRule = (typeof DEPLOYMENT_RULES)[number];
