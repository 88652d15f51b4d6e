import type { SummaryReading } from '../../read/tasks/read-summary.ts';
import type { Finding, Rule } from '../rule.ts';

/** Limits of the spec: at most five pairs of title and content. */
const MAX_ENTRIES = 5;

export const summaryInvalid: Rule = {
  name: 'summary-invalid',
  check: ({ diagram, process, userTasks }) => [
    ...judge(diagram.processId, process.summary),
    ...userTasks.flatMap(({ node, summary }) => judge(node.id, summary)),
  ],
};

function judge(elementId: string, { entries, faults }: SummaryReading): readonly Finding[] {
  const remedy = 'Write each entry as title|content, the title on one line and without |, at most five of them.';
  const reasons = faults.map((fault) => `The summary cannot be shown: ${fault}.`);
  if (entries.length > MAX_ENTRIES) {
    reasons.push(`The summary has ${entries.length} entries, but the center shows only ${MAX_ENTRIES}.`);
  }
  return reasons.map((reason) => ({ severity: 'error', elementId, reason, remedy }));
}
