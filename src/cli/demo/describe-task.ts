import type { TaskDetail } from '../../bridge/answers/read-instance.ts';
import type { Bridge } from '../../bridge/bridge.ts';
import type { TaskAction } from '../../plugin/outcome/task-action.ts';
import { wasAsked } from '../../plugin/state/panel.ts';
import type { TaskRow } from '../../store/store.ts';
import type { Company } from './company.ts';
import type { Matter } from './demo-matters.ts';
import { type Html, html } from './page-frame.ts';
import type { DemoWorld } from './start-demo-matters.ts';

/** A task of the bridge with the data of the business system. */
export interface KnownTask {
  readonly taskId: string;
  readonly nodeName: string;
  readonly isOpen: boolean;
  /** Accounts that may handle it, including the members of its groups; of a closed task, who handled it. */
  readonly handlers: readonly string[];
  /** The open tasks of those who are asked with it. */
  readonly asked: readonly Pick<TaskRow, 'taskId' | 'handlers'>[];
  /** Those that handle it. */
  readonly buttons: readonly TaskAction[];
  /** Earlier tasks that it may be sent back to. */
  readonly earlier: Awaited<ReturnType<Bridge['sendBackTargets']>>;
  /** Whether somebody is asked with it, or by those who are. */
  readonly isAsked: boolean;
  readonly matter: Matter | undefined;
  /** A table of its properties. */
  readonly facts: Html;
}

/** What the center calls a task that can be handled, or could be again. */
const STATES: Readonly<Record<string, string>> = { IN_PROGRESS: 'Open', SUSPENDED: 'Suspended' };

/** Undefined if the bridge does not know the task. */
export async function findTask({ bridge, company }: DemoWorld, taskId: string): Promise<KnownTask | undefined> {
  const task = await bridge.tasks.get(taskId);
  const instance = task && (await bridge.instances.get(task.instanceId));
  if (task === undefined || instance === undefined) return undefined;
  const all = await bridge.tasks.list({ instanceId: task.instanceId, limit: 10_000 });
  const matter = findMatter(company, instance.businessKey);
  const isOpen = task.state === 'IN_PROGRESS';
  const mayHandle = task.handlers.length > 0 ? task.handlers : membersOf(company, task.handlingGroups);
  const handlers = task.closedAt === null || task.handler === null ? mayHandle : [task.handler];
  const { say, personName } = company;
  const rows: [string, string][] = [
    [say('Matter'), `${matter?.about ?? instance.processId} (${instance.businessKey ?? instance.instanceId})`],
    [say('Initiator'), personName(instance.initiator)],
    ...Object.entries(matter?.variables ?? {}).map(([name, value]): [string, string] => [
      say(name.replace(/^./, (first) => first.toUpperCase())),
      [value].flat().map(String).map(personName).join(company.and),
    ]),
    [say('Task'), task.nodeName],
    [say('State'), say(STATES[task.state] ?? 'Closed')],
    [say(isOpen ? 'Handlers' : 'Former handlers'), mayHandle.map(personName).join(company.and)],
    ...describePanel(task, all, company),
  ];
  const facts = html`<table>${rows.map(([name, value]) => html`<tr><td>${name}</td><td>${value}</td></tr>`)}</table>`;
  const asked = askedWith(taskId, all).filter(({ closedAt }) => closedAt === null);
  return {
    ...{ taskId, nodeName: task.nodeName, isOpen, handlers, matter, facts },
    buttons: task.actions.filter(({ type }) => type === 'HANDLE'),
    ...{ asked, isAsked: isAskedWith(taskId, all), earlier: await bridge.sendBackTargets(taskId) },
  };
}

const askedWith = (taskId: string, all: readonly TaskRow[]) =>
  all.filter(({ panel }) => panel?.asked?.taskId === taskId);

/** Those who are asked may have asked others first. */
function isAskedWith(taskId: string, all: readonly TaskRow[]): boolean {
  return askedWith(taskId, all).some((task) => task.closedAt === null || isAskedWith(task.taskId, all));
}

/** Who asks with which words, and what those who were asked have answered. */
function describePanel(
  { panel, answers }: Pick<TaskDetail, 'panel' | 'answers'>,
  all: readonly TaskRow[],
  { say, personName, and }: Company,
): [string, string][] {
  const said = (account: string | null, text: string | null) => {
    const name = personName(account ?? '');
    return text ? say('{name}: “{text}”', { name, text }) : name;
  };
  const asker = wasAsked(panel) ? all.find(({ taskId }) => taskId === panel?.asked?.taskId) : undefined;
  const given = answers.filter(({ state }) => state === 'FINISH');
  const opinions = given.map(({ account, opinions: text }) => said(account, text)).join(and);
  const how = say(panel?.asked?.kind === 'direct' ? 'Sent back by' : 'Asked by');
  return [
    ...(asker ? [[how, said(asker.handler, asker.opinions)] satisfies [string, string]] : []),
    ...(given.length === 0 ? [] : [[say('Opinions'), opinions] satisfies [string, string]]),
  ];
}

/** Finds the matter of an instance by its business key: the key of the matter, possibly with a number. */
export function findMatter({ matters }: Company, businessKey: string | null): Matter | undefined {
  return matters.find(({ key }) => businessKey === key || businessKey?.startsWith(`${key}/`));
}

function membersOf({ directory }: Company, groups: readonly string[]): string[] {
  const members = directory.groups.flatMap((group) => (groups.includes(group.id) ? group.members : []));
  return [...new Set(members)];
}
