import type { Sandbox } from '../../../src/sandbox/index.ts';
import type { Diary, Matter } from '../load/people.ts';

/** How many of each matter of the whole run there must be, and what must be found at the nodes of one. */
type Counts = Readonly<Record<string, number>>;

/**
 * Holds the center against what people did and were told, with a small model of each diagram: everything that was begun
 * is there once and has gone the way that the presses say, and every press that was answered 0 is the one that handled
 * its task.
 * @param watches how many instances the timer was to start
 */
export function judgePeople(sandbox: Sandbox, diary: Diary, watches: number): string[] {
  const { matters, pressed, unanswered, sent, complaints } = diary;
  const reminders = matters.filter(({ processId }) => processId === 'reminder').length;
  const leaves = matters.filter(({ processId }) => processId === 'leave-approval').length;
  const types = sandbox.transactions().map(({ transTypeCode }) => transTypeCode);
  const wrong = [...complaints];
  const expect = (what: string, found: number, expected: number) => {
    if (found !== expected) wrong.push(`${what}: ${found} instead of ${expected}`);
  };
  expect('instances', types.length, matters.length + reminders + watches);
  expect('instances that a signal started', types.filter((type) => type === 'help').length, reminders);
  expect('instances that a timer started', types.filter((type) => type === 'watch').length, watches);
  expect('messages', sandbox.sentMessages().length, sent.length + reminders + leaves);

  for (const [taskId, press] of [...pressed, ...unanswered]) {
    const record = sandbox.task(taskId)?.records[0];
    if (record?.handleOpinions !== press.opinions || record.handler !== press.account) {
      wrong.push(`${taskId}: was not handled by the press that was ${pressed.has(taskId) ? 'answered 0' : 'made'}`);
    }
  }
  for (const matter of matters) {
    const found = nodesOf(sandbox, matter.instanceId);
    const expected = expectedNodes(matter, found, labelsOf(sandbox, diary, matter.instanceId));
    for (const node of new Set([...Object.keys(found), ...Object.keys(expected)])) {
      expect(`${matter.instanceId} at ${node}`, found[node] ?? 0, expected[node] ?? 0);
    }
  }
  return wrong;
}

/** With the system tasks: a wait for a timer or a service is told at once. */
function expectedNodes({ processId, variables }: Matter, found: Counts, labels: readonly string[]): Counts {
  if (processId === 'purchase') return { request: 1, 'legal-check': 1, 'finance-check': 1, sign: 3, 'place-order': 1 };
  if (processId === 'reminder') return { ask: 1, wait: 1, prepare: 1, answer: 1 };
  if (processId === 'agree') return { ask: 1, decide: 2 };
  if (processId === 'counsel') return { ask: 1, check: 5 };
  // Whoever rejects sends it back to the first task; a long leave goes on to the director.
  const rejections = labels.filter((label) => label.endsWith('Reject')).length;
  const byManager = labels.filter((label) => label === 'manager-approval Reject').length;
  const rounds = 1 + rejections;
  const isLong = variables.days > 3;
  return {
    apply: rounds,
    'manager-approval': rounds,
    ...((isLong || found['director-approval'] !== undefined) && {
      'director-approval': isLong ? rounds - byManager : 0,
    }),
  };
}

function tasksOf(sandbox: Sandbox, instanceId: string) {
  return sandbox
    .transactions()
    .filter(({ serialNumber }) => serialNumber === instanceId)
    .flatMap(({ taskIds }) => taskIds)
    .flatMap((taskId) => sandbox.task(taskId) ?? []);
}

function nodesOf(sandbox: Sandbox, instanceId: string): Counts {
  const counts: Record<string, number> = {};
  for (const { nodeId } of tasksOf(sandbox, instanceId)) counts[nodeId] = (counts[nodeId] ?? 0) + 1;
  return counts;
}

/** The node and the button of every press. */
function labelsOf(sandbox: Sandbox, { pressed, unanswered }: Diary, instanceId: string): string[] {
  return tasksOf(sandbox, instanceId).map(({ nodeId, taskId }) => {
    const press = pressed.get(taskId) ?? unanswered.get(taskId);
    return `${nodeId} ${press?.action}`;
  });
}
