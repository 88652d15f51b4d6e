import type { CenterMessage, Reading } from '../messages/center-message.ts';
import type { SandboxApp } from '../setup/apps.ts';
import type { CenterTask, CenterTransaction } from './center-state.ts';

/** The state as the writer changes it; everything else reads it as `Memory`. */
export interface WritableMemory {
  readonly tasks: Map<string, CenterTask>;
  readonly transactions: Map<string, CenterTransaction>;
  readonly transactionOfUnknown: Map<string, string>;
  readonly messages: CenterMessage[];
  readonly transTypeCodes: Set<string> | undefined;
  readonly statusUrls: Map<string, string>;
  readonly diagramUrls: Map<string, string>;
  /** The addresses that were set at run time, which replace those of the setup; null: removed. */
  readonly setUrls: { readonly statusUrl: Map<string, string | null>; readonly diagramUrl: Map<string, string | null> };
  aheadMs: number;
}

/** The part of the setup that the state starts with. */
export interface Beginning {
  readonly apps: readonly SandboxApp[];
  /** Undefined when every code is known. */
  readonly transTypeCodes?: readonly string[] | undefined;
}

/** The state as JSON, without what is in the setup. */
export interface Snapshot {
  readonly tasks: readonly CenterTask[];
  readonly transactions: readonly CenterTransaction[];
  readonly transactionOfUnknown: readonly (readonly [previousTaskId: string, transactionId: string])[];
  readonly messages: readonly (Omit<CenterMessage, 'readings'> & {
    readonly readings: readonly (readonly [account: string, reading: Reading])[];
  })[];
  readonly transTypeCodes: readonly string[];
  readonly statusUrls: readonly SetUrl[];
  readonly diagramUrls: readonly SetUrl[];
  readonly aheadMs: number;
}

type SetUrl = readonly [appId: string, url: string | null];

/** The state of a center with this setup: empty, or as in the snapshot. */
export function createMemory({ apps, transTypeCodes }: Beginning, stored?: Snapshot): WritableMemory {
  const setUrls = { statusUrl: new Map(stored?.statusUrls), diagramUrl: new Map(stored?.diagramUrls) };
  return {
    tasks: new Map(stored?.tasks.map((task) => [task.taskId, task])),
    transactions: new Map(stored?.transactions.map((transaction) => [transaction.transactionId, transaction])),
    transactionOfUnknown: new Map(stored?.transactionOfUnknown),
    messages: (stored?.messages ?? []).map((message) => ({ ...message, readings: new Map(message.readings) })),
    transTypeCodes: transTypeCodes && new Set([...transTypeCodes, ...(stored?.transTypeCodes ?? [])]),
    statusUrls: urlsOf(apps, 'statusUrl', setUrls),
    diagramUrls: urlsOf(apps, 'diagramUrl', setUrls),
    setUrls,
    aheadMs: stored?.aheadMs ?? 0,
  };
}

function urlsOf(
  apps: readonly SandboxApp[],
  field: 'statusUrl' | 'diagramUrl',
  setUrls: WritableMemory['setUrls'],
): Map<string, string> {
  return new Map(
    apps.flatMap(({ appId, [field]: own }) => {
      const set = setUrls[field].get(appId);
      const url = set === undefined ? own : set;
      return typeof url === 'string' ? [[appId, url] as const] : [];
    }),
  );
}

export function takeSnapshot(memory: WritableMemory, { transTypeCodes = [] }: Beginning): Snapshot {
  return {
    tasks: [...memory.tasks.values()],
    transactions: [...memory.transactions.values()],
    transactionOfUnknown: [...memory.transactionOfUnknown],
    messages: memory.messages.map((message) => ({ ...message, readings: [...message.readings] })),
    transTypeCodes: [...(memory.transTypeCodes ?? [])].filter((code) => !transTypeCodes.includes(code)),
    statusUrls: [...memory.setUrls.statusUrl],
    diagramUrls: [...memory.setUrls.diagramUrl],
    aheadMs: memory.aheadMs,
  };
}
