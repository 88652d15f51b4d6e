import { parseArgs } from 'node:util';
import { UsageError } from '../../command.ts';

/** An option of a command, with its line in the help. */
export interface Flag {
  readonly name: string;
  /** What stands for its value in the help, such as `<id>`; absent: it has none. */
  readonly value?: string;
  readonly text: string;
  /** The only values it may have. */
  readonly oneOf?: readonly string[];
}

export const STORE: Flag = {
  name: 'store',
  value: '<url>',
  text: 'database of the service, sqlite:<path> or postgres://…; default: the variable BRIDGE_STORE',
};
export const JSON_OUTPUT: Flag = { name: 'json', text: 'print JSON, for programs' };
export const BY: Flag = {
  name: 'by',
  value: '<name>',
  text: 'who does it, for the history; default: the user of the system',
};
export const YES: Flag = { name: 'yes', text: 'do it; without it, only print what would be done' };
export const LIMIT: Flag = { name: 'limit', value: '<number>', text: 'at most so many; default: 50' };
export const COUNT: Flag = { name: 'count', text: 'print only how many there are' };

/** A parsed command line. */
export interface Given {
  readonly args: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
}

/** @throws {UsageError} an unknown option, or a value that it cannot have */
export function parseFlags(command: string, flags: readonly Flag[], args: readonly string[]): Given {
  const options = Object.fromEntries(
    flags.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' } as const]),
  );
  const parsed = parse(command, options, args);
  for (const { name, oneOf } of flags) {
    const value = parsed.values[name];
    if (oneOf !== undefined && typeof value === 'string' && !oneOf.includes(value)) {
      throw new UsageError(`--${name} ${value}: use one of ${oneOf.join(', ')}.`);
    }
    if (value === '') throw new UsageError(`--${name}: its value is empty.`);
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
  return named.map(({ left, text, oneOf }) => {
    const values = oneOf === undefined ? '' : `: ${oneOf.join(', ')}`;
    return `  ${left.padEnd(22)}  ${text}${values}`;
  });
}
