import type { Vote } from '../../../model/nodes/button.ts';
import type { CompletionRule, MultiInstance } from '../../../model/nodes/multi-instance.ts';

/** What the iterations of one multi-instance have done so far; only those of a countersign vote. */
export interface MultiInstanceTally {
  readonly instances: number;
  readonly completed: number;
  readonly approvals: number;
  readonly rejections: number;
  /** Who has signed, each once, where nobody may do so twice. */
  readonly signers?: readonly string[] | undefined;
  /** The results of the completed iterations, if they are collected. */
  readonly outputs?: readonly unknown[] | undefined;
}

export function emptyTally(instances: number): MultiInstanceTally {
  return { instances, completed: 0, approvals: 0, rejections: 0 };
}

/** Counts an iteration that is complete. */
export function addToTally(tally: MultiInstanceTally, vote: Vote | undefined): MultiInstanceTally {
  return {
    ...tally,
    completed: tally.completed + 1,
    approvals: tally.approvals + (vote === 'approve' ? 1 : 0),
    rejections: tally.rejections + (vote === 'reject' ? 1 : 0),
  };
}

/**
 * The result of a countersign with votes: approve once the rule is met, reject once it cannot be met any more.
 * Without a rule all must approve. Without voters the result stays open, whatever the rule: such a countersign never begins.
 */
export function decideVotes(multiInstance: MultiInstance, tally: MultiInstanceTally): Vote | 'open' {
  if (tally.instances === 0) return 'open';
  const needed = approvalsNeeded(multiInstance.completion ?? { kind: 'all' }, tally.instances);
  if (tally.approvals >= needed) return 'approve';
  const stillPossible = tally.instances - tally.rejections;
  return stillPossible < needed ? 'reject' : 'open';
}

/** Whether a multi-instance without votes is complete by its `ttc:completion`. */
export function isComplete(rule: CompletionRule, tally: MultiInstanceTally): boolean {
  return tally.completed >= approvalsNeeded(rule, tally.instances);
}

function approvalsNeeded(rule: CompletionRule, instances: number): number {
  switch (rule.kind) {
    case 'all':
      return instances;
    case 'any':
      return 1;
    case 'count':
      // Three of two signers cannot be reached: the author can only have meant all of them.
      return Math.min(rule.count, instances);
    case 'percent':
      // Multiplied before it is divided: 60 % of 5 is 3, not 3.0000000000000004.
      return Math.ceil((rule.percent * instances) / 100);
  }
}

/** The counters as Camunda and Flowable name them, and as Camunda 8 does. */
export function countersOf(tally: MultiInstanceTally, sequential: boolean, index: number): Record<string, number> {
  const left = tally.instances - tally.completed;
  const active = sequential ? Math.min(1, left) : left;
  return {
    nrOfInstances: tally.instances,
    nrOfCompletedInstances: tally.completed,
    nrOfActiveInstances: active,
    numberOfInstances: tally.instances,
    numberOfCompletedInstances: tally.completed,
    numberOfActiveInstances: active,
    // Where one is terminated, the whole multi-instance is over.
    numberOfTerminatedInstances: 0,
    loopCounter: index,
    approvals: tally.approvals,
    rejections: tally.rejections,
  };
}
