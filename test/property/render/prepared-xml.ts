import { prepareDiagram } from '../../support/inner/model.ts';
import type { Graph } from '../draw/graph.ts';
import { needsPreparing, processIdOf, renderLate, renderOthers, renderXml } from './render-files.ts';

const prepared = new WeakMap<Graph, Promise<string>>();

/** A diagram as it is stored to be run: calls and links as what they mean. Once for all subjects. */
export function renderPrepared(graph: Graph): Promise<string> {
  const known = prepared.get(graph) ?? prepareWhole(graph);
  prepared.set(graph, known);
  return known;
}

async function prepareWhole(graph: Graph): Promise<string> {
  const xml = renderXml(graph);
  return needsPreparing(graph) ? prepare(xml, processIdOf(graph), graph) : xml;
}

/** The processes that late calls may come to, as they are stored, by their ids. */
export async function renderFound(graph: Graph): Promise<ReadonlyMap<string, string>> {
  const files = [...renderLate(graph)];
  return new Map(await Promise.all(files.map(async ([id, xml]) => [id, await prepare(xml, id, graph)] as const)));
}

async function prepare(xml: string, processId: string, graph: Graph): Promise<string> {
  const others = renderOthers(graph);
  const { xml: stored, problems } = await prepareDiagram(xml, { processId, calledProcesses: (id) => others.get(id) });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new TypeError(`refused at deploy: ${JSON.stringify(errors)}`);
  return stored;
}
