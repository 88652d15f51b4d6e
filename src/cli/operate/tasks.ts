import { InputError } from '../../errors.ts';
import type { NextTaskItem } from '../../protocol/task-handling.ts';
import type { Store, TaskRow } from '../../store/store.ts';
import type { Action } from './action/action.ts';
import { listAction } from './action/list-action.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { operationAction } from './action/operation-action.ts';
import { facts, indent, timeOf } from './print/layout.ts';
import { peopleOf } from './print/rows.ts';

const list = listAction('tasks', {
  summary: 'tasks in the order of their creation, closed ones among them',
  view: viewOf,
});

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
        ['handlers', peopleOf(view)],
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
A running service fulfils a request within about a second, and else the next one that starts; instances show has the
outcome in the history.`,
  actions: [list, show, operationAction('tasks.reassign'), operationAction('tasks.recall')],
});

function viewOf({ opinions: _opinions, report: _report, executionId: _execution, ...view }: TaskRow) {
  return view;
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
