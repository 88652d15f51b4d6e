import * as z from 'zod';
import type { Store } from '../../store/store.ts';

/** The nodes that one step of an instance reached. */
export interface DiagramStep {
  /** Epoch milliseconds. */
  readonly at: number;
  /** In the order in which they were reached; an event when it occurred. */
  readonly nodes: readonly string[];
}

/** Entries per query. */
const PAGE = 500;

/** The history is only displayed: an entry that cannot be read must not hide the others. */
const reached = z.object({ nodes: z.array(z.string()) }).catch({ nodes: [] });

/** The steps of an instance that reached nodes, by its history. */
export async function listSteps(store: Store, instanceId: string): Promise<DiagramStep[]> {
  const steps: DiagramStep[] = [];
  for (let after = 0; ; ) {
    const rows = await store.listHistory({ instanceId, after, limit: PAGE });
    for (const { at, type, data } of rows) {
      const { nodes } = type === 'step' ? reached.parse(data) : { nodes: [] };
      if (nodes.length > 0) steps.push({ at, nodes });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return steps;
    after = last.seq;
  }
}
