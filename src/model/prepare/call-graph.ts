import { walkTree } from '../moddle/change-tree.ts';
import type { ModdleElement } from '../moddle/moddle-element.ts';
import { parseWithLeftovers } from '../moddle/parse-bpmn.ts';
import { readMark } from '../moddle/prepared-mark.ts';
import { type CallBinding, readCallBinding } from './call-binding.ts';
import {
  type CalledProcess,
  type CalledProcesses,
  calledElementOf,
  idsOfTarget,
  isComputed,
  processesOf,
} from './called-process.ts';
import { findProcess } from './find-process.ts';

/** Which processes call which, as far as their files name them. */
export interface CallGraph {
  /** See {@link findProcess}. */
  find(target: string, callerXml: string): Promise<CalledProcess | undefined>;
  /**
   * Ids of all processes that a process leads to by calls and calls of those, also of such as are not there; its own
   * where a call leads back to it.
   */
  reach(called: CalledProcess): Promise<ReadonlySet<string>>;
  /** For each call activity of a process what it would draw in at deploy; undefined where that is found when a token comes. */
  drawn(called: CalledProcess): Promise<readonly (CalledProcess | undefined)[]>;
}

/** What a call activity, or the wait that took its place, says of the process it calls. */
interface CallSite {
  readonly target: string;
  /** Found at deploy or when a token comes; undefined of a wait, which was prepared before. */
  readonly binding?: CallBinding;
}

/** By the ids of its processes. */
type CallsOfFile = ReadonlyMap<string, readonly CallSite[]>;

/** What a process calls. */
interface Targets {
  readonly ids: readonly string[];
  readonly found: readonly CalledProcess[];
}

/** Files are read as they are asked for, each once. */
export function createCallGraph(calledProcesses: CalledProcesses): CallGraph {
  const files = new Map<string, Promise<CallsOfFile>>();

  function readFile(xml: string): Promise<CallsOfFile> {
    const reading = files.get(xml) ?? readCalls(xml);
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
    const names = [...new Set((await readFile(xml)).get(processId)?.map(({ target }) => target))];
    const found = await Promise.all(names.map((name) => find(name, xml)));
    return { ids: names.flatMap(idsOfTarget), found: found.flatMap((each) => each ?? []) };
  }

  const targetsOf = onceForEach(readTargets);

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

  const reach = onceForEach(findReached);

  async function findDrawn(caller: CalledProcess, { target, binding }: CallSite): Promise<CalledProcess | undefined> {
    if (binding === undefined || binding.at === 'run' || isComputed(target)) return undefined;
    const found = await find(target, caller.xml);
    if (found === undefined || (found.deployedBefore === true && binding.fixed === undefined)) return undefined;
    const isAround = found.processId === caller.processId || (await reach(found)).has(caller.processId);
    return isAround ? undefined : found;
  }

  return {
    find,
    reach,
    drawn: onceForEach(async (caller) => {
      const sites = (await readFile(caller.xml)).get(caller.processId) ?? [];
      return Promise.all(sites.filter(({ binding }) => binding !== undefined).map((site) => findDrawn(caller, site)));
    }),
  };
}

/** What was worked out for a process is kept. */
export function onceForEach<Result>(
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

/** What each process of a file calls, by its id. */
async function readCalls(xml: string): Promise<CallsOfFile> {
  const { definitions } = await parseWithLeftovers(xml);
  return new Map(
    processesOf(definitions).map((process) => [process.id ?? '', [...walkTree(process)].flatMap(readSite)]),
  );
}

function readSite(element: ModdleElement): readonly CallSite[] {
  const isCall = element.$type === 'bpmn:CallActivity';
  const target = isCall ? calledElementOf(element) : readMark(element, 'target');
  return target === undefined ? [] : [{ target, ...(isCall && { binding: readCallBinding(element) }) }];
}
