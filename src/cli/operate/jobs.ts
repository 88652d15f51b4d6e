import { retryJobNow } from '../../bridge/bulk/job-operations.ts';
import type { JobFilter, JobState } from '../../store/port.ts';
import { UsageError } from '../command.ts';
import type { Action } from './action/action.ts';
import { BY, INSTANCE, YES } from './action/flags.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { operateRows } from './action/operate-rows.ts';
import { bulkOf } from './action/operations-of.ts';
import { filterFrom, pageFlags, printList } from './action/page.ts';
import { firstLineOf, table, timeOf } from './print/layout.ts';

const STATES: readonly JobState[] = ['queued', 'failed', 'done', 'cancelled'];

const list: Action = {
  name: 'list',
  args: [],
  summary: 'jobs, with why the latest attempt failed, and without what they are called with',
  flags: [
    { name: 'state', value: '<state>', text: 'only those in this state', oneOf: STATES },
    INSTANCE,
    ...pageFlags('<jobId>'),
  ],
  access: 'read',
  async run(call) {
    const filter = filterFrom(call, { state: 'state', instanceId: 'instance' }) as JobFilter;
    return printList(call, {
      list: (page) => call.store.listJobs({ ...filter, ...page }),
      count: () => call.store.countJobs(filter),
      idOf: ({ jobId }) => jobId,
      none: 'There are no such jobs.',
      lines: (shown) =>
        table(
          ['job', 'state', 'attempts', 'due', 'calls', 'failed with'],
          shown.map(({ jobId, state: its, attempts, dueAt, kind, service, reason, cause }) => [
            ...[jobId, its, String(attempts), its === 'queued' ? timeOf(dueAt) : '', `${kind} ${service}`],
            firstLineOf(cause) ?? reason ?? '',
          ]),
        ),
    });
  },
};

const retry: Action = {
  name: 'retry',
  args: ['[<jobId>]'],
  summary: 'makes a job due at once that waits for its next attempt, or has failed; or all that the options name',
  flags: [
    { name: 'all', text: 'all failed jobs' },
    {
      name: 'waiting',
      text: 'with one of the other options: not failed jobs, but those that wait for their next attempt',
    },
    INSTANCE,
    { name: 'service', value: '<name>', text: 'only those that call this service' },
    YES,
    BY,
  ],
  access: 'operate',
  async run(call) {
    const { store, clock, by, print } = call;
    const service = call.text('service');
    const state = call.has('waiting') ? 'queued' : 'failed';
    const choice = {
      ...filterFrom(call, { instanceId: 'instance' }),
      state,
      ...(service !== undefined && { service }),
    } as const;
    const isBulk = call.has('all') || service !== undefined || call.text('instance') !== undefined;
    if (call.has('waiting') && !isBulk)
      throw new UsageError('--waiting is for several jobs: add --all, --instance or --service.');
    return operateRows(call, {
      ...{
        what: 'job',
        isBulk,
        choices: '--all, --instance or --service',
        state: state === 'failed' ? state : 'waiting',
      },
      done: 'due at once',
      async one(jobId) {
        await retryJobNow(store, jobId, clock(), { by });
        print({ jobId }, [`The job ${jobId} is due; a running service calls it within about a second.`]);
        return undefined;
      },
      all: (options) => bulkOf(call).retryJobs(choice, options),
    });
  },
};

/** Operations on jobs. */
export const jobs = createOperateCommand({
  name: 'jobs',
  about: `Jobs are calls of services, scripts and processes, and messages and signals between instances. They are repeated
with a pause after each failure, which the history of the instance has (instances show); the last failure opens an
incident, which has the whole cause (incidents show).`,
  actions: [list, retry],
});
