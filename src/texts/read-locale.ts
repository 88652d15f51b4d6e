import { type Catalogue, TEXT_USES } from './catalogue.ts';
import { EN } from './en.ts';
import { ZH_CN } from './zh-cn.ts';

/** The built-in catalogues by language. To change a few texts, spread one: `{ ...CATALOGUES.en, … }`. */
export const CATALOGUES = { en: EN, 'zh-CN': ZH_CN } as const satisfies Readonly<Record<string, Catalogue>>;

/** The language of the texts that people see in the center, or a catalogue of your own. */
export type Locale = keyof typeof CATALOGUES | Catalogue;

/** A problem of the option `locale`. */
export interface LocaleProblem {
  /** Name of the text; absent: the problem concerns the whole option. */
  readonly name?: string;
  readonly message: string;
}

const IN_BRACES = /\{([^{}]*)\}/g;

/** Returns the catalogue of an option, or all problems: texts that are missing or unknown, and wrong placeholders. */
export function readLocale(
  given: unknown,
): { readonly catalogue: Catalogue } | { readonly problems: readonly LocaleProblem[] } {
  const known = Object.entries(CATALOGUES).find(([name]) => name === given);
  if (known) return { catalogue: known[1] };
  if (typeof given !== 'object' || given === null) {
    const names = Object.keys(CATALOGUES).map((name) => `'${name}'`);
    return { problems: [{ message: `must be ${names.join(', ')}, or an object with all texts` }] };
  }
  const catalogue = given as Readonly<Record<string, unknown>>;
  const problems = [
    ...Object.entries(TEXT_USES).flatMap(([name, { values }]) => {
      const message = judge(catalogue[name], values);
      return message === undefined ? [] : [{ name, message }];
    }),
    ...Object.keys(catalogue)
      .filter((name) => !Object.hasOwn(TEXT_USES, name))
      .map((name) => ({ name, message: 'is not the name of a text' })),
  ];
  return problems.length === 0 ? { catalogue: given as Catalogue } : { problems };
}

function judge(text: unknown, values: readonly string[]): string | undefined {
  if (text === undefined) return 'is required';
  if (typeof text !== 'string' || text.trim() === '') return 'must be a non-empty text';
  const found = [...text.matchAll(IN_BRACES)].map(([, value = '']) => value);
  const isKnown = (value: string) => values.includes(value) || values.includes(`${value}?`);
  const faults = [
    ...found.filter((value) => !isKnown(value)).map((value) => `contains the unknown placeholder {${value}}`),
    ...values
      .filter((value) => !value.endsWith('?') && !found.includes(value))
      .map((value) => `lacks the placeholder {${value}}`),
    ...(/[{}]/.test(text.replaceAll(IN_BRACES, '')) ? ['has an unpaired brace'] : []),
  ];
  return faults.length === 0 ? undefined : faults.join('; ');
}
