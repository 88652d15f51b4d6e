import { isDrawnFor } from '../moddle/file-settings.ts';
import { elementsOf, type ModdleDefinitions, type ModdleElement } from '../moddle/moddle-element.ts';
import type { ParseLeftovers } from '../moddle/parse-bpmn.ts';

/** A file, before a process is chosen from it. */
export interface ModelFile {
  /** Id of the definitions, for problems that no element has. */
  readonly id: string;
  readonly processes: readonly ModdleElement[];
  /** Those that may be run: marked executable; where none is, those that are not marked at all. */
  readonly executable: readonly ModdleElement[];
  readonly collaborations: readonly ModdleElement[];
  /** How many extensions it declares that a reader must understand. */
  readonly mustUnderstand: number;
  /** What the prefixes stand for that its root element declares. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** What the parser skipped; empty for a tree that was parsed elsewhere. */
  readonly leftovers: ParseLeftovers;
}

export const NOTHING_LEFT_OVER: ParseLeftovers = {
  skipped: [],
  unresolved: [],
  named: [],
  unknownAttributes: [],
  invalidBooleans: [],
  repeatedParts: [],
  madeIds: [],
  undeclaredPrefixes: [],
};

export function readFile(definitions: ModdleDefinitions, leftovers: ParseLeftovers): ModelFile {
  const roots = elementsOf(definitions, 'rootElements');
  const processes = roots.filter(({ $type }) => $type === 'bpmn:Process');
  const marked = processes.filter((process) => process.get('isExecutable') === true);
  const unmarked = processes.filter((process) => process.get('isExecutable') === undefined);
  return {
    id: definitions.id ?? 'definitions',
    processes,
    executable: marked.length > 0 || !runsUnmarked(definitions, processes) ? marked : unmarked,
    collaborations: roots.filter(({ $type }) => $type === 'bpmn:Collaboration'),
    mustUnderstand: elementsOf(definitions, 'extensions').filter((each) => each.get('mustUnderstand') === true).length,
    prefixes: new Map(
      Object.entries(definitions.$attrs ?? {}).flatMap(([name, uri]) =>
        name.startsWith('xmlns:') ? [[name.slice('xmlns:'.length), String(uri)] as const] : [],
      ),
    ),
    leftovers,
  };
}

/**
 * Activiti, Flowable, jBPM and Camunda 7 run what is not marked; Camunda 8 does not. A single one is run in any case: it
 * was deployed to be run.
 */
function runsUnmarked(definitions: ModdleDefinitions, processes: readonly ModdleElement[]): boolean {
  return processes.length === 1 || !isDrawnFor(definitions, 'zeebe');
}

/**
 * The process to read: the one that may be run; else the only one there is, so that its own problems are found beside
 * the missing mark. Undefined where the author must choose first.
 */
export function chooseProcess({ processes, executable }: ModelFile): ModdleElement | undefined {
  const candidates = executable.length > 0 ? executable : processes;
  return candidates.length === 1 ? candidates[0] : undefined;
}
