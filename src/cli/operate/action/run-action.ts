import { userInfo } from 'node:os';
import { createLists } from '../../../bridge/operate/lists.ts';
import { createRunOperation } from '../../../bridge/operate/operate.ts';
import { createRequests } from '../../../bridge/operate/requests.ts';
import { createRowOperations } from '../../../bridge/operate/row-operations.ts';
import { StoreError } from '../../../errors.ts';
import { openStore } from '../../../store/open-store.ts';
import type { Store } from '../../../store/store.ts';
import { type Output, UsageError } from '../../command.ts';
import type { Action, Call } from './action.ts';
import type { Given } from './flags.ts';

/** Opens the database for one action, and closes it. No loop runs here: a running service finds what is due by its poll. */
export async function runAction(action: Action, { args, values }: Given, { out }: Output): Promise<number | undefined> {
  const text = (flag: string) => {
    const value = values[flag];
    return typeof value === 'string' ? value : undefined;
  };
  const call: Omit<Call, 'store' | 'lists' | 'run' | 'clock'> = {
    url: storeUrlOf(text('store')),
    by: byOf(values),
    args,
    text,
    needed: (flag) => {
      const value = text(flag);
      if (value === undefined || value.trim() === '') throw new UsageError(`--${flag} is required.`);
      return value;
    },
    has: (flag) => values[flag] === true,
    number: (flag) => readNumber(flag, text(flag)),
    print: (value, lines) =>
      out(values.json === true ? JSON.stringify(value, undefined, 2) : lines.map(clean).join('\n')),
  };
  const store = await openOperated(call.url, action);
  try {
    return await action.run({ ...call, ...operationsOf(store) });
  } finally {
    await store.close();
  }
}

/** What is done beside a service: it finds by its poll what became due, and the center judges whether a message is right. */
function operationsOf(store: Store): Pick<Call, 'store' | 'lists' | 'run' | 'clock'> {
  const clock = store.clock ?? Date.now;
  // A stored message has its own application and time.
  const settings = { appId: '', timeZone: 'UTC', messageTypes: {} };
  const rows = createRowOperations({ store, clock, settings, wake: () => undefined, log: () => undefined });
  return { store, clock, lists: createLists(store), run: createRunOperation(rows, createRequests(store, clock)) };
}

/** @throws {UsageError} neither the option nor the variable is set */
export function storeUrlOf(given: string | undefined): string {
  const url = given ?? process.env.BRIDGE_STORE;
  if (url !== undefined && url !== '') return url;
  throw new UsageError(
    'Say which database: --store sqlite:<path> or postgres://…, or the variable BRIDGE_STORE. A password belongs into the variable, because every user of the machine can read a command line.',
  );
}

async function openOperated(url: string, { access }: Action): Promise<Store> {
  try {
    return await openStore(url, access);
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'ERR_STORE_LOCKED')) throw error;
    throw new StoreError(
      'ERR_STORE_LOCKED',
      'a service has this file open, and an SQLite file belongs to one process: stop the service and repeat the command, or call the method of the bridge in the service. Commands that only read work meanwhile.',
      { cause: error },
    );
  }
}

function readNumber(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number)) return number;
  throw new UsageError(`--${flag} ${value}: must be a whole number.`);
}

/** Who gives the command: `--by`, or the user of the system. */
export function byOf({ by }: Given['values']): string {
  return typeof by === 'string' ? by : userName();
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user without a name.
    return process.env.USER ?? `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Stored texts come from outside: control characters could change what a terminal shows. */
function clean(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return line.replaceAll('\r\n', '\n').replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ');
}
