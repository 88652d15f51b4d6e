import { userInfo } from 'node:os';
import { createLists } from '../../../bridge/operate/lists.ts';
import { createRunOperation } from '../../../bridge/operate/operate.ts';
import { createRequests } from '../../../bridge/operate/requests.ts';
import { createRowOperations } from '../../../bridge/operate/row-operations.ts';
import { StoreError } from '../../../errors.ts';
import { openStore } from '../../../store/open-store.ts';
import type { Store, StoreAccess } from '../../../store/store.ts';
import { type Command, type Output, UsageError } from '../../command.ts';
import {
  describeCommand,
  describeFlags,
  type Flag,
  type Given,
  HELP,
  JSON_OUTPUT,
  parseFlags,
  seeHelp,
} from '../../flags.ts';
import type { Action, Call, CommandLine } from './action.ts';

const STORE: Flag = {
  name: 'store',
  value: '<url>',
  text: 'database of the service, sqlite:<path> or postgres://…; default: the variable BRIDGE_STORE',
};

interface OperateCommand {
  readonly name: string;
  /** Lines of the help that say what the command is for. */
  readonly about: string;
  readonly actions: readonly Action[];
  /** Lines after its options. */
  readonly notes?: readonly string[];
  /** Default: what every command of operation exits with. */
  readonly exitCodes?: string;
}

/** A command whose actions work on the database of a service. */
export function createOperateCommand(described: OperateCommand): Command {
  const { name, actions } = described;
  return {
    help: () => describe(described),
    run: async (args, output) => {
      const { action, rest } = chooseAction(name, actions, args);
      const title = action.name === null ? name : `${name} ${action.name}`;
      const given = parseFlags(name, [STORE, ...action.flags, ...(action.moreFlags ?? []), JSON_OUTPUT], rest);
      const least = action.args.filter((each) => !each.startsWith('[')).length;
      if (given.args.length < least || given.args.length > action.args.length) {
        throw new UsageError(
          `Usage: bpmn-transaction-bridge ${[title, ...action.args].join(' ')} [options]\n${seeHelp(name)}`,
        );
      }
      return runAction(action, readCommandLine(given, output));
    },
  };
}

function chooseAction(command: string, actions: readonly Action[], args: readonly string[]) {
  const [only] = actions;
  if (only?.name === null) return { action: only, rest: args };
  const [word, ...rest] = args;
  const action = actions.find(({ name }) => name === word);
  if (action !== undefined) return { action, rest };
  const names = actions.map(({ name }) => name).join(', ');
  const said =
    word === undefined || word.startsWith('-')
      ? `Say what to do: ${names}.`
      : `Unknown: ${command} ${word}. Known: ${names}.`;
  throw new UsageError(`${said}\n${seeHelp(command)}`);
}

function describe({ name, about, actions, notes = [], exitCodes }: OperateCommand): string {
  const isSingle = actions[0]?.name === null;
  const isReading = actions.every(({ access }) => access === 'read');
  const each = actions.flatMap((action) => [
    ...(isSingle ? [] : [`${[name, action.name, ...action.args].join(' ')}: ${action.summary}`]),
    ...describeFlags(action.flags),
    ...(isSingle ? [] : ['']),
  ]);
  return describeCommand({
    usage: isSingle ? [name, ...(actions[0]?.args ?? [])].join(' ') : `${name} <action>`,
    about,
    options: [
      ...each,
      ...(isSingle ? [] : ['Every action has these:']),
      ...describeFlags([STORE, JSON_OUTPUT, HELP]),
      ...notes,
    ],
    exitCodes:
      exitCodes ??
      `0 done, 1 failed${isReading ? '' : ', or not done because --yes is missing'}, 2 the command line is wrong.`,
  });
}

function readCommandLine({ args, values }: Given, { out }: Output): CommandLine {
  const text = (flag: string) => {
    const value = values[flag];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    url: storeUrlOf(text('store')),
    by: text('by') ?? userName(),
    args,
    text,
    has: (flag) => values[flag] === true,
    number: (flag) => readNumber(flag, text(flag)),
    print: (value, lines) => out(values.json === true ? JSON.stringify(value, undefined, 2) : lines.join('\n')),
  };
}

/** Opens the database for one action, and closes it. No loop runs here: a running service finds what is due by its poll. */
async function runAction(action: Action, line: CommandLine): Promise<number | undefined> {
  if (action.access === null) return action.run(line);
  const store = await openOperated(line.url, action.access);
  try {
    return await action.run({ ...line, ...operationsOf(store) });
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
function storeUrlOf(given: string | undefined): string {
  const url = given ?? process.env.BRIDGE_STORE;
  if (url !== undefined && url !== '') return url;
  throw new UsageError(
    'Say which database: --store sqlite:<path> or postgres://…, or the variable BRIDGE_STORE. A password belongs into the variable, because every user of the machine can read a command line.',
  );
}

async function openOperated(url: string, access: StoreAccess): Promise<Store> {
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

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user without a name.
    return process.env.USER ?? `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
