import { findExtensions } from '../../moddle/extension.ts';
import type { ModdleElement } from '../../moddle/moddle-element.ts';
import type { SummaryEntry } from '../../nodes/task-node.ts';
import { SUMMARY_PARTS } from '../../ttc/summary-parts.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { readTtcEntries } from '../read-ttc.ts';

/** The summary entries of a process or node, in the order of the file, and the faults of invalid ones. */
export interface SummaryReading {
  readonly entries: readonly SummaryEntry[];
  /** Each describes the fault of one entry. */
  readonly faults: readonly string[];
}

/** Reads `<ttc:summary title=".." content=".."/>` and properties `ttc:summary` = `title|expression`. */
export function readSummary(element: ModdleElement, elementId: string, expressions: ExpressionReader): SummaryReading {
  const written = [...readElements(element), ...readProperties(element)];
  const faults = written.flatMap(findFaults);
  const entries = written.flatMap(({ title, content }) =>
    title === undefined || content === undefined
      ? []
      : [{ title, content: expressions.readText(content, elementId, 'ttc:summary') }],
  );
  return { entries, faults };
}

interface WrittenEntry {
  readonly title: string | undefined;
  readonly content: string | undefined;
  /** Unknown attributes. */
  readonly unread: readonly string[];
}

function readElements(element: ModdleElement): readonly WrittenEntry[] {
  return findExtensions(element, 'ttc', 'summary')
    .filter(({ attributes }) => Object.keys(attributes).length > 0)
    .map(({ attributes, text }) => ({
      title: attributes.title,
      content: attributes.content ?? text,
      unread: Object.keys(attributes).filter((name) => !Object.hasOwn(SUMMARY_PARTS, name)),
    }));
}

function readProperties(element: ModdleElement): readonly WrittenEntry[] {
  return readTtcEntries(element)
    .filter(({ name }) => name === 'summary')
    .map(({ value }) => {
      const bar = value.indexOf('|');
      return bar < 0
        ? { title: value, content: undefined, unread: [] }
        : { title: value.slice(0, bar).trim(), content: value.slice(bar + 1).trim(), unread: [] };
    });
}

function findFaults({ title, content, unread }: WrittenEntry): readonly string[] {
  if (title === undefined || title.trim() === '') return ['an entry has no title'];
  const named = `the entry "${title.replace(/[\r\n]+/g, ' ')}"`;
  if (content === undefined || content === '') return [`${named} has no content`];
  if (title.includes('|')) return [`${named} has a | in its title, which separates title and content on the wire`];
  if (/[\r\n]/.test(title)) return [`${named} has a line break in its title`];
  return unread.map((name) => `${named} has a field ${name}, which a summary does not have`);
}
