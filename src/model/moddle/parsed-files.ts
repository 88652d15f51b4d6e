import { childrenOf } from './change-tree.ts';
import { isModdleElement, type ModdleDefinitions, type ModdleElement } from './moddle-element.ts';
import { type ParsedBpmn, parseBpmn } from './parse-bpmn.ts';
import type { UnresolvedReference } from './resolve-references.ts';
import { type WrittenTree, writeTree } from './write-tree.ts';

/**
 * Parses each file once, however many of its processes and calls are prepared. The trees are shared and must not be
 * modified: copy them first (`copyTree`).
 */
export interface ParsedFiles {
  /** @throws {ModelError} `ERR_MODEL_UNREADABLE` */
  read(xml: string): Promise<ParsedBpmn>;
  /** Writes a prepared tree; the returned tree may be modified. */
  write(definitions: ModdleDefinitions, unresolved: readonly UnresolvedReference[]): Promise<WrittenTree>;
}

/** @param prepared whether prepared trees are cached too, because other files may call them */
export function createParsedFiles({ prepared = true }: { readonly prepared?: boolean } = {}): ParsedFiles {
  const files = new Map<string, Promise<ParsedBpmn>>();
  return {
    read(xml) {
      const parsing = files.get(xml) ?? parseBpmn(xml);
      files.set(xml, parsing);
      return parsing;
    },
    async write(definitions, unresolved) {
      const { xml, parsed } = await writeTree(definitions, unresolved);
      if (prepared) files.set(xml, Promise.resolve(copyTree(parsed)));
      return { xml, parsed };
    },
  };
}

/** Copies by original element. */
type Copies = ReadonlyMap<ModdleElement, ModdleElement>;

/**
 * Copies a parsed tree, so that the copy may be modified; much cheaper than parsing again. References to elements that were
 * left out point to the originals.
 * @param leaveOut whether to leave out an element with its descendants
 */
export function copyTree(
  { definitions, leftovers }: ParsedBpmn,
  leaveOut: (element: ModdleElement) => boolean = () => false,
): ParsedBpmn {
  const copies = new Map<ModdleElement, ModdleElement>();
  const open: ModdleElement[] = [definitions];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    copies.set(at, Object.create(Object.getPrototypeOf(at)));
    open.push(...childrenOf(at).filter((child) => !leaveOut(child)));
  }
  for (const [original, copy] of copies) fill(copy, original, copies);
  const unresolved = leftovers.unresolved.flatMap((each) => {
    const element = copies.get(each.element);
    return element === undefined ? [] : [{ ...each, element }];
  });
  return { definitions: copies.get(definitions) as ModdleDefinitions, leftovers: { ...leftovers, unresolved } };
}

function fill(copy: ModdleElement, original: ModdleElement, copies: Copies): void {
  // Computed lazily: not needed if the whole tree is copied.
  let children: ReadonlySet<ModdleElement> | undefined;
  const contains = (value: ModdleElement) => {
    children ??= new Set(childrenOf(original));
    return children.has(value);
  };
  const copyOf = (value: unknown) => (isModdleElement(value) ? (copies.get(value) ?? value) : value);
  const isThere = (value: unknown) => !isModdleElement(value) || copies.has(value) || !contains(value);
  for (const name of Object.getOwnPropertyNames(original)) {
    const own = Object.getOwnPropertyDescriptor(original, name) ?? {};
    const { get, value } = own;
    if (name === '$attrs') Object.defineProperty(copy, name, { value: { ...original.$attrs } });
    else if (get !== undefined) Object.defineProperty(copy, name, own);
    else if (Array.isArray(value))
      Object.defineProperty(copy, name, { ...own, value: value.filter(isThere).map(copyOf) });
    else if (isThere(value)) Object.defineProperty(copy, name, { ...own, value: copyOf(value) });
  }
}
