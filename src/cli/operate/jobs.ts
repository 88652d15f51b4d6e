import { InputError } from '../../errors.ts';
import type { JobFilter, JobState } from '../../store/port.ts';
import type { Action } from './action.ts';
import { BY, INSTANCE } from './flags.ts';
import { table, timeOf } from './layout.ts';
import { createOperateCommand } from './operate-command.ts';
import { filterFrom, pageFlags, printList } from './page.ts';

const STATES: readonly JobState[] = ['queued', 'failed', 'done', 'cancelled'];

const list: Action = {
  name: 'list',
  args: [],
  summary: 'jobs, without what they are called with',
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
          ['job', 'state', 'attempts', 'due', 'calls'],
          shown.map(({ jobId, state: its, attempts, dueAt, kind, service }) => [
            ...[jobId, its, String(attempts), its === 'queued' ? timeOf(dueAt) : '', `${kind} ${service}`],
          ]),
        ),
    });
  },
};

const retry: Action = {
  name: 'retry',
  args: ['<jobId>'],
  summary: 'makes a job due at once that waits for its next attempt, or has failed',
  flags: [BY],
  access: 'operate',
  async run({ args, store, clock, by, print }) {
    const [jobId = ''] = args;
    if (!(await store.makeJobDue(jobId, clock(), { by }))) {
      const job = await store.getJob(jobId);
      const why =
        job === undefined ? 'there is none' : job.state === 'queued' ? 'an attempt is running' : `it is ${job.state}`;
      throw new InputError('ERR_NOT_RETRIABLE', `The job ${jobId} was not retried: ${why}.`, {
        details: { jobId, why },
      });
    }
    print({ jobId }, [`The job ${jobId} is due; a running service calls it within about a second.`]);
    return undefined;
  },
};

/** Operations on jobs. */
export const jobs = createOperateCommand({
  name: 'jobs',
  about: `Jobs are calls of services, scripts and processes, and messages and signals between instances. They are repeated
with a pause after each failure; the last failure opens an incident, which has the cause (incidents show).`,
  actions: [list, retry],
});
