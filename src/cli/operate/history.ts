import type { HistoryFilter } from '../../store/port.ts';
import { UsageError } from '../command.ts';
import type { Action, Call } from './action/action.ts';
import { INSTANCE, LIMIT } from './action/flags.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { filterFrom, printList, timeFlag } from './action/page.ts';
import { describeEntry } from './print/describe-entry.ts';
import { fit } from './print/layout.ts';

const list: Action = {
  name: null,
  args: [],
  summary: '',
  flags: [
    { name: 'all', text: 'also those of instances' },
    INSTANCE,
    { name: 'type', value: '<type>', text: 'only those of this type, such as store.migrated' },
    { name: 'by', value: '<name>', text: 'only what this person or program did' },
    { name: 'from', value: '<time>', text: 'only those of this time or later' },
    { name: 'before', value: '<time>', text: 'only those before this time' },
    LIMIT,
    { name: 'after', value: '<seq>', text: 'only those after this one' },
  ],
  access: 'read',
  async run(call) {
    const filter = filterOf(call);
    const after = call.number('after');
    return printList(call, {
      list: ({ limit }) => call.store.listHistory({ ...filter, limit, ...(after !== undefined && { after }) }),
      none: 'There are no such entries.',
      lines: (shown) => shown.map((entry) => fit(`${entry.seq}  ${entry.instanceId ?? '-'}  ${describeEntry(entry)}`)),
      idOf: ({ seq }) => seq,
    });
  },
};

function filterOf(call: Call): HistoryFilter {
  const given = filterFrom(call, { instanceId: 'instance', type: 'type', by: 'by' });
  if (call.has('all') && given.instanceId !== undefined) throw new UsageError('Give --all or --instance, not both.');
  const [from, before] = [timeFlag(call, 'from'), timeFlag(call, 'before')];
  return {
    ...(!call.has('all') && { instanceId: null }),
    ...given,
    ...(from !== undefined && { from }),
    ...(before !== undefined && { before }),
  };
}

/** What has happened, and who did it. */
export const history = createOperateCommand({
  name: 'history',
  about: `What has happened, oldest first. Without --all and --instance: what belongs to no instance, such as a definition that
was undeployed, a schema that was migrated, a database that was restored, and messages of the service itself.
With --all and --by: all that somebody did. instances show has the history of an instance with all else of it.`,
  actions: [list],
});
