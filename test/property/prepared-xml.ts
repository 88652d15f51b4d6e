import { prepareDrawing } from '../../src/model/prepare/prepare-drawing.ts';
import type { Graph } from './graph.ts';
import { needsPreparing, processIdOf, renderOthers, renderXml } from './render-files.ts';

/** A drawing as it is stored to be run: calls and links as what they mean. */
export async function renderPrepared(graph: Graph): Promise<string> {
  const xml = renderXml(graph);
  if (!needsPreparing(graph)) return xml;
  const others = renderOthers(graph);
  const { xml: prepared, problems } = await prepareDrawing(xml, {
    processId: processIdOf(graph),
    calledProcesses: (id) => others.get(id),
  });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new TypeError(`refused at deploy: ${JSON.stringify(errors)}`);
  return prepared;
}
