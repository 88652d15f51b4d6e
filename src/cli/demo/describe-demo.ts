import type { InstanceView } from '../../store/store.ts';
import { operationsUrl } from './demo-bridge.ts';
import { CHOOSE_FIRST } from './demo-matters.ts';
import { findMatter } from './describe-task.ts';
import type { DemoWorld } from './start-demo-matters.ts';

/** Describes a started demo: people, addresses and instances. */
export function describeDemo(
  { center, company }: Omit<DemoWorld, 'bridge'>,
  origin: string,
  instances: readonly InstanceView[],
): string {
  const people = CHOOSE_FIRST.map(({ account, finds }) => [company.personName(account), finds] as const);
  const started = instances.map(({ businessKey, instanceId, processId, status }) => [
    businessKey ?? instanceId,
    `${findMatter(company, businessKey)?.about ?? processId}: ${status}`,
  ]);
  // Otherwise the page speaks the language of the browser.
  const inboxUrl = `${center.inboxUrl}?language=${company.language}`;
  return [
    `Open ${inboxUrl} and choose whose inbox to see:`,
    '',
    ...table(people),
    '',
    `The business system, to start more: ${origin}/`,
    `The operator's page of its bridge: ${operationsUrl(origin, company)}`,
    'Started instances:',
    '',
    ...table(started),
    '',
  ].join('\n');
}

function table(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', text = '']) => `  ${name.padEnd(width)}  ${text}`);
}
