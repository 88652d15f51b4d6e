import { parseArgs } from 'node:util';
import { judgeCenter } from '../conformance/judge-center.ts';
import { VARIABLES } from '../conformance/variables.ts';
import { type Command, EXIT_CODES, UsageError } from './command.ts';

/** Not accepted on the command line, because every user of the machine can read that. */
const NO_FLAG = 'CLIENT_SECRET';

const NAMES = ['CENTER_URL', ...Object.keys(VARIABLES)].filter((name) => name !== NO_FLAG);

/** `--center-url` for `CENTER_URL`. */
const flagOf = (name: string) => name.toLowerCase().replaceAll('_', '-');

/** Checks a center against the interface, and probes the points that it leaves open; exit code 1 if a rule does not hold. */
export const conformance: Command = {
  help: () => HELP,
  async run(args, { out }) {
    const { page, isConform } = await judgeCenter({ ...process.env, ...readFlags(args) });
    out(page);
    return isConform ? EXIT_CODES.done : EXIT_CODES.failed;
  },
};

/** @throws {UsageError} unknown option */
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

Checks a transaction center against every rule of the interface, and probes how it behaves where the interface leaves a
point open. It prints the rules that hold, those that do not, checks to be done by hand, and the options of the bridge to
set. Without CENTER_URL it starts a sandbox and checks that.

It writes about 300 tasks and 60 messages for ACCOUNT, SECOND_ACCOUNT and INITIATOR. Use a test environment.

Set each variable in the environment, or with the option of its name, such as --center-url for CENTER_URL. The secret is
read only from the environment, because every user of the machine can read a command line.

  CENTER_URL           the {base_url}
${Object.entries(VARIABLES)
  .map(
    ([name, variable]) => `  ${name.padEnd(19)}  ${variable.description}${'mayBeNone' in variable ? ', or none' : ''}`,
  )
  .join('\n')}

Exit codes: 0 every rule holds, 1 a rule does not hold or nothing could be checked, 2 the command line is wrong.`;
