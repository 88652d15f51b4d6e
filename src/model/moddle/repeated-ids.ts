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
  const changes: { readonly tag: Tag; readonly to: string }[] = [];
  const repeated: RepeatedId[] = [];
  for (const id of new Set(ids)) {
    // Extension elements have ids of their own.
    const [first, ...others] = tags.filter((tag) => tag.id === id && tag.prefix === prefix);
    if (first === undefined || others.length === 0) continue;
    if (isReferredTo(id, tags, xml)) {
      if (others.every((tag) => isCopy(tag, first, xml))) repeated.push({ id, renamed: [] });
      continue;
    }
    if (others.some(({ name }) => name === SHOWN)) continue;
    const renamed = others.map((_, index) => freeId(`${id}_${index + 2}`, xml));
    changes.push(...others.map((tag, index) => ({ tag, to: renamed[index] ?? id })));
    repeated.push({ id, renamed });
  }
  changes.sort((a, b) => b.tag.at - a.tag.at);
  let text = xml;
  for (const { tag, to } of changes) text = withId(text, tag, to);
  return { xml: text, repeated };
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

function isReferredTo(id: string, tags: readonly Tag[], xml: string): boolean {
  const local = (text: string) => text.replace(/^[^:]*:/, '');
  const byAttribute = tags.some(
    ({ name, attributes }) =>
      !DRAWN.test(name) &&
      [...attributes].some(([key, value]) => key !== 'id' && key !== 'name' && (value === id || local(value) === id)),
  );
  return byAttribute || [...xml.matchAll(/>\s*([^<>\s]+)\s*</g)].some(([, text = '']) => local(text) === id);
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

function withId(xml: string, { at, text }: Tag, to: string): string {
  const changed = text.replace(/(\sid\s*=\s*)(?:"[^"]*"|'[^']*')/, `$1"${to}"`);
  return xml.slice(0, at) + changed + xml.slice(at + text.length);
}

function freeId(wanted: string, xml: string): string {
  let id = wanted;
  while (xml.includes(`"${id}"`) || xml.includes(`'${id}'`)) id += '_';
  return id;
}
