import type { ParseResult } from 'bpmn-moddle';
import { ModelError } from '../../errors.ts';
import { setId, walkTree } from './change-tree.ts';
import { explainRoot } from './explain-root.ts';
import { makeIds, restoreIds } from './ids.ts';
import { isModdleElement, type ModdleDefinitions, type ModdleElement } from './moddle-element.ts';
import { listUnknownAttributes, type ParseLeftovers } from './parse-leftovers.ts';
import {
  declarationOf,
  declareAliases,
  findUndeclaredPrefixes,
  listUndeclaredPrefixes,
  restorePrefixes,
} from './prefixes.ts';
import { type RepeatedId, renameRepeatedIds } from './repeated-ids.ts';
import { resolveReferences } from './resolve-references.ts';
import { scanMarkup } from './scan-markup.ts';
import { listRepeatedParts, listRepeatedReferences, strictModdle as moddle, parseBooleans } from './strict-moddle.ts';

export interface ParsedBpmn {
  readonly definitions: ModdleDefinitions;
  readonly leftovers: ParseLeftovers;
}

/**
 * Parses BPMN 2.0 XML into bpmn-moddle's tree and generates missing ids. No rules are checked.
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`: empty, not XML, not BPMN 2.0, with a document type declaration, or too large
 */
export async function parseBpmn(xml: string): Promise<ParsedBpmn> {
  refuseMarkup(xml);
  return parseStored(xml);
}

/** Parses a file that was accepted before, of whatever size. @throws {ModelError} as {@link parseBpmn} */
export async function parseStored(xml: string): Promise<ParsedBpmn> {
  const { result: parsed, text, repeated } = await parseRepeated(xml);
  const result = restoreIds(parsed);
  if (!isModdleElement(result.rootElement)) throw unreadable(explainRoot(xml));
  declareAliases(result.rootElement, text);
  restorePrefixes(result.rootElement, text);
  const leftovers = readLeftovers(result, result.rootElement, text);
  return { definitions: result.rootElement, leftovers: { ...leftovers, repeatedIds: repeated } };
}

const DUPLICATE = /duplicate ID <([^>]*)>/;
/** How deep elements with repeated ids may be nested: the parser does not look into one that it skips. */
const MAX_ROUNDS = 5;

/** Parses a file in which ids that mean nothing may stand several times. */
async function parseRepeated(xml: string) {
  const repeated: RepeatedId[] = [];
  let text = xml;
  for (let round = 1; ; round += 1) {
    const result = await parseXml(text);
    if (round > MAX_ROUNDS) return { result, text, repeated };
    const duplicates = result.warnings.flatMap(({ message }) => DUPLICATE.exec(message)?.[1] ?? []);
    const known = new Set(repeated.map(({ id }) => id));
    const found = renameRepeatedIds(
      text,
      duplicates.filter((id) => !known.has(id)),
    );
    repeated.push(...found.repeated);
    if (found.xml === text) return { result, text, repeated };
    text = found.xml;
  }
}

/** @throws {ModelError} `ERR_MODEL_UNREADABLE`: the text is too large, or declares a document type */
function refuseMarkup(xml: string): void {
  const refused = scanMarkup(xml);
  if (refused !== undefined) throw unreadable(refused);
}

async function parseXml(xml: string): Promise<ParseResult> {
  try {
    // Trimmed, as in bpmn-engine: modelers and here-documents leave white space before the XML declaration.
    return await moddle.fromXML(xml.trim());
  } catch (cause) {
    throw unreadable(xml.trim() === '' ? 'it is empty' : explainParseError(cause, xml), cause);
  }
}

/** A tag that begins with a letter that XML allows and the parser does not. */
const FOREIGN_TAG = /<((?![a-z_])\p{L}[^\s<>/]*)/iu;

function explainParseError(cause: unknown, xml: string): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (message.includes('failed to parse document as')) return explainRoot(xml);
  if (message.includes('missing start tag')) return 'it is not XML';
  if (message.includes('illegal first char nodeName')) {
    const line = Number(/line: (\d+)/.exec(message)?.[1] ?? 0) + 1;
    const foreign = FOREIGN_TAG.exec(xml.trim().split('\n')[line - 1] ?? '')?.[1];
    if (foreign !== undefined) {
      return `line ${line} has <${foreign}>, and the name of a tag has to begin with a letter from a to z; write the element of BPMN or of its engine that is meant, or delete it`;
    }
    return `line ${line} has a < that begins no tag; in expressions, write &lt; for it`;
  }
  const [first] = findUndeclaredPrefixes(xml, [message]);
  if (first !== undefined) {
    // The parser stops at the first of them.
    const others = listUndeclaredPrefixes(xml).filter(({ prefix }) => prefix !== first.prefix);
    return [first, ...others]
      .map(({ prefix, places: [place = 'its elements'] }) => {
        return `the prefix ${prefix} of ${place} is not declared; ${declarationOf(prefix)}`;
      })
      .join('; ');
  }
  return flattenMessage(message);
}

/** The parser counts lines from 0 and nests its messages over several lines. */
function flattenMessage(message: string): string {
  const line = /line: (\d+)/.exec(message)?.[1];
  const nested = /nested error: ([\s\S]*)$/.exec(message)?.[1]?.trim();
  const tag = /^unparsable content (<[^\s>]*>?)/.exec(message)?.[1];
  if (line === undefined || nested === undefined) return message.replace(/\s+/g, ' ');
  return `line ${Number(line) + 1}${tag === undefined ? '' : `, ${tag}`}: ${nested}`;
}

function readLeftovers(result: ParseResult, root: ModdleDefinitions, xml: string): Omit<ParseLeftovers, 'repeatedIds'> {
  // First, so that all problems can name elements by their ids.
  const madeIds = makeIds(result, root);
  // Before the references of the tree are changed.
  const repeatedParts = [...listRepeatedParts(root), ...listRepeatedReferences(result.references)];
  const references = resolveReferences(root, result);
  const skipped = result.warnings
    .filter((warning) => warning.error !== undefined)
    .map((warning) => flattenMessage(warning.message));
  return {
    skipped,
    ...references,
    unknownAttributes: [...walkTree(root)].flatMap(listUnknownAttributes),
    repeatedParts,
    invalidBooleans: parseBooleans(root),
    madeIds,
    undeclaredPrefixes: findUndeclaredPrefixes(xml, skipped),
  };
}

function unreadable(reason: string, cause?: unknown): ModelError {
  return new ModelError('ERR_MODEL_UNREADABLE', `The file cannot be read as BPMN 2.0: ${reason}.`, { cause });
}

/** A new element of a BPMN type, e.g. `bpmn:SubProcess`. */
export function createElement(type: string, properties: Readonly<Record<string, unknown>>): ModdleElement {
  const element = moddle.create(type, properties) as ModdleElement;
  if (typeof properties.id === 'string') setId(element, properties.id);
  return element;
}
