import { judgeCenter } from '../conformance/judge-center.ts';
import { VARIABLES } from '../conformance/variables.ts';
import { type Command, EXIT_CODES } from './command.ts';
import { describeCommand, type Flag, flagOfVariable, parseFlags } from './flags.ts';

/** Not accepted on the command line, because every user of the machine can read that. */
const NO_FLAG = 'CLIENT_SECRET';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  CENTER_URL: 'the {base_url}',
  ...Object.fromEntries(
    Object.entries(VARIABLES).map(([name, variable]) => [
      name,
      `${variable.description}${'mayBeNone' in variable ? ', or none' : ''}`,
    ]),
  ),
};

const FLAGS: readonly Flag[] = Object.entries(DESCRIPTIONS)
  .filter(([name]) => name !== NO_FLAG)
  .map(([name, text]) => ({ name: flagOfVariable(name), value: '<value>', text, mayBeEmpty: true }));

/** Checks a center against the interface, and probes the points that it leaves open; exit code 1 if a rule does not hold. */
export const conformance: Command = {
  help: () =>
    describeCommand({
      usage: 'conformance',
      about: `Checks a transaction center against every rule of the interface, and probes how it behaves where the interface leaves a
point open. It prints the rules that hold, those that do not, checks to be done by hand, and the options of the bridge to
set. Without CENTER_URL it starts a sandbox and checks that.

It writes about 300 tasks and 60 messages for ACCOUNT, SECOND_ACCOUNT and INITIATOR. Use a test environment.

Set each variable in the environment, or with the option of its name, such as --center-url for CENTER_URL. The secret is
read only from the environment, because every user of the machine can read a command line.`,
      options: Object.entries(DESCRIPTIONS).map(([name, text]) => `  ${name.padEnd(19)}  ${text}`),
      exitCodes: '0 every rule holds, 1 a rule does not hold or nothing could be checked, 2 the command line is wrong.',
    }),
  async run(args, { out }) {
    const { values } = parseFlags('conformance', FLAGS, args, 0);
    const given = Object.keys(DESCRIPTIONS).flatMap((name) => {
      const value = values[flagOfVariable(name)];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const { page, isConform } = await judgeCenter({ ...process.env, ...Object.fromEntries(given) });
    out(page);
    return isConform ? EXIT_CODES.done : EXIT_CODES.failed;
  },
};
