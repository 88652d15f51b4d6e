import { readFile } from 'node:fs/promises';
import { BridgeError } from '../errors.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { type Command, EXIT_CODES, type Output, UsageError } from './command.ts';

const PROGRAM = 'bpmn-transaction-bridge';
/**
 * Loaded on demand: a command that only reads diagrams needs no database driver. Those on the database are loaded together:
 * each file that is loaded alone splits what all others load.
 */
const COMMANDS: readonly NamedCommand[] = [
  {
    name: 'sandbox',
    summary: 'run a local transaction center, for development and tests',
    load: async () => (await import('./sandbox.ts')).sandbox,
  },
  {
    name: 'lint',
    summary: 'check diagrams, without a bridge or a center',
    load: async () => (await import('./lint.ts')).lint,
  },
  {
    name: 'conformance',
    summary: 'check a transaction center against the interface',
    load: async () => (await import('./conformance.ts')).conformance,
  },
  {
    name: 'status',
    summary: 'say how a service is, and what to do, by its database',
    load: async () => (await import('./operate/commands.ts')).status,
  },
  {
    name: 'doctor',
    summary: 'check what a service depends on: database, center, callbacks, clocks',
    load: async () => (await import('./operate/commands.ts')).doctor,
  },
  {
    name: 'backup',
    summary: 'copy the SQLite file of a service, also while it runs',
    load: async () => (await import('./operate/commands.ts')).backup,
  },
  {
    name: 'doubts',
    summary: 'list what to compare with the center after a restore from a backup',
    load: async () => (await import('./operate/commands.ts')).doubts,
  },
  {
    name: 'incidents',
    summary: 'list, show and retry what failed',
    load: async () => (await import('./operate/commands.ts')).incidents,
  },
  {
    name: 'outbox',
    summary: 'list, retry, skip and acknowledge reports to the center, or send them now',
    load: async () => (await import('./operate/commands.ts')).outbox,
  },
  {
    name: 'messages',
    summary: 'list, retry and skip messages to people',
    load: async () => (await import('./operate/commands.ts')).messages,
  },
  {
    name: 'jobs',
    summary: 'list and retry calls of services and scripts',
    load: async () => (await import('./operate/commands.ts')).jobs,
  },
  {
    name: 'instances',
    summary: 'list, show, suspend, migrate and terminate instances of processes',
    load: async () => (await import('./operate/commands.ts')).instances,
  },
  {
    name: 'tasks',
    summary: 'list, show and reassign tasks of people',
    load: async () => (await import('./operate/commands.ts')).tasks,
  },
  {
    name: 'definitions',
    summary: 'list, show, compare and undeploy the versions of processes',
    load: async () => (await import('./operate/commands.ts')).definitions,
  },
  {
    name: 'history',
    summary: 'list what has happened, and who did it',
    load: async () => (await import('./operate/commands.ts')).history,
  },
  {
    name: 'keys',
    summary: 'count the open tasks of each signing key',
    load: async () => (await import('./operate/commands.ts')).keys,
  },
  {
    name: 'migrate',
    summary: 'bring the database to the schema of this version',
    load: async () => (await import('./operate/commands.ts')).migrate,
  },
];

interface NamedCommand {
  readonly name: string;
  /** One line for the help of the program. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Runs a command line and returns the exit code. Errors that the user can correct are printed without a stack trace. */
export async function runProgram(args: readonly string[], { out, err }: Output): Promise<number> {
  const output = { out: (text: string) => out(printable(text)), err: (text: string) => err(printable(text)) };
  try {
    return await dispatch(args, output);
  } catch (error) {
    if (error instanceof UsageError) {
      output.err(error.message);
      return EXIT_CODES.usage;
    }
    output.err(describeFailure(error));
    return EXIT_CODES.failed;
  }
}

/**
 * File names, diagrams, answers of a center and stored rows come from outside: their control characters could change what a
 * terminal shows. JSON leaves only those above U+007F, and this is how it would write them.
 */
function printable(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function dispatch([first, ...rest]: readonly string[], output: Output): Promise<number> {
  if (first === undefined) {
    output.err(describeProgram());
    return EXIT_CODES.usage;
  }
  if (first === '--help' || first === '-h' || first === 'help') output.out(describeProgram());
  else if (first === '--version') output.out(await readVersion());
  else {
    const named = COMMANDS.find(({ name }) => name === first);
    if (named === undefined) {
      throw new UsageError(`Unknown command ${first}. ${PROGRAM} --help lists the commands.`);
    }
    const command = await named.load();
    const options = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : undefined);
    if (options.includes('--help') || options.includes('-h')) output.out(command.help());
    else return (await command.run(rest, output)) ?? EXIT_CODES.done;
  }
  return EXIT_CODES.done;
}

function describeProgram(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    `Usage: ${PROGRAM} <command> [options]`,
    '',
    'Commands:',
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    `${PROGRAM} <command> --help lists the options of a command; --version prints the version.`,
    'Exit codes: 0 done, 1 failed, 2 the command line is wrong.',
  ].join('\n');
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('package.json', PACKAGE_ROOT), 'utf8'));
  return String(version);
}

/** Includes the stack trace only for defects. */
function describeFailure(error: unknown): string {
  if (error instanceof BridgeError) return `${error.code}: ${error.message}`;
  const isOfTheSystem = error instanceof Error && 'syscall' in error;
  return isOfTheSystem ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
}
