import { listTasks } from '../../bridge/answers/continued-lists.ts';
import { InputError } from '../../errors.ts';
import { TASK_STATES } from '../../protocol/constants.ts';
import type { NextTaskItem } from '../../protocol/task-handling.ts';
import type { Store, TaskFilter, TaskRow } from '../../store/port.ts';
import type { Action, Call } from './action/action.ts';
import { INSTANCE, PROCESS } from './action/flags.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { filterFrom, pageFlags, printList, timeFlag } from './action/page.ts';
import { facts, indent, table, timeOf } from './print/layout.ts';

const list: Action = {
  name: 'list',
  args: [],
  summary: 'tasks in the order of their creation, closed ones among them',
  flags: [
    INSTANCE,
    PROCESS,
    { name: 'node', value: '<id>', text: 'only those of this node' },
    { name: 'state', value: '<state>', text: 'only those in this state', oneOf: TASK_STATES },
    { name: 'open', text: 'only those that are not closed' },
    { name: 'initiator', value: '<account>', text: 'only those of instances that belong to this person' },
    { name: 'handler', value: '<account>', text: 'only those that name this person as handler' },
    { name: 'group', value: '<group>', text: 'only those of this group' },
    { name: 'text', value: '<text>', text: 'only those with this in their name or summary' },
    { name: 'from', value: '<time>', text: 'only those created at this time or later' },
    { name: 'before', value: '<time>', text: 'only those created before this time' },
    ...pageFlags('<taskId>'),
  ],
  access: 'read',
  async run(call) {
    const filter = filterOf(call);
    return printList(call, {
      list: async (page) => (await listTasks(call.store, { ...filter, ...page })).map(viewOf),
      count: () => call.store.countTasks(filter),
      none: 'There are no such tasks.',
      lines: (shown) =>
        table(
          ['task', 'state', 'created', 'handlers', 'name'],
          shown.map(({ taskId, state, createdAt, nodeName, title, ...people }) => [
            ...[taskId, state, timeOf(createdAt), handlersOf(people), title ?? nodeName],
          ]),
        ),
      idOf: ({ taskId }) => taskId,
    });
  },
};

const show: Action = {
  name: 'show',
  args: ['<taskId>'],
  summary: 'one task, with its summary and its buttons',
  flags: [],
  access: 'read',
  async run({ store, args, print }) {
    const [taskId = ''] = args;
    const task = await store.getTask(taskId);
    if (task === undefined) {
      throw new InputError('ERR_INPUT_INVALID', `There is no task ${taskId}: tasks list has them.`, {
        details: { taskId },
      });
    }
    const view = viewOf(task);
    const actions = await reportedActions(store, task);
    print({ ...view, actions }, [
      ...facts([
        ['task', taskId],
        ['name', view.title ?? view.nodeName],
        ['node', view.nodeId],
        ['instance', view.instanceId],
        ['state', view.state],
        ['handlers', handlersOf(view)],
        ['created', timeOf(view.createdAt)],
        ['closed', view.closedAt === null ? null : timeOf(view.closedAt)],
        ['handled by', view.handler],
        ['with', view.handleStatus],
      ]),
      ...(view.summary.length === 0
        ? []
        : ['', 'Summary', ...view.summary.map((entry) => indent(entry.replace('|', ': ')))]),
      ...(actions === null || actions.length === 0
        ? []
        : ['', 'Buttons', ...actions.map(({ name, type }) => indent(`${name}  ${type}`))]),
    ]);
    return undefined;
  },
};

/** Tasks of people. */
export const tasks = createOperateCommand({
  name: 'tasks',
  about: `Tasks are what people have in the center, with the names and summaries that they see there. Opinions are not printed.
To hand a task to somebody else, call bridge.reassign(taskId, …) in the service.`,
  actions: [list, show],
});

const FILTERS = {
  instanceId: 'instance',
  processId: 'process',
  nodeId: 'node',
  state: 'state',
  initiator: 'initiator',
  handler: 'handler',
  group: 'group',
  text: 'text',
} as const;

function filterOf(call: Call): TaskFilter {
  const [createdFrom, createdBefore] = [timeFlag(call, 'from'), timeFlag(call, 'before')];
  return {
    ...(filterFrom(call, FILTERS) as TaskFilter),
    ...(call.has('open') && { open: true }),
    ...(createdFrom !== undefined && { createdFrom }),
    ...(createdBefore !== undefined && { createdBefore }),
  };
}

function viewOf({ opinions: _opinions, report: _report, executionId: _execution, ...view }: TaskRow) {
  return view;
}

function handlersOf({ handlers, handlingGroups }: Pick<TaskRow, 'handlers' | 'handlingGroups'>): string {
  return [...handlers, ...handlingGroups.map((group) => `group ${group}`)].join(', ');
}

/** Reports of one query. */
const PAGE = 100;

/**
 * The buttons of a task as they were reported to the center, without their addresses, which are signed; null once that
 * report is deleted. The options of the service, which the diagram alone does not have, are in them.
 */
async function reportedActions(
  store: Pick<Store, 'listOutbox'>,
  { taskId, instanceId }: TaskRow,
): Promise<readonly { readonly name: string; readonly type: string; readonly nextNodeKey: string | null }[] | null> {
  for (let after = 0; ; ) {
    const rows = await store.listOutbox({ instanceId, after, limit: PAGE });
    const items = rows.flatMap(({ report }): readonly NextTaskItem[] => report.item.next ?? []);
    const { actions } = items.find((item) => item.taskId === taskId) ?? {};
    if (actions) return actions.map(({ name, type, nextNodeKey = null }) => ({ name, type, nextNodeKey }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return null;
    after = last.seq;
  }
}
