import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import type { InstanceView } from '../../store/port.ts';
import { OPERATIONS_PATH } from './demo-bridge.ts';
import { CHOOSE_FIRST } from './demo-matters.ts';
import { findMatter, personName } from './describe-task.ts';

/** Describes a started demo: people, addresses and instances. */
export function describeDemo(center: Sandbox, origin: string, instances: readonly InstanceView[]): string {
  const people = CHOOSE_FIRST.map(({ account, finds }) => [personName(account), finds] as const);
  const started = instances.map(({ businessKey, instanceId, processId, status }) => [
    businessKey ?? instanceId,
    `${findMatter(businessKey)?.about ?? processId}: ${status}`,
  ]);
  return [
    `Open ${center.inboxUrl} and choose whose inbox to see:`,
    '',
    ...table(people),
    '',
    `The business system, to start more: ${origin}/`,
    `The operator's page of its bridge: ${origin}${OPERATIONS_PATH}`,
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
