import type { Problem } from '../problem.ts';
import { MAX_NESTED } from '../rules/flows/nested-too-deep.ts';
import { type CallGraph, onceForEach } from './call-graph.ts';
import type { CalledProcess } from './called-process.ts';
import type { PrepareRule } from './prepare-rules.ts';

/** A process that needs more is refused: calls of calls multiply, and a few lines could fill the memory. */
const MAX_CALLS = 200;

/**
 * The same for all processes of a file that can be started: each is drawn with what it calls, so that a chain of n of them
 * is drawn n²/2 times. A thousand take a second of processor (`npm run bench:deploy`).
 */
const MAX_CALLS_OF_FILE = 800;

/** Which processes call too many others, or too deep, found on the graph of calls before anything is drawn. */
export interface CallCount {
  /** Whether what the process calls is more than may be drawn into another, or anything deployed with it is refused. */
  isTooMuch(called: CalledProcess): Promise<boolean>;
  /**
   * One problem for each process that is the first to call too many, or too deep, not for those that call it in turn.
   * A file of the same deployment says so itself.
   */
  judge(process: CalledProcess): Promise<readonly Problem[]>;
  /** The problem of a file whose processes call too many others in all. @param executable those that can be started */
  judgeFile(xml: string, executable: readonly string[]): Promise<readonly Problem[]>;
}

interface Counted {
  /** Calls and calls of calls. */
  readonly calls: number;
  /** Sub-processes that would lie in each other for them. */
  readonly levels: number;
  /** By process, itself or one it leads to, what is wrong with its calls. */
  readonly refused: ReadonlyMap<CalledProcess, Problem>;
}

/** @param together where calls of one of these are refused, nothing is drawn into any */
export function createCallCount(graph: CallGraph, together: readonly CalledProcess[] = []): CallCount {
  const count = onceForEach(async (process): Promise<Counted> => {
    const refused = new Map<CalledProcess, Problem>();
    let calls = 0;
    let levels = 0;
    for (const { target, levels: own } of await graph.drawn(process)) {
      const inner = target === undefined ? undefined : await count(target);
      for (const [caller, problem] of inner?.refused ?? []) refused.set(caller, problem);
      const below = inner === undefined || inner.refused.size > 0 ? { calls: 0, levels: 0 } : inner;
      calls += 1 + below.calls;
      levels = Math.max(levels, own + below.levels);
    }
    if (calls > MAX_CALLS) refused.set(process, tooManyCalls(process));
    else if (levels > MAX_NESTED) refused.set(process, callsTooDeep(process));
    return { calls, levels, refused };
  });

  const isRefused = async (process: CalledProcess) => (await count(process)).refused.size > 0;
  const saidElsewhere = new Set(together.map(({ xml }) => xml));
  let anyTogether: Promise<boolean> | undefined;
  const isAnyRefused = async () => (await Promise.all(together.map(isRefused))).includes(true);

  return {
    async judgeFile(xml, executable) {
      if (executable.length < 2) return [];
      const counted = await Promise.all(executable.map((processId) => count({ xml, processId })));
      // One that is refused for itself says so.
      if (counted.some(({ refused }) => refused.size > 0)) return [];
      const calls = counted.reduce((sum, each) => sum + each.calls, 0);
      return calls > MAX_CALLS_OF_FILE ? [tooManyOfFile(executable)] : [];
    },
    async isTooMuch(called) {
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
  return {
    severity: 'error',
    rule: 'too-many-calls' satisfies PrepareRule,
    elementId: processId,
    reason: `The process ${processId} makes more than ${MAX_CALLS} calls of other processes, including the calls in those.`,
    remedy: 'Call fewer, or start the called processes as separate instances.',
  };
}

function tooManyOfFile([first = '']: readonly string[]): Problem {
  return {
    severity: 'error',
    rule: 'too-many-calls' satisfies PrepareRule,
    elementId: first,
    reason: `The executable processes of the file together make more than ${MAX_CALLS_OF_FILE} calls of other processes, including the calls in those.`,
    remedy: 'Set isExecutable="false" on processes that are only called, or put them into separate files.',
  };
}

function callsTooDeep({ processId }: CalledProcess): Problem {
  return {
    severity: 'error',
    rule: 'calls-too-deep' satisfies PrepareRule,
    elementId: processId,
    reason: `The calls of the process ${processId} are nested more than ${MAX_NESTED} processes deep, which is too deep to run.`,
    remedy:
      'Let one process call some of them one after the other, or start them as separate instances; a call with parameters and a sub-process around a call each count as one more level.',
  };
}
