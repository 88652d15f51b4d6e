import { elementsOf, type ModdleDefinitions, type ModdleElement } from '../moddle/moddle-element.ts';
import type { ParseLeftovers } from '../moddle/parse-bpmn.ts';

/** A file, before a process is chosen from it. */
export interface ModelFile {
  /** Id of the definitions, for problems that no element has. */
  readonly id: string;
  readonly processes: readonly ModdleElement[];
  /** Those that may be run: marked executable, or the only one where the mark is absent. */
  readonly executable: readonly ModdleElement[];
  readonly collaborations: readonly ModdleElement[];
  /** How many extensions it declares that a reader must understand. */
  readonly mustUnderstand: number;
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
};

export function readFile(definitions: ModdleDefinitions, leftovers: ParseLeftovers): ModelFile {
  const roots = elementsOf(definitions, 'rootElements');
  const processes = roots.filter(({ $type }) => $type === 'bpmn:Process');
  const marked = processes.filter((process) => process.get('isExecutable') === true);
  const [only, ...others] = processes;
  const unmarkedOnly = only !== undefined && others.length === 0 && only.get('isExecutable') === undefined;
  return {
    id: definitions.id ?? 'definitions',
    processes,
    executable: unmarkedOnly ? [only] : marked,
    collaborations: roots.filter(({ $type }) => $type === 'bpmn:Collaboration'),
    mustUnderstand: elementsOf(definitions, 'extensions').filter((each) => each.get('mustUnderstand') === true).length,
    leftovers,
  };
}

/**
 * The process to read: the one that may be run; else the only one there is, so that its own problems are found beside
 * the missing mark. Undefined where the author must choose first.
 */
export function chooseProcess({ processes, executable }: ModelFile): ModdleElement | undefined {
  const candidates = executable.length > 0 ? executable : processes;
  return candidates.length === 1 ? candidates[0] : undefined;
}
