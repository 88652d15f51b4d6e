import type { TaskHandlingItem } from 'bpmn-transaction-bridge';
import type { Sandbox } from 'bpmn-transaction-bridge/sandbox';

interface Account {
  readonly account: string;
  readonly name: string;
}

const INDENT = ' '.repeat(7);
const LEGEND = [
  ['press', 'somebody uses a button in the center, and the center calls the bridge'],
  ['report', 'the bridge tells the center: task → status → the tasks that follow'],
  ['pending', 'what people then find in their lists, and the buttons there'],
  ['message', 'what the process has told somebody through the message center'],
] as const;

export function printTitle(title: string): void {
  console.log(`${title}\n`);
  for (const [label, text] of LEGEND) printList(label, [text]);
}

/** Prints one moment: the event, the reports to the center, and the pending tasks. */
export function printMoment(
  at: number,
  event: string,
  reports: readonly string[],
  pending: readonly string[],
  messages: readonly string[],
): void {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', timeStyle: 'short' }).format(at);
  console.log(`\n${time}  ${event}`);
  printList('report', reports);
  printList('pending', pending);
  if (messages.length > 0) printList('message', messages);
}

/** Prints the lists in which nobody has to act. */
export function printClosing(sandbox: Sandbox, accounts: readonly Account[]): void {
  console.log('\nThe leave is decided. The other two lists of the center now:');
  printList('handled', listHandled(sandbox, accounts));
  printList('initiated', listInitiated(sandbox, accounts));
}

/** Prints one line for each text, with the label before the first. */
function printList(label: string, texts: readonly string[]): void {
  const lines = texts.length === 0 ? ['nothing'] : texts;
  for (const [index, text] of lines.entries()) {
    console.log(INDENT + (index === 0 ? label : '').padEnd(11) + text);
  }
}

/** All reports of the bridge so far, in readable form. */
export function readReports(sandbox: Sandbox): string[] {
  const calls = sandbox.traffic.filter(({ call }) => call === 'taskHandle');
  return calls.flatMap(({ body }) => body as TaskHandlingItem[]).map((item) => describeReport(sandbox, item));
}

function describeReport(sandbox: Sandbox, { previousTaskId, status, next }: TaskHandlingItem): string {
  // Nobody has handled a task yet when an instance starts: the bridge names its start instead.
  const isStart = previousTaskId.endsWith('.start');
  const task = isStart ? '(start)' : (sandbox.task(previousTaskId)?.nodeName ?? previousTaskId);
  const following = next?.map(({ nodeName }) => nodeName).join(' + ');
  return [task, status, ...(following === undefined ? [] : [following])].join(' → ');
}

export function listPending(sandbox: Sandbox, accounts: readonly Account[]): string[] {
  return accounts.flatMap(({ account, name }) =>
    sandbox.pending(account).map(({ nodeName, buttons }) => {
      const labels = buttons.map((button) => `[${button.name}]`);
      return `${name}: ${nodeName}  ${labels.join(' ')}`;
    }),
  );
}

/** All system messages so far. */
export function readMessages(sandbox: Sandbox, accounts: readonly Account[]): string[] {
  return accounts.flatMap(({ account, name }) =>
    sandbox.messages(account).map(({ title, text }) => `${name}: ${title}. ${text}`),
  );
}

function listHandled(sandbox: Sandbox, accounts: readonly Account[]): string[] {
  return accounts.flatMap(({ account, name }) => {
    const handled = sandbox.handled(account).map(({ taskId, nodeName }) => {
      const button = sandbox.task(taskId)?.records.at(-1)?.handleStatus;
      return `${nodeName} (${button})`;
    });
    return handled.length === 0 ? [] : [`${name}: ${handled.join(', ')}`];
  });
}

function listInitiated(sandbox: Sandbox, accounts: readonly Account[]): string[] {
  return accounts.flatMap(({ account, name }) =>
    sandbox.initiated(account).map(({ serialNumber, concludedAt }) => {
      const state = concludedAt === undefined ? 'not concluded' : `concluded ${concludedAt}`;
      return `${name}: ${serialNumber}, ${state}`;
    }),
  );
}

/** @throws {Error} the lists differ; the message contains both */
export function expectSame(what: string, expected: readonly string[], actual: readonly string[]): void {
  if (JSON.stringify(expected) === JSON.stringify(actual)) return;
  const say = (texts: readonly string[]) => (texts.length === 0 ? 'nothing' : texts.join('\n            '));
  throw new Error(`${what} is not what the process says:\n  expected  ${say(expected)}\n  came      ${say(actual)}`);
}
