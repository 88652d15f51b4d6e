/** Fields of filters and options of operations, as flags of the command line. */
import { readFileSync } from 'node:fs';
import { type Field, type Fields, readField } from '../../../operations/field.ts';
import { UsageError } from '../../command.ts';
import type { Flag } from '../../flags.ts';
import type { CommandLine } from './action.ts';

/** The documentation of a field as the help has it: no sentence, and without the marks of code. */
export function helpOf(text: string): string {
  return (text.charAt(0).toLowerCase() + text.slice(1)).replace(/\.$/, '').replaceAll('`', '');
}

export function flagsOf(fields: Fields): readonly Flag[] {
  return Object.values(fields).map(({ kind, flag, value, text, oneOf, isRequired }) => {
    // A flag is given or not: it cannot say false.
    const meaning = kind === 'yes' ? text.replace(/; false: .*$/, '') : text;
    const notes = `${isRequired ? '; required' : ''}${kind === 'json' ? '; - reads it from standard input' : ''}`;
    return {
      ...{ name: flag, text: `${helpOf(meaning)}${notes}` },
      ...(value !== undefined && { value }),
      ...(oneOf !== undefined && { oneOf }),
    };
  });
}

/**
 * The values of the fields whose flags are given.
 * @throws {UsageError} one that is required is missing, or a value is none
 */
export function valuesOf(call: Pick<CommandLine, 'text' | 'has'>, fields: Fields): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = readFlag(call, field);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function readFlag({ text, has }: Pick<CommandLine, 'text' | 'has'>, field: Field): unknown {
  const { kind, flag, isRequired } = field;
  if (kind === 'yes' || kind === 'mark') return has(flag) || undefined;
  const given = text(flag);
  if (given === undefined || given.trim() === '') {
    if (isRequired) throw new UsageError(`--${flag} is required.`);
    return undefined;
  }
  // A command line can be read by every user of the machine.
  const written = kind === 'json' && given === '-' ? readFileSync(0, 'utf8') : given;
  try {
    return readField(field, written);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`--${flag}${kind === 'json' ? '' : ` ${given}`}: ${error.message}.`);
  }
}
