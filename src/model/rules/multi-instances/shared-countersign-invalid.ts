import type { UserTaskDraft } from '../../read/draft.ts';
import { readTtc } from '../../read/ttc/read-ttc.ts';
import type { Finding, Rule } from '../rule.ts';

export const sharedCountersignInvalid: Rule = {
  name: 'shared-countersign-invalid',
  check: ({ userTasks }) => userTasks.flatMap(judge),
};

function judge(task: UserTaskDraft): readonly Finding[] {
  if (readTtc(task.node.element, 'countersign') !== 'shared') return [];
  return findFaults(task).map(([reason, remedy]) => ({
    severity: 'error',
    elementId: task.node.id,
    reason: `The signers of "${task.node.name}" should share one task, but ${reason}.`,
    remedy,
  }));
}

function findFaults({ multiInstance, assignment }: UserTaskDraft): readonly (readonly [string, string])[] {
  if (multiInstance === undefined) {
    return [
      ['it has no multi-instance marker', 'Give it a parallel multi-instance marker, or remove ttc:countersign.'],
    ];
  }
  const faults: (readonly [string, string])[] = [];
  if (multiInstance.sequential) {
    faults.push(['its multi-instance marker is sequential', 'Make the marker parallel, or remove ttc:countersign.']);
  }
  if (multiInstance.collection === undefined && multiInstance.cardinality !== undefined) {
    faults.push(['it only says how many signers there are', 'Give the marker a collection of people.']);
  }
  if (assignment.length > 0 && assignment.every(({ kind }) => kind === 'handlingGroup')) {
    faults.push(['it goes to a group', 'Name the people: the assignee is usually the element variable.']);
  }
  return faults;
}
