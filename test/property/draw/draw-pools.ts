import type { Block, Pool } from '../generate/shape.ts';
import { Diagram } from './draw.ts';
import type { Graph } from './graph.ts';

/** Draws each pool; those in one file know the other. */
export function drawPools(pools: readonly Pool[]): readonly Graph[] {
  const [first, second] = pools;
  if (!first || !second) return pools.map(({ block }) => drawProcess(block));
  const one = { ...drawProcess(first.block), pool: { processId: 'first' } };
  const other = { ...drawProcess(second.block, 'b', second.startedBy), pool: { processId: 'second' } };
  if (second.apart) return [one, other];
  const beside = (graph: typeof one, neighbour: typeof one) => ({
    ...graph,
    pool: { ...graph.pool, beside: neighbour },
  });
  return [beside(one, other), beside(other, one)];
}

/**
 * Draws a tree as a process: start, the parts one behind the other, end.
 * @param mark what all ids end with
 * @param startedBy name of the message that starts it
 */
function drawProcess(block: Block, mark = '', startedBy?: string): Graph {
  const diagram = new Diagram(mark);
  const event = startedBy === undefined ? undefined : ({ kind: 'message', name: startedBy } as const);
  const start = diagram.addNode('s', { type: 'startEvent', ...(event && { event }) });
  diagram.drawEnd(diagram.drawBlock(block, [{ source: start }]));
  return { nodes: diagram.nodes, flows: diagram.flows, variables: diagram.variables };
}
