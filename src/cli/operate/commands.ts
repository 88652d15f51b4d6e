/** The commands that work on the database of a service; those of a few lines are here. */
import { backUpStore } from '../../bridge/operate/backup.ts';
import { LISTS } from '../../operations/lists.ts';
import { UsageError } from '../command.ts';
import { listAction } from './action/list-action.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { operationAction } from './action/operation-action.ts';
import { table } from './print/layout.ts';

export { definitions } from './definitions.ts';
export { doctor } from './doctor.ts';
export { doubts } from './doubts.ts';
export { incidents } from './incidents.ts';
export { instances } from './instances.ts';
export { messages } from './messages.ts';
export { migrate } from './migrate.ts';
export { outbox } from './outbox.ts';
export { status } from './status.ts';
export { tasks } from './tasks.ts';

/** Operations on jobs. */
export const jobs = createOperateCommand({
  name: 'jobs',
  about: `Jobs are calls of services, scripts and processes, messages and signals between instances, and requests of operators.
They are repeated with a pause after each failure, which the history of the instance has (instances show); the last
failure opens an incident, which has the whole cause (incidents show).`,
  actions: [
    listAction('jobs', {
      summary: 'jobs, with why the latest attempt failed, and without what they are called with',
    }),
    operationAction('jobs.retry', {
      note: 'A running service takes it within about a second, else the next one that starts.',
    }),
  ],
});

/** What has happened, and who did it. */
export const history = createOperateCommand({
  name: 'history',
  about: `What has happened, oldest first. Without --all and --instance: what belongs to no instance, such as a definition that
was undeployed, a schema that was migrated, a database that was restored, and messages of the service itself.
With --all and --by: all that somebody did. instances show has the history of an instance with all else of it.`,
  actions: [
    listAction('history', {
      ...{ action: null, summary: '' },
      fields: { ...LISTS.history, instanceId: { ...LISTS.history.instanceId, text: 'Only those of this instance.' } },
      flags: [{ name: 'all', text: 'also those of instances' }],
      filter(call) {
        const isOfOne = call.text('instance') !== undefined;
        if (call.has('all') && isOfOne) throw new UsageError('Give --all or --instance, not both.');
        return call.has('all') || isOfOne ? {} : { instanceId: null };
      },
    }),
  ],
});

/** A copy of a live file; mirrors `bridge.backup()`. */
export const backup = createOperateCommand({
  name: 'backup',
  about: `Copies the SQLite file of a service to a new file, as it is at a moment, also while the service runs. Other programs that
copy it, such as cp, may copy half of a commit, and leave out what is only in the log beside it. Of PostgreSQL, use pg_dump.`,
  actions: [
    {
      ...{ name: null, args: ['<file>'], summary: '', flags: [] },
      access: 'read',
      async run({ store, args, print }) {
        const [file = ''] = args;
        await backUpStore(store, file);
        print({ file }, [`The database was copied to ${file}.`]);
        return undefined;
      },
    },
  ],
});

/** Which signing keys are in use. */
export const keys = createOperateCommand({
  name: 'keys',
  about: `Counts, for each key that signed the buttons of tasks in the center, the tasks of instances that have not ended. A key
can be removed from callback.signingKeys when no open task needs it; buttons of handled tasks stop working with it.`,
  actions: [
    {
      name: null,
      args: [],
      summary: '',
      flags: [],
      access: 'read',
      async run({ store, print }) {
        const counts = await store.countSigningKeys();
        const rows = counts.map(({ openTasks, handledTasks, keyId }) => [
          ...[String(openTasks), String(handledTasks), keyId],
        ]);
        const heads = ['open tasks', 'handled tasks', 'key'];
        print(counts, counts.length === 0 ? ['No key is in use.'] : table(heads, rows));
        return undefined;
      },
    },
  ],
});
