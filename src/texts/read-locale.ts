import { type Catalogue, TEXT_USES } from './catalogue.ts';
import { EN } from './en.ts';
import { ZH_CN } from './zh-cn.ts';

/** The catalogues that are there, by the name of their language. Yours may begin with one: `{ ...CATALOGUES.en, … }`. */
export const CATALOGUES = { en: EN, 'zh-CN': ZH_CN } as const satisfies Readonly<Record<string, Catalogue>>;

/** The language of what people are told in the center, or a catalogue of your own. */
export type Locale = keyof typeof CATALOGUES | Catalogue;

/** What is wrong with an option `locale`. */
export interface LocaleProblem {
  /** The text; absent: the option as a whole. */
  readonly name?: string;
  readonly message: string;
}

const IN_BRACES = /\{([^{}]*)\}/g;

/** The catalogue of an option, or all that is wrong with it: texts that are missing, unknown or cannot be filled in. */
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
      .map((name) => ({ name, message: 'there is no text of that name' })),
  ];
  return problems.length === 0 ? { catalogue: given as Catalogue } : { problems };
}

function judge(text: unknown, values: readonly string[]): string | undefined {
  if (text === undefined) return 'is required';
  if (typeof text !== 'string' || text.trim() === '') return 'must be a text that is not empty';
  const found = [...text.matchAll(IN_BRACES)].map(([, value = '']) => value);
  const isKnown = (value: string) => values.includes(value) || values.includes(`${value}?`);
  const faults = [
    ...found.filter((value) => !isKnown(value)).map((value) => `holds {${value}}, for which there is no value`),
    ...values.filter((value) => !value.endsWith('?') && !found.includes(value)).map((value) => `lacks {${value}}`),
    ...(/[{}]/.test(text.replaceAll(IN_BRACES, '')) ? ['has a brace that stands alone'] : []),
  ];
  return faults.length === 0 ? undefined : faults.join('; ');
}
