import { readFile } from 'node:fs/promises';
import { BridgeError } from '../errors.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { type Command, EXIT_CODES, type Output, UsageError } from './command.ts';
import { sandbox } from './sandbox.ts';

const PROGRAM = 'bpmn-transaction-bridge';
const COMMANDS: readonly Command[] = [sandbox];

/** Runs what a command line says and gives the exit code. What a person can mend is told in words, without a stack. */
export async function runProgram(args: readonly string[], output: Output): Promise<number> {
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

async function dispatch([first, ...rest]: readonly string[], output: Output): Promise<number> {
  if (first === undefined) {
    output.err(describeProgram());
    return EXIT_CODES.usage;
  }
  if (first === '--help' || first === '-h' || first === 'help') output.out(describeProgram());
  else if (first === '--version') output.out(await readVersion());
  else {
    const command = COMMANDS.find(({ name }) => name === first);
    if (command === undefined) {
      throw new UsageError(`There is no command ${first}. ${PROGRAM} --help lists them.`);
    }
    const options = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : undefined);
    if (options.includes('--help') || options.includes('-h')) output.out(command.help());
    else await command.run(rest, output);
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
    `${PROGRAM} <command> --help says what a command takes; --version prints the version.`,
    'Exit codes: 0 done, 1 failed, 2 the command line is wrong.',
  ].join('\n');
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('package.json', PACKAGE_ROOT), 'utf8'));
  return String(version);
}

/** With a stack only where the fault is ours. */
function describeFailure(error: unknown): string {
  if (error instanceof BridgeError) return `${error.code}: ${error.message}`;
  const isOfTheSystem = error instanceof Error && 'syscall' in error;
  return isOfTheSystem ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
}
