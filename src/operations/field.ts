import type { AccountNames } from '../read-options.ts';

/**
 * A field of a filter, or an option of an operation: what it means, and how it is written as a text, which is what the
 * command line, a query and a form have.
 */
export interface Field {
  /**
   * `words`: a text that is not blank; `time`: epoch milliseconds, written as a date; `mark`: true or left out; `names`: a
   * list, written with commas; `json`: an object.
   */
  readonly kind: 'text' | 'words' | 'number' | 'time' | 'yes' | 'mark' | 'names' | 'json';
  /** The flag of the command line. */
  readonly flag: string;
  /** What stands for its value in the help, such as `<id>`; absent: it has none. */
  readonly value?: string;
  /** Its documentation, which begins that of the option or field of the interface. */
  readonly text: string;
  /** The only values that it may have. */
  readonly oneOf?: readonly string[];
  readonly isRequired?: true;
  /** Of an option, the right that it needs on the operators' page if that of its operation is not enough. */
  readonly right?: 'mayModify';
  /** Whether null is a value of its own, beside texts. */
  readonly isNullable?: true;
}

/** @param written its flag, and what stands for its value, such as `process <id>` */
export function fieldOf<const Kind extends Field['kind']>(kind: Kind, written: string, text: string) {
  const [flag = '', value] = written.split(' ');
  return { kind, flag, ...(value !== undefined && { value }), text };
}

export type Fields = Readonly<Record<string, Field>>;

type KindOf<Value> = [Value] extends [true]
  ? 'mark'
  : [Value] extends [boolean]
    ? 'yes'
    : [Value] extends [number]
      ? 'number' | 'time'
      : [Value] extends [string]
        ? 'text' | 'words'
        : [Value] extends [AccountNames]
          ? 'names'
          : 'json';

type FieldOf<Value> = Field & { readonly kind: KindOf<Value> } & ([Value] extends [string]
    ? string extends Value
      ? unknown
      : { readonly oneOf: readonly Value[] }
    : unknown);

/** A field for each member of an interface; the compiler names one that is missing, has another type, or is none. */
export type FieldsOf<Options> = {
  readonly [Name in keyof Required<Options>]: FieldOf<NonNullable<Options[Name]>>;
};

/**
 * The value of a field that is given as a text.
 * @throws {RangeError} it is none; the message says what it must be
 */
export function readField({ kind, oneOf }: Field, text: string): unknown {
  if (oneOf !== undefined && !oneOf.includes(text)) throw new RangeError(`use one of ${oneOf.join(', ')}`);
  switch (kind) {
    case 'text':
    case 'words':
      return text;
    case 'yes':
    case 'mark':
      return text === 'true';
    case 'number': {
      const number = Number(text);
      if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
      throw new RangeError('must be a whole number');
    }
    case 'time': {
      const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
      if (!Number.isNaN(time)) return time;
      throw new RangeError('must be a date, such as 2026-05-04 or 2026-05-04T08:00:00Z');
    }
    case 'names':
      return text.split(',').flatMap((name) => name.trim() || []);
    case 'json':
      return readObject(text);
  }
}

function readObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Told below, without the text, which may be personal data.
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new RangeError('must be a JSON object');
}
