import { ModelError } from '../../errors.ts';
import { childrenOf } from './change-tree.ts';
import type { ModdleElement } from './moddle-element.ts';

/** Longest file, in characters: thousands of tasks with their shapes. */
const MAX_CHARACTERS = 5_000_000;
/** Most elements of a file, without those of its drawing: reading them takes seconds. */
export const MAX_ELEMENTS = 20_000;
/** Most elements of the drawing: a node has about three, a flow more. */
const MAX_DRAWN = 100_000;
/** Elements of the drawing, by their names in BPMN DI. */
const DRAWN: ReadonlySet<string> = new Set(['BPMNShape', 'BPMNEdge', 'BPMNLabel', 'Bounds', 'waypoint']);
/** Most attributes of one element, declarations of prefixes included. */
const MAX_ATTRIBUTES = 500;
/** Levels of elements inside each other; the rules refuse more than a hundred sub-processes. */
export const MAX_DEPTH = 500;

/** Comments and the like, by how they begin and how they end. */
const NO_ELEMENT: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/**
 * Reads the tags of a file, before the parser and the patterns that search it take time for them. Takes linear time.
 * @returns why the file is not read: it is too large, or it declares a document type; undefined if it can be read
 */
export function scanMarkup(xml: string): string | undefined {
  if (xml.length > MAX_CHARACTERS) return tooMuch('characters', MAX_CHARACTERS);
  let elements = 0;
  let drawn = 0;
  let depth = 0;
  for (const tag of tagsOf(xml)) {
    const { start } = tag;
    const declared =
      xml[start] === '!' ? documentType(xml.slice(start + 1, start + 1 + LONGEST_DECLARATION)) : undefined;
    if (declared !== undefined) return declared;
    if (tag.kind === 'closing') {
      depth -= 1;
      continue;
    }
    depth += 1;
    if (DRAWN.has(tag.name)) drawn += 1;
    else elements += 1;
    if (elements > MAX_ELEMENTS) return tooMuch('elements', MAX_ELEMENTS);
    if (drawn > MAX_DRAWN) return tooMuch('elements of its drawing', MAX_DRAWN);
    if (tag.attributes > MAX_ATTRIBUTES) return `one of its elements has more than ${MAX_ATTRIBUTES} attributes`;
    if (depth > MAX_DEPTH) return `its elements are nested more than ${MAX_DEPTH} levels deep`;
    if (tag.kind === 'empty') depth -= 1;
  }
  return undefined;
}

/** White space around the `=` of an attribute, which XML allows and the parser does not. The name is not searched again. */
const SPACED_ATTRIBUTE = /(?<![^\s"'])([^\s=<>"']+)(\s*)=(\s*)("[^"]*"|'[^']*')/g;

/** Moves white space around the `=` of attributes before their names, so that lines keep their numbers. Takes linear time. */
export function closeUpAttributes(xml: string): string {
  if (!/\s=\s*["']|=\s+["']/.test(xml)) return xml;
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end } of tagsOf(xml)) {
    parts.push(xml.slice(copied, start), xml.slice(start, end).replace(SPACED_ATTRIBUTE, '$2$3$1=$4'));
    copied = end;
  }
  return parts.join('') + xml.slice(copied);
}

/** The tags of a file, without comments and the like. */
function* tagsOf(xml: string): Generator<Tag> {
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at)) {
    const skipped = NO_ELEMENT.find(([begin]) => xml.startsWith(begin, at));
    if (skipped === undefined) {
      const tag = readTag(xml, at + 1);
      yield tag;
      at = tag.end;
    } else {
      const [begin, end] = skipped;
      const closed = xml.indexOf(end, at + begin.length);
      // What is not closed has nothing after it.
      if (closed === -1) return;
      at = closed + end.length;
    }
  }
}

function tooMuch(what: string, limit: number): string {
  return `it has more than ${limit} ${what}; divide it into processes that call each other, in files of their own`;
}

interface Tag {
  /** Without its prefix. */
  readonly name: string;
  readonly kind: 'opening' | 'closing' | 'empty';
  readonly attributes: number;
  /** The index after its `<`. */
  readonly start: number;
  /** The index after it. A tag that is not closed ends before the next one. */
  readonly end: number;
}

function readTag(xml: string, start: number): Tag {
  let attributes = 0;
  let quote = '';
  let at = start;
  for (; at < xml.length; at += 1) {
    const character = xml[at] ?? '';
    if (character === '<') break;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") {
      quote = character;
      attributes += 1;
    } else if (character === '>') break;
  }
  const isEmpty = xml[at] === '>' && xml[at - 1] === '/';
  const kind = xml[start] === '/' ? 'closing' : isEmpty ? 'empty' : 'opening';
  return { name: nameAt(xml, start), kind, attributes, start, end: xml[at] === '>' ? at + 1 : at };
}

/** Longer names are read in part: they are none of BPMN. */
const LONGEST_NAME = 50;
const NAME = /^(?:[^\s<>/:]*:)?([^\s<>/:]*)/;

function nameAt(xml: string, start: number): string {
  return NAME.exec(xml.slice(start, start + LONGEST_NAME))?.[1] ?? '';
}

/** Characters to read of a declaration. */
const LONGEST_DECLARATION = 100;

// Document types allow entity expansion attacks; this parser would silently leave entities unexpanded.
function documentType(declaration: string): string | undefined {
  if (/^\s*doctype\s+html\b/i.test(declaration)) return 'it is a web page';
  if (!/^\s*(?:DOCTYPE|ENTITY)/i.test(declaration)) return undefined;
  return 'it declares a document type, which BPMN files do not need; remove <!DOCTYPE …>';
}

/**
 * For a file that somebody else has parsed: refuses what `parseBpmn` refuses in a text.
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`: it has too many elements, or too many levels of them
 */
export function refuseLargeTree(root: ModdleElement): void {
  let elements = 0;
  const open: { readonly element: ModdleElement; readonly depth: number }[] = [{ element: root, depth: 1 }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { element, depth } = at;
    // Not `bpmndi:` and what belongs to it.
    if (element.$type.startsWith('bpmn:')) elements += 1;
    if (elements > MAX_ELEMENTS) throw tooLarge(`has more than ${MAX_ELEMENTS} elements`);
    if (depth > MAX_DEPTH) throw tooLarge(`nests its elements more than ${MAX_DEPTH} levels deep`);
    for (const child of childrenOf(element)) open.push({ element: child, depth: depth + 1 });
  }
}

function tooLarge(what: string): ModelError {
  return new ModelError('ERR_MODEL_UNREADABLE', `The file cannot be read as BPMN 2.0: it ${what}.`);
}
