import { dateAndTime, FeelDate, FeelDateTime, date as feelDate } from 'feelin';
import { writeInstant } from '../date-time.ts';
import { contextOf } from '../evaluation-context.ts';
import type { Scope } from '../expression.ts';
import { EvaluationError } from '../expression-errors.ts';
import { copyPlain } from '../plain-data.ts';

type FeelFunctionBody = (...args: unknown[]) => unknown;

/** Functions of Camunda 8 that feelin does not have, with the names of their parameters. */
const ADDED: ReadonlyMap<string, readonly [parameters: readonly string[], body: FeelFunctionBody]> = new Map<
  string,
  readonly [readonly string[], FeelFunctionBody]
>([
  ['is defined', [['value'], (value) => isValue(value)]],
  ['get or else', [['value', 'default'], (value, otherwise) => (isValue(value) ? value : otherwise)]],
  ['assert', [['value', 'condition', 'cause'], assertCondition]],
  ['trim', [['string'], ofText((text) => text.trim())]],
  ['is blank', [['string'], ofText((text) => text.trim() === '')]],
  ['to base64', [['value'], ofText((text) => Buffer.from(text, 'utf8').toString('base64'))]],
  ['is empty', [['list'], ofList((list) => list.length === 0)]],
  ['duplicate values', [['list'], ofList(listDuplicates)]],
  ['partition', [['list', 'size'], partition]],
  ['to json', [['value'], (value) => JSON.stringify(value ?? null)]],
  ['from json', [['value'], ofText(fromJson)]],
  ['last day of month', [['date'], lastDayOfMonth]],
]);

/** Refused, because a repeated step would get another result. */
export const RANDOM_FUNCTIONS: ReadonlySet<string> = new Set(['uuid', 'random number']);
/** Functions that return the time of the step. */
export const CLOCK_FUNCTIONS: ReadonlySet<string> = new Set(['now', 'today']);

/** The added functions in the form that feelin calls. */
export const ADDED_FUNCTIONS: Readonly<Record<string, FeelFunctionBody>> = Object.fromEntries(
  [...ADDED].map(([name, [parameters, body]]) => [name, withParameters(body, parameters)]),
);

/** `now` and `today` at the time of the step. */
export function clockFunctions(scope: Scope): Readonly<Record<string, FeelFunctionBody>> {
  const read = (name: string) => {
    const context = contextOf(scope);
    if (context === undefined) throw new EvaluationError(`\`${name}()\` cannot be used here: there is no current time`);
    return writeInstant(context.now, context.timeZone);
  };
  return {
    now: withParameters(() => dateAndTime(read('now')), []),
    today: withParameters(() => feelDate(read('today').slice(0, 10)), []),
  };
}

/** Sets the parameter names explicitly; feelin would otherwise parse them from the source of the function. */
export function withParameters(body: FeelFunctionBody, parameters: readonly string[]): FeelFunctionBody {
  return Object.assign((...args: unknown[]) => body(...args), { $args: parameters });
}

function isValue(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function ofText(body: (text: string) => unknown): FeelFunctionBody {
  return (value) => (typeof value === 'string' ? body(value) : null);
}

function ofList(body: (list: readonly unknown[]) => unknown): FeelFunctionBody {
  return (value) => (Array.isArray(value) ? body(value) : null);
}

function assertCondition(value: unknown, condition: unknown): unknown {
  if (condition === true) return value;
  throw new EvaluationError('an `assert` does not hold');
}

function listDuplicates(list: readonly unknown[]): unknown {
  const texts = list.map((entry) => JSON.stringify(entry));
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const seen = new Set<string>();
  return list.filter((_, index) => {
    const text = texts[index] ?? '';
    if ((counts.get(text) ?? 0) < 2 || seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

function partition(list: unknown, size: unknown): unknown {
  if (!Array.isArray(list) || typeof size !== 'number' || !Number.isInteger(size) || size < 1) return null;
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size));
}

function fromJson(text: string): unknown {
  try {
    return copyPlain(JSON.parse(text));
  } catch {
    return null;
  }
}

function lastDayOfMonth(value: unknown): unknown {
  if (!(value instanceof FeelDate || value instanceof FeelDateTime)) return null;
  const day = new Date(Date.UTC(value.year, value.month, 0)).getUTCDate();
  const month = String(value.month).padStart(2, '0');
  return feelDate(`${String(value.year).padStart(4, '0')}-${month}-${day}`);
}
