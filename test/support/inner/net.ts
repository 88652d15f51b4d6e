export type { Graph } from '../../../src/net/graph.ts';
export { linkGraph } from '../../../src/net/graph-data.ts';
