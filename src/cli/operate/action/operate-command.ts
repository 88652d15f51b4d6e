import { type Command, UsageError } from '../../command.ts';
import type { Action } from './action.ts';
import { describeFlags, type Flag, JSON_OUTPUT, parseFlags, STORE, seeHelp } from './flags.ts';
import { runAction } from './run-action.ts';

export interface OperateCommand {
  readonly name: string;
  /** Lines of the help that say what the command is for. */
  readonly about: string;
  readonly actions: readonly Action[];
  /** Default: what every command of operation exits with. */
  readonly exitCodes?: string;
}

const EXIT_CODES_TEXT =
  'Exit codes: 0 done, 1 failed, or not done because --yes is missing, 2 the command line is wrong.';
const READ_ONLY_CODES_TEXT = 'Exit codes: 0 done, 1 failed, 2 the command line is wrong.';

/** A command whose actions work on the database of a service. */
export function createOperateCommand(described: OperateCommand): Command {
  const { name, actions } = described;
  return {
    help: () => describe(described),
    run: async (args, output) => {
      const { action, rest } = chooseAction(name, actions, args);
      const title = action.name === null ? name : `${name} ${action.name}`;
      const given = parseFlags(name, allFlags(action), rest);
      const least = action.args.filter((each) => !each.startsWith('[')).length;
      if (given.args.length < least || given.args.length > action.args.length) {
        throw new UsageError(
          `Usage: bpmn-transaction-bridge ${[title, ...action.args].join(' ')} [options]\n${seeHelp(name)}`,
        );
      }
      return runAction(action, given, output);
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

const allFlags = ({ flags, moreFlags = [] }: Action): readonly Flag[] => [STORE, ...flags, ...moreFlags, JSON_OUTPUT];

function describe({ name, about, actions, exitCodes }: OperateCommand): string {
  const isSingle = actions[0]?.name === null;
  const usage = isSingle ? [name, ...(actions[0]?.args ?? [])].join(' ') : `${name} <action>`;
  const isReading = actions.every(({ access }) => access === 'read');
  return [
    `Usage: bpmn-transaction-bridge ${usage} [options]`,
    '',
    about,
    ...actions.flatMap((action) => [
      '',
      ...(isSingle ? [] : [`${[name, action.name, ...action.args].join(' ')}: ${action.summary}`]),
      ...describeFlags(action.flags),
    ]),
    ...(isSingle ? [] : ['', 'Every action has these:']),
    ...describeFlags([STORE, JSON_OUTPUT, { name: 'help', text: 'print this' }]),
    '',
    exitCodes ?? (isReading ? READ_ONLY_CODES_TEXT : EXIT_CODES_TEXT),
  ].join('\n');
}
