import { isDrawnFor } from '../moddle/file-settings.ts';
import { elementsOf, type ModdleDefinitions, type ModdleElement } from '../moddle/moddle-element.ts';
import type { ParseLeftovers } from '../moddle/parse-leftovers.ts';

/** A file, before a process is chosen from it. */
export interface ModelFile {
  /** Id of the definitions, for problems that belong to no element. */
  readonly id: string;
  readonly processes: readonly ModdleElement[];
  /** The processes that are marked as executable; if none is, those without a mark. */
  readonly executable: readonly ModdleElement[];
  readonly collaborations: readonly ModdleElement[];
  /** Number of declared extensions with `mustUnderstand="true"`. */
  readonly mustUnderstand: number;
  /** Namespaces by prefix, as declared on the root element. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** What the parser could not read; empty for a tree that was parsed elsewhere. */
  readonly leftovers: ParseLeftovers;
}

/** Lists what the root of a file contains. */
export function readDefinitions(definitions: ModdleDefinitions, leftovers: ParseLeftovers): ModelFile {
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
 * Activiti, Flowable, jBPM and Camunda 7 run a process without `isExecutable`; Camunda 8 does not. The only process of a
 * file is always run, because it was deployed for that.
 */
function runsUnmarked(definitions: ModdleDefinitions, processes: readonly ModdleElement[]): boolean {
  return processes.length === 1 || !isDrawnFor(definitions, 'zeebe');
}

/**
 * The executable process, or the only process of the file, so that its problems are reported together with the missing
 * mark. Undefined if the author has to choose first.
 */
export function chooseProcess({ processes, executable }: ModelFile): ModdleElement | undefined {
  const candidates = executable.length > 0 ? executable : processes;
  return candidates.length === 1 ? candidates[0] : undefined;
}
