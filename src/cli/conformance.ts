import { parseArgs } from 'node:util';
import { judgeCenter } from '../conformance/judge-center.ts';
import { VARIABLES } from '../conformance/variables.ts';
import { type Command, EXIT_CODES, UsageError } from './command.ts';

/** Not on the command line, where every user of the machine can read it. */
const NO_FLAG = 'CLIENT_SECRET';

const NAMES = ['CENTER_URL', ...Object.keys(VARIABLES)].filter((name) => name !== NO_FLAG);

/** `CENTER_URL` is `--center-url`. */
const flagOf = (name: string) => name.toLowerCase().replaceAll('_', '-');

/** Holds a center against the interface, and asks it what that leaves open; exit code 1 where a rule does not hold. */
export const conformance: Command = {
  help: () => HELP,
  async run(args, { out }) {
    const { page, isConform } = await judgeCenter({ ...process.env, ...readFlags(args) });
    out(page);
    return isConform ? EXIT_CODES.done : EXIT_CODES.failed;
  },
};

/** @throws {UsageError} there is no such option */
function readFlags(args: readonly string[]): Readonly<Record<string, string>> {
  const options = Object.fromEntries(NAMES.map((name) => [flagOf(name), { type: 'string' }] as const));
  try {
    const { values } = parseArgs({ args: [...args], options });
    const given = NAMES.map((name) => [name, values[flagOf(name)]] as const);
    return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message}\nbpmn-transaction-bridge conformance --help lists all options.`);
  }
}

const HELP = `Usage: bpmn-transaction-bridge conformance [options]

Holds a transaction center against the interface, rule by rule, and asks it what the interface leaves open. It prints a
page: what holds, what does not, what is to be looked at by hand, and the option of the bridge that follows from each
answer. Without CENTER_URL the center is a sandbox of its own.

It writes: some 300 tasks and 60 messages reach ACCOUNT, SECOND_ACCOUNT and INITIATOR. Take a test environment.

Each variable comes from the environment, or from the option of its name, such as --center-url for CENTER_URL. The
secret comes from the environment alone: a command line can be read by every user of the machine.

  CENTER_URL           the {base_url}
${Object.entries(VARIABLES)
  .map(([name, variable]) => `  ${name.padEnd(19)}  ${variable.says}${'mayBeNone' in variable ? ', or none' : ''}`)
  .join('\n')}

Exit codes: 0 every rule holds, 1 one does not, or nothing could be tried, 2 the command line is wrong.`;
