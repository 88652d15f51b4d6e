import { ATTRIBUTE, MARKUP } from './prefixes.ts';

/** An id that several elements have, and that the parser would skip all but the first of. */
export interface RepeatedId {
  readonly id: string;
  /** What the elements after the first are called: nothing refers to the id. Empty: they are copies of the first. */
  readonly renamed: readonly string[];
}

/** Root elements, which only have a meaning by what refers to them. */
const ROOTS: ReadonlySet<string> = new Set(['signal', 'message', 'error', 'escalation', 'itemDefinition']);
/** Its id is how a process is started. */
const SHOWN = 'process';
/** Shapes refer to what they draw. */
const DRAWN = /^BPMN(Shape|Edge|Plane|Label)$/;
/** Attributes that refer to nothing. */
const NAMES: ReadonlySet<string> = new Set(['id', 'name']);

/**
 * Looks at ids that the parser found twice. If nothing but the drawing refers to one, its other elements get ids of their
 * own, so that none of them is lost; copies of a root element can be skipped. All others stay as they are.
 * @returns the file as it can be parsed, and these ids
 */
export function renameRepeatedIds(
  xml: string,
  ids: readonly string[],
): { readonly xml: string; readonly repeated: readonly RepeatedId[] } {
  const tags = readTags(xml);
  const prefix = tags.find(({ name }) => name === 'definitions')?.prefix;
  // Extension elements have ids of their own.
  const tagsById = groupById(tags.filter((tag) => tag.prefix === prefix));
  const referredTo = readReferences(tags, xml);
  const taken = new Set(tags.flatMap(({ attributes }) => [...attributes.values()]));
  const changes: { readonly tag: Tag; readonly to: string }[] = [];
  const repeated: RepeatedId[] = [];
  for (const id of new Set(ids)) {
    const [first, ...others] = tagsById.get(id) ?? [];
    if (first === undefined || others.length === 0) continue;
    if (referredTo.has(id)) {
      if (others.every((tag) => isCopy(tag, first, xml))) repeated.push({ id, renamed: [] });
      continue;
    }
    if (others.some(({ name }) => name === SHOWN)) continue;
    const renamed = others.map((_, index) => freeId(`${id}_${index + 2}`, taken));
    changes.push(...others.map((tag, index) => ({ tag, to: renamed[index] ?? id })));
    repeated.push({ id, renamed });
  }
  changes.sort((a, b) => a.tag.at - b.tag.at);
  let text = '';
  let end = 0;
  for (const { tag, to } of changes) {
    text += xml.slice(end, tag.at) + withId(tag.text, to);
    end = tag.at + tag.text.length;
  }
  return { xml: text + xml.slice(end), repeated };
}

interface Tag {
  readonly prefix: string;
  /** Local name. */
  readonly name: string;
  readonly id: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
  readonly at: number;
  readonly text: string;
}

function readTags(xml: string): readonly Tag[] {
  return [...xml.matchAll(MARKUP)].flatMap(({ 0: text, 1: closing, 2: name, 3: rest = '', index: at }) => {
    if (name === undefined || closing === '/') return [];
    const attributes = new Map([...rest.matchAll(ATTRIBUTE)].map(([, key = '', a, b]) => [key, (a ?? b ?? '').trim()]));
    const prefix = /^[^:]*:/.exec(name)?.[0] ?? '';
    return [{ prefix, name: name.slice(prefix.length), id: attributes.get('id'), attributes, at, text }];
  });
}

function groupById(tags: readonly Tag[]): ReadonlyMap<string, readonly Tag[]> {
  const groups = new Map<string, Tag[]>();
  for (const tag of tags) {
    if (tag.id === undefined) continue;
    const group = groups.get(tag.id);
    if (group) group.push(tag);
    else groups.set(tag.id, [tag]);
  }
  return groups;
}

/** What the attributes and texts of a file may refer to, in one pass: a file may repeat thousands of ids. */
function readReferences(tags: readonly Tag[], xml: string): ReadonlySet<string> {
  const values = tags
    .filter(({ name }) => !DRAWN.test(name))
    .flatMap(({ attributes }) => [...attributes].flatMap(([key, value]) => (NAMES.has(key) ? [] : value)));
  const texts = [...xml.matchAll(/>\s*([^<>\s]+)\s*</g)].map(([, text = '']) => text);
  return new Set([...values, ...texts].flatMap((each) => [each, each.replace(/^[^:]*:/, '')]));
}

/** Whether two root elements are the same, to the letter but for white space. */
function isCopy(tag: Tag, first: Tag, xml: string): boolean {
  return ROOTS.has(tag.name) && elementText(tag, xml) === elementText(first, xml);
}

function elementText({ at, text, name }: Tag, xml: string): string {
  const end = text.endsWith('/>') ? undefined : new RegExp(`</(?:[^\\s<>/]+:)?${name}\\s*>`).exec(xml.slice(at));
  const whole = text.endsWith('/>') || end === undefined || end === null ? text : xml.slice(at, at + end.index);
  return whole.replace(/\s+/g, ' ').replace(/ ?\/?> ?$/, '');
}

function withId(tag: string, to: string): string {
  return tag.replace(/(\sid\s*=\s*)(?:"[^"]*"|'[^']*')/, `$1"${to}"`);
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  while (taken.has(id)) id += '_';
  return id;
}
