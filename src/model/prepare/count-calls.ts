import type { Problem } from '../problem.ts';
import { type CallGraph, onceForEach } from './call-graph.ts';
import type { CalledProcess } from './called-process.ts';

/** A process that needs more is refused: calls of calls multiply, and a few lines could fill the memory. */
const MAX_CALLS = 200;

/** Which processes call too many others, found on the graph of calls before anything is drawn. */
export interface CallCount {
  /** Whether what the process calls is more than may be drawn into another. */
  isTooMuch(called: CalledProcess): Promise<boolean>;
  /**
   * One problem for each process that is the first to call too many, not for those that call it in turn.
   * A file that is prepared on its own says so itself.
   */
  judge(process: CalledProcess): Promise<readonly Problem[]>;
}

interface Counted {
  /** Calls and calls of calls. */
  readonly calls: number;
  /** Processes with too many calls, itself or those it leads to. */
  readonly tooMany: ReadonlySet<CalledProcess>;
}

export function createCallCount(graph: CallGraph): CallCount {
  const count = onceForEach(async (process): Promise<Counted> => {
    const tooMany = new Set<CalledProcess>();
    let calls = 0;
    for (const target of await graph.drawn(process)) {
      const inner = target === undefined ? undefined : await count(target);
      for (const each of inner?.tooMany ?? []) tooMany.add(each);
      calls += 1 + (inner === undefined || inner.tooMany.size > 0 ? 0 : inner.calls);
    }
    if (calls > MAX_CALLS) tooMany.add(process);
    return { calls, tooMany };
  });

  return {
    isTooMuch: async (called) => (await count(called)).tooMany.size > 0,
    async judge(process) {
      const { tooMany } = await count(process);
      return [...tooMany].filter(({ xml, prepare }) => xml === process.xml || prepare === undefined).map(tooManyCalls);
    },
  };
}

function tooManyCalls({ processId }: CalledProcess): Problem {
  return {
    severity: 'error',
    rule: 'too-many-calls',
    elementId: processId,
    reason: `The process ${processId} calls others more than ${MAX_CALLS} times, calls of calls counted.`,
    remedy: 'Call fewer, or start the called processes as instances of their own.',
  };
}
