import { listAction } from './action/list-action.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { operationAction } from './action/operation-action.ts';
import { firstLineOf, table, timeOf } from './print/layout.ts';

const list = listAction('jobs', {
  summary: 'jobs, with why the latest attempt failed, and without what they are called with',
  view: (job) => job,
  none: 'There are no such jobs.',
  lines: (shown) =>
    table(
      ['job', 'state', 'attempts', 'due', 'calls', 'failed with'],
      shown.map(({ jobId, state, attempts, dueAt, kind, service, reason, cause }) => [
        ...[jobId, state, String(attempts), state === 'queued' ? timeOf(dueAt) : '', `${kind} ${service}`],
        firstLineOf(cause) ?? reason ?? '',
      ]),
    ),
});

/** Operations on jobs. */
export const jobs = createOperateCommand({
  name: 'jobs',
  about: `Jobs are calls of services, scripts and processes, messages and signals between instances, and requests of operators.
They are repeated with a pause after each failure, which the history of the instance has (instances show); the last
failure opens an incident, which has the whole cause (incidents show).`,
  actions: [list, operationAction('jobs.retry', { note: 'A running service takes it within about a second.' })],
});
