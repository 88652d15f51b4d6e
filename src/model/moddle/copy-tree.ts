import { childrenOf } from './change-tree.ts';
import { isModdleElement, type ModdleDefinitions, type ModdleElement } from './moddle-element.ts';
import type { ParsedBpmn } from './parse-bpmn.ts';
import type { UnresolvedReference } from './resolve-references.ts';

/** Copies by original element. */
type Copies = ReadonlyMap<ModdleElement, ModdleElement>;

export interface TreeCopy {
  readonly definitions: ModdleDefinitions;
  readonly unresolved: readonly UnresolvedReference[];
}

/**
 * Copies a parsed tree, so that the copy may be modified; much cheaper than parsing again. References to elements that were
 * left out point to the originals.
 * @param leaveOut whether to leave out an element with its descendants
 */
export function copyTree(
  { definitions, leftovers }: Pick<ParsedBpmn, 'definitions' | 'leftovers'>,
  leaveOut: (element: ModdleElement) => boolean = () => false,
): TreeCopy & { readonly copies: Copies } {
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
  return { definitions: copies.get(definitions) as ModdleDefinitions, unresolved, copies };
}

/** Like {@link copyTree}, with the context that the engine loads. */
export function copyParsed(parsed: ParsedBpmn, leaveOut?: (element: ModdleElement) => boolean): ParsedBpmn {
  const { definitions, unresolved, copies } = copyTree(parsed, leaveOut);
  const { leftovers, moddleContext } = parsed;
  const copyOf = (value: unknown) => (isModdleElement(value) ? copies.get(value) : undefined);
  const elementsById = Object.create(null) as Record<string, unknown>;
  for (const [id, element] of Object.entries(moddleContext.elementsById)) {
    const copy = copyOf(element);
    if (copy !== undefined) elementsById[id] = copy;
  }
  const references = moddleContext.references.flatMap((each) => {
    const element = copyOf(each.element);
    return element === undefined ? [] : [{ ...each, element }];
  });
  return {
    definitions,
    leftovers: { ...leftovers, unresolved },
    moddleContext: { ...moddleContext, rootElement: definitions, references, elementsById },
  };
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
