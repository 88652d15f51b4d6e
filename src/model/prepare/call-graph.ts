import { walkTree } from '../moddle/change-tree.ts';
import type { ModdleElement } from '../moddle/moddle-element.ts';
import { parseWithLeftovers } from '../moddle/parse-bpmn.ts';
import { readMark } from '../moddle/prepared-mark.ts';
import {
  type CalledProcess,
  type CalledProcesses,
  calledElementOf,
  idsOfTarget,
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
}

/** What a process calls. */
interface Targets {
  readonly ids: readonly string[];
  readonly found: readonly CalledProcess[];
}

/** Files are read as they are asked for, each once. */
export function createCallGraph(calledProcesses: CalledProcesses): CallGraph {
  const files = new Map<string, Promise<ReadonlyMap<string, readonly string[]>>>();
  const targets = new Map<string, Map<string, Promise<Targets>>>();

  function readFile(xml: string): Promise<ReadonlyMap<string, readonly string[]>> {
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
    const names = (await readFile(xml)).get(processId) ?? [];
    const found = await Promise.all(names.map((name) => find(name, xml)));
    return { ids: names.flatMap(idsOfTarget), found: found.flatMap((each) => each ?? []) };
  }

  function targetsOf(called: CalledProcess): Promise<Targets> {
    const ofFile = targets.get(called.xml) ?? new Map<string, Promise<Targets>>();
    const known = ofFile.get(called.processId) ?? readTargets(called);
    targets.set(called.xml, ofFile.set(called.processId, known));
    return known;
  }

  return {
    find,
    async reach(called) {
      const reached = new Set<string>();
      const open = [called];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        const { ids, found } = await targetsOf(at);
        open.push(...found.filter(({ processId }) => !reached.has(processId)));
        for (const id of ids) reached.add(id);
      }
      return reached;
    },
  };
}

/** What each process of a file calls, by its id. */
async function readCalls(xml: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { definitions } = await parseWithLeftovers(xml);
  return new Map(
    processesOf(definitions).map((process) => [
      process.id ?? '',
      [...new Set([...walkTree(process)].flatMap(targetOf))],
    ]),
  );
}

/** Of a call activity, or of the wait that took its place. */
function targetOf(element: ModdleElement): readonly string[] {
  const target = element.$type === 'bpmn:CallActivity' ? calledElementOf(element) : readMark(element, 'target');
  return target === undefined ? [] : [target];
}
