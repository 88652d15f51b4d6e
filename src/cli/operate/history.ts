import { LISTS } from '../../operations/lists.ts';
import { UsageError } from '../command.ts';
import { listAction } from './action/list-action.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { describeEntry } from './print/describe-entry.ts';
import { fit } from './print/layout.ts';

const list = listAction('history', {
  ...{ action: null, summary: '' },
  fields: { ...LISTS.history, instanceId: { ...LISTS.history.instanceId, text: 'Only those of this instance.' } },
  flags: [{ name: 'all', text: 'also those of instances' }],
  filter(call) {
    const isOfOne = call.text('instance') !== undefined;
    if (call.has('all') && isOfOne) throw new UsageError('Give --all or --instance, not both.');
    return call.has('all') || isOfOne ? {} : { instanceId: null };
  },
  view: (entry) => entry,
  none: 'There are no such entries.',
  lines: (shown) => shown.map((entry) => fit(`${entry.seq}  ${entry.instanceId ?? '-'}  ${describeEntry(entry)}`)),
});

/** What has happened, and who did it. */
export const history = createOperateCommand({
  name: 'history',
  about: `What has happened, oldest first. Without --all and --instance: what belongs to no instance, such as a definition that
was undeployed, a schema that was migrated, a database that was restored, and messages of the service itself.
With --all and --by: all that somebody did. instances show has the history of an instance with all else of it.`,
  actions: [list],
});
