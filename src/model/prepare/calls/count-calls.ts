import { MAX_ELEMENTS } from '../../moddle/scan-markup.ts';
import type { Problem } from '../../problem.ts';
import { MAX_NESTED } from '../../rules/starts.ts';
import { prepareProblem } from '../prepare-rules.ts';
import { type CallGraph, memoize } from './call-graph.ts';
import type { CalledProcess } from './called-process.ts';

/** A process with more calls is refused: nested calls multiply, so that a small file could exhaust the memory. */
const MAX_CALLS = 200;

/**
 * The limit for all executable processes of a file together. Each is prepared with all processes that it calls, so a chain
 * of n processes needs n²/2 copies. A thousand copies take one second of CPU time (`npm run bench:deploy`).
 */
const MAX_CALLS_OF_FILE = 800;

/** Checks the limits on the call graph, before anything is inlined. */
export interface CallCount {
  /** Whether the calls of the process, or of any process deployed with it, exceed a limit. */
  exceedsLimits(called: CalledProcess): Promise<boolean>;
  /**
   * One problem per process that exceeds a limit itself, but not for its callers. Processes of other files of the same
   * deployment are reported with those files.
   */
  judge(process: CalledProcess): Promise<readonly Problem[]>;
  /** The problem of a file whose processes make too many calls together. @param executable ids of its executable processes */
  judgeFile(xml: string, executable: readonly string[]): Promise<readonly Problem[]>;
}

interface Counted {
  /** Direct and indirect calls. */
  readonly calls: number;
  /** Its elements, and those of the processes that it calls, each time that it calls them. */
  readonly elements: number;
  /** Depth of nested sub-processes that they need. */
  readonly levels: number;
  /** The problems of the process and of the processes that it calls. */
  readonly refused: ReadonlyMap<CalledProcess, Problem>;
}

const NOTHING = { calls: 0, levels: 0, elements: 0 };

/** @param together processes that are deployed together: if one is refused, nothing is inlined into any */
export function createCallCount(graph: CallGraph, together: readonly CalledProcess[] = []): CallCount {
  const count = memoize(async (process): Promise<Counted> => {
    const refused = new Map<CalledProcess, Problem>();
    let calls = 0;
    let levels = 0;
    let elements = await graph.sizeOf(process);
    for (const { target, levels: own } of await graph.inlinable(process)) {
      const inner = target === undefined ? undefined : await count(target);
      for (const [caller, problem] of inner?.refused ?? []) refused.set(caller, problem);
      const below = inner === undefined || inner.refused.size > 0 ? NOTHING : inner;
      calls += 1 + below.calls;
      elements += below.elements;
      levels = Math.max(levels, own + below.levels);
    }
    if (calls > MAX_CALLS) refused.set(process, tooManyCalls(process));
    else if (levels > MAX_NESTED) refused.set(process, callsTooDeep(process));
    else if (elements > MAX_ELEMENTS) refused.set(process, tooLarge(process));
    return { calls, elements, levels, refused };
  });

  const isRefused = async (process: CalledProcess) => (await count(process)).refused.size > 0;
  const saidElsewhere = new Set(together.map(({ xml }) => xml));
  let anyTogether: Promise<boolean> | undefined;
  const isAnyRefused = async () => (await Promise.all(together.map(isRefused))).includes(true);

  return {
    async judgeFile(xml, executable) {
      if (executable.length < 2) return [];
      const counted = await Promise.all(executable.map((processId) => count({ xml, processId })));
      // A process that exceeds its own limit is reported by itself.
      if (counted.some(({ refused }) => refused.size > 0)) return [];
      const calls = counted.reduce((sum, each) => sum + each.calls, 0);
      return calls > MAX_CALLS_OF_FILE ? [tooManyOfFile(executable)] : [];
    },
    async exceedsLimits(called) {
      anyTogether ??= isAnyRefused();
      return (await anyTogether) || isRefused(called);
    },
    async judge(process) {
      const { refused } = await count(process);
      return [...refused].flatMap(([{ xml }, problem]) =>
        xml === process.xml || !saidElsewhere.has(xml) ? [problem] : [],
      );
    },
  };
}

function tooManyCalls({ processId }: CalledProcess): Problem {
  return prepareProblem('too-many-calls', {
    elementId: processId,
    reason: `The process ${processId} makes more than ${MAX_CALLS} calls of other processes, including the calls in those.`,
    remedy: 'Call fewer, or start the called processes as separate instances.',
  });
}

function tooLarge({ processId }: CalledProcess): Problem {
  return prepareProblem('too-many-calls', {
    elementId: processId,
    reason: `The process ${processId} has more than ${MAX_ELEMENTS} elements, including those of the processes that it calls.`,
    remedy: 'Call fewer or smaller processes, or start the called processes as separate instances.',
  });
}

function tooManyOfFile([first = '']: readonly string[]): Problem {
  return prepareProblem('too-many-calls', {
    elementId: first,
    reason: `The executable processes of the file together make more than ${MAX_CALLS_OF_FILE} calls of other processes, including the calls in those.`,
    remedy: 'Set isExecutable="false" on processes that are only called, or put them into separate files.',
  });
}

function callsTooDeep({ processId }: CalledProcess): Problem {
  return prepareProblem('calls-too-deep', {
    elementId: processId,
    reason: `The calls of the process ${processId} are nested more than ${MAX_NESTED} processes deep, which is too deep to run.`,
    remedy:
      'Let one process call some of them one after the other, or start them as separate instances; a call with parameters and a sub-process around a call each count as one more level.',
  });
}
