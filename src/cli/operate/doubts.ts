import { type Doubts, listDoubts } from '../../bridge/answers/doubts.ts';
import type { IncidentRow, OutboxRow, TaskRow } from '../../store/store.ts';
import type { Flag } from '../flags.ts';
import type { Call } from './action/action.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { fit, indent, plural, timeOf } from './print/layout.ts';
import { peopleOf } from './print/rows.ts';

const LIMIT_OF_EACH: Flag = { name: 'limit', value: '<number>', text: 'at most so many of each kind; default: 1000' };

/** What a person has to compare with the center after a restore; mirrors `bridge.doubts()`. */
export const doubts = createOperateCommand({
  name: 'doubts',
  about: `Lists what a person has to compare with the center after the database was restored from a backup, for which see
doctor --reconcile: the center remembers what has happened since the backup, and the database does not.`,
  actions: [{ name: null, args: [], summary: '', flags: [LIMIT_OF_EACH], access: 'read', run: printDoubts }],
});

async function printDoubts({ store, print, number }: Call): Promise<undefined> {
  const limit = number('limit');
  const found = await listDoubts(store, await store.latestRestore(), limit === undefined ? {} : { limit });
  const { tasks, reports, unknownTasks } = found;
  const shown = { ...found, tasks: tasks.map(viewOfTask), reports: reports.map(viewOfReport), unknownTasks };
  print(shown, describeDoubts(found));
  return undefined;
}

function describeDoubts({ restoredAt, tasks, reports, unknownTasks, isPart }: Doubts): string[] {
  if (restoredAt === null) return ['The database was never restored from a backup, as far as it was told.'];
  const lines = [
    ...section(`${plural(tasks.length, 'open task')} from before the restore`, TASKS, tasks.map(describeTask)),
    ...section(`${plural(reports.length, 'report')} with another answer than expected`, REPORTS, [
      ...reports.map(describeReport),
    ]),
    ...section(`${plural(unknownTasks.length, 'task')} that only the center has`, UNKNOWN, [
      ...unknownTasks.map(describeUnknown),
    ]),
  ];
  const told = `Restored; the database was told ${timeOf(restoredAt)}.`;
  const rest = isPart ? ['', 'There are more: they follow when these are settled, or with a higher --limit.'] : [];
  return [told, ...(lines.length === 0 ? ['Nothing is in doubt.'] : lines), ...rest];
}

const TASKS = [
  'One that is pending in the center is in order: it leaves this list when it is pressed. One that is not was handled after',
  'the backup: repeat the press with bridge.press, or give it to somebody, also to the same person, with tasks reassign; if',
  'its transaction is concluded there, instances terminate.',
];
const REPORTS = [
  'Compare the transaction in the center. Then outbox acknowledge, or for a parked one outbox retry or skip.',
];
const UNKNOWN = [
  'Repeat in its instance what was done after the backup, or start the instance again. Take the task away in the center, where',
  'no report names it any more; then incidents retry closes the incident.',
];

function section(title: string, todo: readonly string[], rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : ['', title, ...todo, ...rows.map(indent)];
}

function describeTask({ taskId, nodeName, ...people }: TaskRow): string {
  return `${taskId}  ${nodeName}  ${peopleOf(people)}`;
}

function describeReport({ seq, state, report, reason }: OutboxRow): string {
  return fit(`${seq}  ${state}  ${report.item.previousTaskId}  ${reason ?? ''}`);
}

function describeUnknown({ incidentId, subject, instanceId }: IncidentRow): string {
  return `${subject}  incident ${incidentId}${instanceId === null ? '  its instance is not stored' : ''}`;
}

function viewOfTask({ taskId, instanceId, nodeId, nodeName, handlers, handlingGroups, createdAt }: TaskRow) {
  return { taskId, instanceId, nodeId, nodeName, handlers, handlingGroups, createdAt };
}

function viewOfReport({ seq, instanceId, state, report, reason }: OutboxRow) {
  const { previousTaskId, next = [] } = report.item;
  return { seq, instanceId, state, reason, previousTaskId, next: next.map(({ taskId }) => taskId) };
}
