/** Longest file, in characters: thousands of tasks with their shapes. */
const MAX_CHARACTERS = 5_000_000;
/** Most elements of a file, those of its shapes included. */
const MAX_ELEMENTS = 50_000;
/** Most attributes of a file. */
const MAX_ATTRIBUTES = 200_000;
/** Levels of elements inside each other; the rules refuse more than a hundred sub-processes. */
const MAX_DEPTH = 500;

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
  let attributes = 0;
  let depth = 0;
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at)) {
    const skipped = NO_ELEMENT.find(([begin]) => xml.startsWith(begin, at));
    if (skipped !== undefined) {
      const [begin, end] = skipped;
      const closed = xml.indexOf(end, at + begin.length);
      // What is not closed has nothing after it.
      if (closed === -1) return undefined;
      at = closed + end.length;
      continue;
    }
    const declared = xml[at + 1] === '!' ? documentType(xml.slice(at + 2, at + 2 + LONGEST_DECLARATION)) : undefined;
    if (declared !== undefined) return declared;
    const tag = readTag(xml, at + 1);
    at = tag.end;
    if (tag.kind === 'closing') {
      depth -= 1;
      continue;
    }
    elements += 1;
    attributes += tag.attributes;
    depth += 1;
    if (elements > MAX_ELEMENTS) return tooMuch('elements', MAX_ELEMENTS);
    if (attributes > MAX_ATTRIBUTES) return tooMuch('attributes', MAX_ATTRIBUTES);
    if (depth > MAX_DEPTH) return `its elements are nested more than ${MAX_DEPTH} levels deep`;
    if (tag.kind === 'empty') depth -= 1;
  }
  return undefined;
}

function tooMuch(what: string, limit: number): string {
  return `it has more than ${limit} ${what}; divide it into processes that call each other, in files of their own`;
}

interface Tag {
  readonly kind: 'opening' | 'closing' | 'empty';
  readonly attributes: number;
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
  return { kind, attributes, end: xml[at] === '>' ? at + 1 : at };
}

/** Characters to read of a declaration. */
const LONGEST_DECLARATION = 100;

// Document types allow entity expansion attacks; this parser would silently leave entities unexpanded.
function documentType(declaration: string): string | undefined {
  if (/^\s*doctype\s+html\b/i.test(declaration)) return 'it is a web page';
  if (!/^\s*(?:DOCTYPE|ENTITY)/i.test(declaration)) return undefined;
  return 'it declares a document type, which BPMN files do not need; remove <!DOCTYPE …>';
}
