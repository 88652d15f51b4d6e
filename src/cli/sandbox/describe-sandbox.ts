import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import { DEFAULT_APPS, type SandboxApp } from '../../sandbox/setup/apps.ts';
import { DEFAULT_DIRECTORY } from '../../sandbox/setup/directory.ts';
import type { SandboxOptions } from '../../sandbox/setup/sandbox-options.ts';
import type { SandboxSetup } from '../../sandbox/setup/sandbox-setup.ts';
import { DEFAULT_SWITCHES } from '../../sandbox/setup/switches.ts';

/**
 * Describes a started sandbox for developers: addresses, clients, people.
 * @param language of the demo; undefined: the inbox speaks the language of the browser
 */
export function describeSandbox(
  center: Sandbox,
  setup: SandboxSetup,
  { options, language }: { readonly options: SandboxOptions; readonly language: string | undefined },
): string {
  const { directory = DEFAULT_DIRECTORY, apps = DEFAULT_APPS } = setup;
  const switches = Object.entries(center.switches)
    .filter(([name, value]) => DEFAULT_SWITCHES[name as keyof typeof DEFAULT_SWITCHES] !== value)
    .map(([name, value]) => `${name}=${value}`);
  const rows: [name: string, text: string][] = [
    ['inbox', center.inboxUrl === undefined ? '' : `${center.inboxUrl}${language ? `?language=${language}` : ''}`],
    ['base url', center.baseUrl],
    ['auth url', center.authUrl],
    ['id token keys', center.jwksUrl],
    ['control', center.controlUrl ?? ''],
    ...apps.map((app): [string, string] => [`app ${app.appId}`, describeApp(app)]),
    ['people', directory.accounts.map(({ account }) => account).join(', ')],
    ['groups', directory.groups?.map(({ id, members }) => `${id} (${members.join(', ')})`).join(', ') ?? ''],
    ['switches', switches.join(', ')],
    ['state', describeState(center, options.data)],
    ['faults', describeFaults(center.faults)],
    ['record', options.record ?? ''],
  ];
  const shown = rows.filter(([, text]) => text !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return [
    'The transaction center is running. Stop it with Ctrl-C.',
    '',
    ...shown.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`),
    '',
  ].join('\n');
}

/** Prints only the secret of the default application, which is public. */
function describeApp({ clientId, clientSecret }: SandboxApp): string {
  const isPublic = DEFAULT_APPS.some((app) => app.clientSecret === clientSecret);
  return `client id ${clientId}, client secret ${isPublic ? clientSecret : 'as in the setup file'}`;
}

/** The seed makes a run reproducible. */
function describeFaults({ active, seed }: Sandbox['faults']): string {
  const names = active.map(({ rule }) => rule.fault).join(', ');
  return names === '' ? '' : `${names}; seed ${seed}`;
}

function describeState(center: Sandbox, data: string | undefined): string {
  if (data === undefined) return 'in memory, lost when it stops; --data <file> stores it';
  const transactions = center.transactions();
  const tasks = transactions.reduce((sum, { taskIds }) => sum + taskIds.length, 0);
  const messages = center.sentMessages().length;
  return `stored in ${data}: ${transactions.length} transactions, ${tasks} tasks, ${messages} messages`;
}
