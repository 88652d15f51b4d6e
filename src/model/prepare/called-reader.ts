import { referencesOf, setChildren, walkTree } from '../moddle/change-tree.ts';
import { elementsOf, type ModdleElement } from '../moddle/moddle-element.ts';
import { type ParsedBpmn, type ParseLeftovers, parseWithLeftovers, writeBpmn } from '../moddle/parse-bpmn.ts';
import { NOT_ADOPTED } from './adopt-roots.ts';
import { type CalledTree, isProcess, readCalled } from './called-process.ts';
import { keepUnresolved } from './keep-unresolved.ts';

/** Reads a process to be drawn into a call; undefined where the file does not have it. Waits for the one before. */
export type CalledReader = (xml: string, processId: string) => Promise<CalledTree | undefined>;

interface CalledFileParts {
  readonly parsed: ParsedBpmn;
  readonly roots: readonly ModdleElement[];
  /** Texts of single processes, by id. */
  readonly texts: Map<string, string>;
}

/**
 * Reads each file whole once, and for each call only the process that it draws in: a file of hundreds of nodes may have
 * hundreds of calls. The trees are those that the whole file gives.
 */
export function createCalledReader(): CalledReader {
  const files = new Map<string, CalledFileParts>();
  return async (xml, processId) => {
    const file = files.get(xml) ?? (await readParts(xml));
    files.set(xml, file);
    const text = file.texts.get(processId) ?? (await writeProcess(file, processId)) ?? xml;
    file.texts.set(processId, text);
    const tree = await readCalled(text, processId);
    return tree && { ...tree, xml, leftovers: leftoversOf(file.parsed, tree) };
  };
}

async function readParts(xml: string): Promise<CalledFileParts> {
  const parsed = await parseWithLeftovers(xml);
  keepUnresolved(parsed.definitions, parsed.leftovers.unresolved);
  return { parsed, roots: elementsOf(parsed.definitions, 'rootElements'), texts: new Map() };
}

/** What is said of the whole file; references are told by the elements of the tree that is drawn in. */
function leftoversOf({ leftovers }: ParsedBpmn, tree: CalledTree): ParseLeftovers {
  return { ...leftovers, unresolved: tree.leftovers.unresolved };
}

/** The file with this process alone; undefined where the whole is needed, since something refers to what would be gone. */
async function writeProcess({ parsed, roots }: CalledFileParts, processId: string): Promise<string | undefined> {
  const { definitions } = parsed;
  const kept = roots.filter((root) => !NOT_ADOPTED.has(root.$type) || isProcess(root, processId));
  const inside = new Set(kept.flatMap((root) => [...walkTree(root)]));
  // What is unresolved refers to an element that is in no file.
  const isKept = (referred: ModdleElement) => inside.has(referred) || referred.$parent === undefined;
  if (![...inside].flatMap(referencesOf).every(isKept)) return undefined;
  setChildren(definitions, 'rootElements', kept);
  setChildren(definitions, 'diagrams', []);
  return writeBpmn(definitions);
}
