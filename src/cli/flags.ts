/** The options of commands: one table of each gives its parser and its help. */
import { parseArgs } from 'node:util';
import { UsageError } from './command.ts';

/** An option of a command, with its line in the help. */
export interface Flag {
  readonly name: string;
  /** What stands for its value in the help, such as `<id>`; absent: it has none. */
  readonly value?: string;
  readonly text: string;
  /** The only values it may have. */
  readonly oneOf?: readonly string[];
  readonly mayBeEmpty?: true;
}

export const JSON_OUTPUT: Flag = { name: 'json', text: 'print JSON, for programs' };
export const HELP: Flag = { name: 'help', text: 'print this' };

/** A parsed command line. */
export interface Given {
  readonly args: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
}

/**
 * @param most arguments beside the options; default: any number
 * @throws {UsageError} an unknown option, a value that it cannot have, or too many arguments
 */
export function parseFlags(
  command: string,
  flags: readonly Flag[],
  args: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Given {
  const options = Object.fromEntries(
    flags.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' } as const]),
  );
  const parsed = parse(command, options, args);
  if (parsed.args.length > most)
    throw new UsageError(`Unknown: ${parsed.args.slice(most).join(' ')}.\n${seeHelp(command)}`);
  for (const { name, oneOf, mayBeEmpty } of flags) {
    const value = parsed.values[name];
    if (oneOf !== undefined && typeof value === 'string' && !oneOf.includes(value)) {
      throw new UsageError(`--${name} ${value}: use one of ${oneOf.join(', ')}.`);
    }
    if (value === '' && !mayBeEmpty) throw new UsageError(`--${name}: its value is empty.`);
  }
  return parsed;
}

function parse(
  command: string,
  options: Record<string, { type: 'string' | 'boolean' }>,
  args: readonly string[],
): Given {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { args: positionals, values: values as Given['values'] };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message}\n${seeHelp(command)}`);
  }
}

export function seeHelp(command: string): string {
  return `bpmn-transaction-bridge ${command} --help lists all options.`;
}

/** The lines of options in a help text. */
export function describeFlags(flags: readonly Flag[]): string[] {
  const named = flags.map((flag) => ({
    ...flag,
    left: `--${flag.name}${flag.value === undefined ? '' : ` ${flag.value}`}`,
  }));
  const width = Math.max(22, ...named.map(({ left }) => left.length));
  return named.map(({ left, text, oneOf }) => {
    const values = oneOf === undefined ? '' : `: ${oneOf.join(', ')}`;
    return `  ${left.padEnd(width)}  ${text}${values}`;
  });
}

export interface HelpParts {
  /** The command line after the name of the program, without `[options]`. */
  readonly usage: string;
  /** Lines that say what the command is for. */
  readonly about: string;
  /** Lines about its options. */
  readonly options: readonly string[];
  readonly exitCodes: string;
}

export function describeCommand({ usage, about, options, exitCodes }: HelpParts): string {
  return [
    `Usage: bpmn-transaction-bridge ${usage} [options]`,
    ...['', about, '', ...options, '', `Exit codes: ${exitCodes}`],
  ].join('\n');
}

/** `--center-url` for the variable `CENTER_URL`. */
export function flagOfVariable(variable: string): string {
  return variable.toLowerCase().replaceAll('_', '-');
}
