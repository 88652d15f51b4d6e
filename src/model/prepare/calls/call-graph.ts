import { walkTree } from '../../moddle/change-tree.ts';
import type { ModdleElement } from '../../moddle/moddle-element.ts';
import type { ParsedFiles } from '../../moddle/parsed-files.ts';
import { readMark } from '../../moddle/prepared-mark.ts';
import { type CallBinding, readCallBinding } from './call-binding.ts';
import { readCallMappings } from './call-mappings.ts';
import {
  type CalledProcess,
  type CalledProcesses,
  calledElementOf,
  idsOfTarget,
  isComputed,
  processesOf,
} from './called-process.ts';
import { findProcess } from './find-awaited.ts';

/** Which processes call which, as far as the calls name them literally. */
export interface CallGraph {
  /** See {@link findProcess}. */
  find(target: string, callerXml: string): Promise<CalledProcess | undefined>;
  /**
   * Ids of all processes that a process calls directly or indirectly, including missing ones; its own id if it is called
   * recursively.
   */
  reach(called: CalledProcess): Promise<ReadonlySet<string>>;
  /** All call activities of a process. */
  inlinable(called: CalledProcess): Promise<readonly InlinableCall[]>;
  /** The number of elements of a process, without those of the processes that it calls. */
  sizeOf(called: CalledProcess): Promise<number>;
}

/** A call activity, and the process that is inlined for it at deployment. */
export interface InlinableCall {
  /** Undefined if the process is resolved when a token reaches the call. */
  readonly target: CalledProcess | undefined;
  /** Number of sub-processes around the inlined content, up to the calling process. */
  readonly levels: number;
}

/** A call activity, or the waiting node that replaced it. */
interface CallSite {
  readonly target: string;
  /** Undefined for a waiting node, which was prepared before. */
  readonly binding?: CallBinding;
  /** As in {@link InlinableCall}. */
  readonly levels: number;
}

interface ProcessCalls {
  readonly sites: readonly CallSite[];
  /** The number of its elements. */
  readonly size: number;
}

/** The calls of each process, by its id. */
type CallsOfFile = ReadonlyMap<string, ProcessCalls>;

/** The processes that a process calls. */
interface Targets {
  readonly ids: readonly string[];
  readonly found: readonly CalledProcess[];
}

/** Files are read lazily, each once. */
export function createCallGraph(calledProcesses: CalledProcesses, parsed: ParsedFiles): CallGraph {
  const files = new Map<string, Promise<CallsOfFile>>();

  function readFile(xml: string): Promise<CallsOfFile> {
    const reading = files.get(xml) ?? readCalls(xml, parsed);
    files.set(xml, reading);
    return reading;
  }

  async function find(target: string, callerXml: string): Promise<CalledProcess | undefined> {
    return findProcess<CalledProcess>(target, 'process', {
      async own(processId) {
        const isThere = (await readFile(callerXml)).has(processId);
        return isThere ? { processId, xml: callerXml, sameDeployment: true } : undefined;
      },
      async deployed(processId) {
        const found = await calledProcesses(processId);
        const file = typeof found === 'string' ? { xml: found } : found;
        return file !== undefined && (await readFile(file.xml)).has(processId) ? { ...file, processId } : undefined;
      },
    });
  }

  async function readTargets({ xml, processId }: CalledProcess): Promise<Targets> {
    const names = [...new Set((await readFile(xml)).get(processId)?.sites.map(({ target }) => target))];
    const found = await Promise.all(names.map((name) => find(name, xml)));
    return { ids: names.flatMap(idsOfTarget), found: found.flatMap((each) => each ?? []) };
  }

  const targetsOf = memoize(readTargets);

  async function findReached(called: CalledProcess): Promise<ReadonlySet<string>> {
    const reached = new Set<string>();
    const open = [called];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const { ids, found } = await targetsOf(at);
      open.push(...found.filter(({ processId }) => !reached.has(processId)));
      for (const id of ids) reached.add(id);
    }
    return reached;
  }

  const reach = memoize(findReached);

  async function findInlinable(
    caller: CalledProcess,
    { target, binding }: CallSite,
  ): Promise<CalledProcess | undefined> {
    if (binding === undefined || binding.at === 'run' || isComputed(target)) return undefined;
    const found = await find(target, caller.xml);
    if (found === undefined || (found.deployedBefore === true && binding.fixed === undefined)) return undefined;
    const isAround = found.processId === caller.processId || (await reach(found)).has(caller.processId);
    return isAround ? undefined : found;
  }

  return {
    find,
    reach,
    inlinable: memoize(async (caller) => {
      const { sites = [] } = (await readFile(caller.xml)).get(caller.processId) ?? {};
      const calls = sites.filter(({ binding }) => binding !== undefined);
      return Promise.all(
        calls.map(async (site) => ({ target: await findInlinable(caller, site), levels: site.levels })),
      );
    }),
    sizeOf: async ({ xml, processId }) => (await readFile(xml)).get(processId)?.size ?? 0,
  };
}

/** Caches the result per process. */
export function memoize<Result>(
  work: (called: CalledProcess) => Promise<Result>,
): (called: CalledProcess) => Promise<Result> {
  const known = new Map<string, Map<string, Promise<Result>>>();
  return (called) => {
    const ofFile = known.get(called.xml) ?? new Map<string, Promise<Result>>();
    const result = ofFile.get(called.processId) ?? work(called);
    known.set(called.xml, ofFile.set(called.processId, result));
    return result;
  };
}

/** The calls of each process of a file, by its id. */
async function readCalls(xml: string, files: ParsedFiles): Promise<CallsOfFile> {
  const { definitions } = await files.read(xml);
  return new Map(
    processesOf(definitions).map((process) => {
      const elements = [...walkTree(process)];
      return [process.id ?? '', { sites: elements.flatMap(readSite), size: elements.length }];
    }),
  );
}

function readSite(element: ModdleElement): readonly CallSite[] {
  const isCall = element.$type === 'bpmn:CallActivity';
  const target = isCall ? calledElementOf(element) : readMark(element, 'target');
  if (target === undefined) return [];
  return [{ target, levels: levelsAround(element), ...(isCall && { binding: readCallBinding(element) }) }];
}

/** A called process with its own variables needs one more sub-process. */
function levelsAround(call: ModdleElement): number {
  let levels = readCallMappings(call).own ? 2 : 1;
  for (let at = call.$parent; at !== undefined && at.$type !== 'bpmn:Process'; at = at.$parent) levels += 1;
  return levels;
}
