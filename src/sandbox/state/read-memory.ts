import type { CenterMessage, Reading } from '../messages/center-message.ts';
import type { SandboxApp } from '../setup/apps.ts';
import type { CenterTask, CenterTransaction } from './center-state.ts';
import type { Row, RowKind } from './data-file.ts';

/** The state as the writer changes it; everything else reads it as `Memory`. */
export interface WritableMemory {
  readonly tasks: Map<string, CenterTask>;
  readonly transactions: Map<string, CenterTransaction>;
  readonly transactionOfUnknown: Map<string, string>;
  readonly messages: CenterMessage[];
  readonly transTypeCodes: Set<string> | undefined;
  readonly statusUrls: Map<string, string>;
  readonly diagramUrls: Map<string, string>;
  aheadMs: number;
}

interface Beginning {
  readonly apps: readonly SandboxApp[];
  /** Undefined when every code is known. */
  readonly transTypeCodes: readonly string[] | undefined;
}

/** The state of a center with this setup, from the rows that `CenterStateWriter` wrote. */
export function readMemory({ apps, transTypeCodes }: Beginning, rows: readonly Row[]): WritableMemory {
  const bodies = <T>(kind: RowKind) =>
    rows.filter((row) => row.kind === kind).map(({ key, body }) => ({ key, body: body as T }));
  const transactions = new Map(
    bodies<CenterTransaction>('transaction').map(({ key, body }) => [key, { ...body, taskIds: [] as string[] }]),
  );
  const tasks = new Map(bodies<CenterTask>('task').map(({ key, body }) => [key, body]));
  for (const { taskId, transactionId } of tasks.values()) transactions.get(transactionId)?.taskIds.push(taskId);
  const typeCodes = [...(transTypeCodes ?? []), ...bodies<string>('transType').map(({ body }) => body)];
  return {
    tasks,
    transactions,
    transactionOfUnknown: new Map(bodies<string>('unknown').map(({ key, body }) => [key, body])),
    messages: readMessages(
      bodies<CenterMessage>('message').map(({ body }) => body),
      bodies<StoredReading>('reading').map(({ body }) => body),
    ),
    transTypeCodes: transTypeCodes === undefined ? undefined : new Set(typeCodes),
    statusUrls: readUrls(apps, 'statusUrl', bodies('statusUrl')),
    diagramUrls: readUrls(apps, 'diagramUrl', bodies('diagramUrl')),
    aheadMs: bodies<number>('ahead').at(-1)?.body ?? 0,
  };
}

export interface StoredReading {
  /** Number of the message in the order of acceptance. */
  readonly number: number;
  readonly account: string;
  readonly reading: Reading;
}

function readMessages(messages: readonly CenterMessage[], readings: readonly StoredReading[]): CenterMessage[] {
  const readingsOf = messages.map(() => new Map<string, Reading>());
  for (const { number, account, reading } of readings) readingsOf[number]?.set(account, reading);
  return messages.map((message, number) => ({ ...message, readings: readingsOf[number] ?? new Map() }));
}

/** An address that was set at run time replaces the one of the setup; null means that it was removed. */
function readUrls(
  apps: readonly SandboxApp[],
  field: 'statusUrl' | 'diagramUrl',
  stored: readonly { readonly key: string; readonly body: string | null }[],
): Map<string, string> {
  const urls = new Map(apps.flatMap(({ appId, [field]: url }) => (url === undefined ? [] : [[appId, url]])));
  for (const { key: appId, body: url } of stored) {
    if (url === null) urls.delete(appId);
    else if (apps.some((app) => app.appId === appId)) urls.set(appId, url);
  }
  return urls;
}
