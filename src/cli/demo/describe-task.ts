import type { Company } from './company.ts';
import type { Matter } from './demo-matters.ts';
import { type Html, html } from './page-frame.ts';
import type { DemoWorld } from './start-demo-matters.ts';

/** A task of the bridge with the data of the business system. */
export interface KnownTask {
  readonly taskId: string;
  readonly nodeName: string;
  readonly isOpen: boolean;
  /** Accounts that may handle it, including the members of its groups. */
  readonly handlers: readonly string[];
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
  const matter = findMatter(company, instance.businessKey);
  const handlers = task.handlers.length > 0 ? task.handlers : membersOf(company, task.handlingGroups);
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
    [say(task.state === 'IN_PROGRESS' ? 'Handlers' : 'Former handlers'), handlers.map(personName).join(company.and)],
  ];
  const facts = html`<table>${rows.map(([name, value]) => html`<tr><td>${name}</td><td>${value}</td></tr>`)}</table>`;
  return { taskId, nodeName: task.nodeName, isOpen: task.state === 'IN_PROGRESS', handlers, matter, facts };
}

/** Finds the matter of an instance by its business key: the key of the matter, possibly with a number. */
export function findMatter({ matters }: Company, businessKey: string | null): Matter | undefined {
  return matters.find(({ key }) => businessKey === key || businessKey?.startsWith(`${key}/`));
}

function membersOf({ directory }: Company, groups: readonly string[]): string[] {
  const members = directory.groups.flatMap((group) => (groups.includes(group.id) ? group.members : []));
  return [...new Set(members)];
}
