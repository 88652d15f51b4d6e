import type { Bridge } from '../bridge/bridge.ts';
import { InputError } from '../errors.ts';
import { buttonsNamed, findNamedButton, type NamedButton } from '../find-named-button.ts';
import type { CenterButton } from '../sandbox/tasks/center-button.ts';
import type { ListedTask } from '../sandbox/tasks/lists.ts';
import { nameOfButton } from '../sandbox/tasks/press.ts';
import type { PendingTask, ProcessTest, TestPressOptions, TestPressResult } from './process-test.ts';

type Parts = Pick<ProcessTest, 'sandbox' | 'bridge'>;

/** A press of a test, as it names it. */
interface WantedPress {
  readonly account: string;
  readonly node: string;
  readonly button: string | undefined;
}

interface FoundPress {
  readonly taskId: string;
  /** With its key in the diagram. */
  readonly found: NamedButton & { readonly button: CenterButton };
}

/** Finds the task and the button that a test means, among those that the account sees. @throws {InputError} */
export async function findPress(
  { sandbox, bridge, pending }: Parts & { readonly pending: () => PendingTask[] },
  { account, node, button }: WantedPress,
): Promise<FoundPress> {
  const isMeant = (task: ListedTask) => [task.taskId, task.nodeId, task.nodeName].includes(node);
  const initiated = sandbox.initiated(account).flatMap(({ tasks }) => tasks);
  const own = sandbox.pending(account).toSorted(byCreation);
  const others = [
    ...sandbox.handled(account).toSorted(byHandling).toReversed(),
    ...initiated.toSorted(byCreation).toReversed(),
  ];
  // The only button of a task is that of the pending list, also for an initiator who sees more.
  const meant = groupByTask((button === undefined ? own : [...own, ...others]).filter(isMeant));
  if (meant.size === 0) throw noTask({ account, node }, pending());
  const tasks = await Promise.all(
    [...meant].map(async ([taskId, buttons]) => ({ taskId, buttons: await readKeys(bridge, taskId, buttons) })),
  );
  const [first] = tasks.filter(({ buttons }) => button === undefined || buttonsNamed(buttons, button).length > 0);
  const { taskId = '', buttons = [] } = first ?? tasks[0] ?? {};
  return { taskId, found: findNamedButton(buttons, button, { taskId, account }) };
}

function byCreation(one: ListedTask, other: ListedTask): number {
  return one.createdAt - other.createdAt;
}

/** Times of this format can be compared as texts. */
function byHandling({ handling: one }: ListedTask, { handling: other }: ListedTask): number {
  return (one?.time ?? '').localeCompare(other?.time ?? '');
}

/** The buttons of each task, once each: a task can be in several lists, and a button in several of them. */
function groupByTask(listed: readonly ListedTask[]): ReadonlyMap<string, readonly CenterButton[]> {
  const tasks = new Map<string, Map<string, CenterButton>>();
  for (const { taskId, buttons } of listed) {
    const known = tasks.get(taskId) ?? new Map<string, CenterButton>();
    for (const button of buttons) known.set(JSON.stringify([button.url, button.name, button.type]), button);
    tasks.set(taskId, known);
  }
  return new Map([...tasks].map(([taskId, buttons]) => [taskId, [...buttons.values()]]));
}

/** The address of a button that opens a page does not have its key: of buttons that look alike, the order tells. */
async function readKeys(bridge: Bridge, taskId: string, buttons: readonly CenterButton[]) {
  const { actions = [] } = (await bridge.tasks.get(taskId)) ?? {};
  return buttons.map((button) => {
    const { key, name } = nameOfButton(button);
    const looksAlike = (each: Pick<CenterButton, 'name' | 'type'>) => each.name === name && each.type === button.type;
    const page = actions.filter(looksAlike)[buttons.filter(looksAlike).indexOf(button)];
    return { key: actions.some((action) => action.key === key) ? key : (page?.key ?? key), name, button };
  });
}

/** Presses as the center does; with variables, as a page of the service does. */
export async function pressAs(
  { sandbox, bridge }: Parts,
  { account, taskId, found: { key, button } }: FoundPress & Pick<WantedPress, 'account'>,
  { variables, ...ofCenter }: TestPressOptions = {},
): Promise<TestPressResult> {
  if (variables === undefined) return sandbox.press(taskId, { ...ofCenter, account, action: button.url });
  const { opinions, ...others } = ofCenter;
  const refused = Object.keys(others);
  if (refused.length > 0) {
    const text = `a press with variables is made by a page, and has no ${refused.join(' and ')}: leave it out`;
    throw new InputError('ERR_INPUT_INVALID', text);
  }
  const given = { account, action: key, variables, ...(opinions !== undefined && { opinions }) };
  return { verdict: await bridge.press(taskId, given) };
}

function noTask({ account, node }: Omit<WantedPress, 'button'>, all: readonly PendingTask[]): InputError {
  const listed = all.map(({ nodeId, accounts }) => `${nodeId} of ${accounts.join(', ')}`).join('; ');
  return new InputError('ERR_INPUT_INVALID', `${account} has no task ${node}; pending: ${listed || 'nothing'}`);
}
