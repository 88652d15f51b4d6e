/** English texts on a page that is in Chinese. */
import type { Page } from 'playwright-core';
import { PROCESS_FILES } from '../processes/process-files.ts';
import { EN } from '../support/inner/texts.ts';
import { en, zh } from './dictionaries.ts';

const GAP = '\u{1F573}';

/** Every text of a dictionary by its place; what is filled in stands as a gap. */
function textsOf(dictionary: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(dictionary).flatMap(([name, entry]): [string, string][] => {
      const place = `${path}/${name}`;
      if (typeof entry === 'string') return [[place, entry]];
      if (typeof entry === 'object' && entry !== null) return [...textsOf(entry, place)];
      const speak = entry as (...given: unknown[]) => unknown;
      return [
        [place, String(speak(...Array<string>(speak.length).fill(GAP)))],
        [`${place} of one`, String(speak(...Array<number>(speak.length).fill(1)))],
      ];
    }),
  );
}

/** What the business system says stands on the page as it is: names of diagrams, and how a task was handled. */
const GIVEN = new Set([
  ...PROCESS_FILES.flatMap(({ xml }) => [...xml.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name)),
  EN['status.delegate'],
]);

/** Texts that are the same in Chinese are words of the spec, such as names of faults, or say how to get to English. */
function foreignTexts(): RegExp[] {
  const chinese = textsOf(zh);
  const hasWords = (text: string) => /\p{L}/u.test(text.replaceAll(GAP, ''));
  const foreign = [...textsOf(en)].filter(([place, text]) => chinese.get(place) !== text && hasWords(text));
  return foreign.map(([, text]) => {
    const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(GAP, '.*');
    return new RegExp(`^${escaped}$`, 's');
  });
}

/** Texts, names and hints of the page, without what is marked as English, the diagram, and what people have written. */
const readTexts = (page: Page): Promise<string[]> =>
  page.locator('body').evaluate((body): string[] => {
    const left = '[lang="en"], svg, pre, q, blockquote, code, option[value*="-"]';
    const elements: (typeof body)[] = [...body.querySelectorAll('*')].filter((each) => each.closest(left) === null);
    const found = elements.flatMap((each): (string | null)[] => [
      ...[...each.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent),
      ...['aria-label', 'title', 'placeholder'].map((name) => each.getAttribute(name)),
    ]);
    return [...new Set(found.map((text) => (text ?? '').trim()).filter((text) => text !== ''))];
  });

/** Punctuation of the other script beside Chinese characters. */
export const LATIN_IN_CHINESE = /\p{Script=Han}["”]? ?[,:;!?()]|\(\p{Script=Han}|\p{Script=Han}\.(?:\s|$)/u;

const ENGLISH = foreignTexts();

/** All texts of a page, and those that only the English page has. */
export async function findForeignTexts(page: Page): Promise<{ read: readonly string[]; foreign: readonly string[] }> {
  const read = await readTexts(page);
  const isEnglish = (text: string) => !GIVEN.has(text) && ENGLISH.some((english) => english.test(text));
  return { read, foreign: read.filter(isEnglish) };
}
