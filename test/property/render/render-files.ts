import { bpmn, pools, process } from '../../support/bpmn-xml.ts';
import { type Graph, type GraphNode, nodeOf } from '../draw/graph.ts';
import { type Dialect, drawScope, OUR_DIALECT } from './render.ts';
import { writeRoots } from './render-events.ts';

/** BPMN XML of a diagram. @param roots XML of messages and the like that the dialect needs besides */
export function renderXml(graph: Graph, dialect: Dialect = OUR_DIALECT, roots = ''): string {
  return renderFile(graph, undefined, dialect, roots);
}

/** The files of called processes that are deployed apart, by their process ids. */
export function renderOthers(graph: Graph): ReadonlyMap<string, string> {
  const apart = graph.nodes.filter(({ isApart, processId }) => isApart && processId === undefined);
  return new Map(apart.map((node) => [calledIdOf(node), renderFile(graph, node.id, OUR_DIALECT, '')]));
}

/** The files of the processes that late calls may come to, by their process ids. */
export function renderLate(graph: Graph): ReadonlyMap<string, string> {
  const late = graph.nodes.filter(({ processId }) => processId !== undefined);
  return new Map(late.map((node) => [calledIdOf(node), renderFile(graph, node.id, OUR_DIALECT, '')]));
}

const calledIdOf = ({ id, processId = `called-${id}` }: GraphNode): string => processId;

/** @param home the called process whose file it is; undefined: that of the whole */
function renderFile(graph: Graph, home: string | undefined, dialect: Dialect, roots: string): string {
  const beside = dialect.whole && home === undefined ? graph.pool?.beside : undefined;
  const graphs = [graph, ...(beside ? [beside] : [])];
  const processes = graphs.flatMap((each) => writeProcesses(each, home, dialect));
  const joined = beside ? [writePools(graph, beside)] : [];
  const nodes = graphs.flatMap((each) => each.nodes);
  return bpmn(writeRoots({ nodes }) + roots, ...joined, ...processes);
}

/** The process itself, and those it calls that are in the same file. */
function writeProcesses(graph: Graph, home: string | undefined, dialect: Dialect): string[] {
  const called = dialect.whole ? graph.nodes.filter(({ id, isCall }) => isCall && homeOf(graph, id) === home) : [];
  const main = { ...drawScope(graph, undefined, dialect, ''), id: processIdOf(graph), isExecutable: true };
  const others = called.map((node) => ({
    ...drawScope(graph, node.id, dialect, `${node.id}.`),
    id: calledIdOf(node),
    // One in a file of its own is deployed by itself.
    isExecutable: node.id === home,
  }));
  return [...(home === undefined ? [main] : []), ...others].map(({ id, nodes, paths, before, isExecutable }) =>
    process(id, nodes, paths, { isExecutable, before }),
  );
}

export const processIdOf = ({ pool }: Graph): string => pool?.processId ?? 'random';

/** A pool for each, and message flows between what throws and what catches a message of the same name. */
function writePools(one: Graph, other: Graph): string {
  return pools([one, other].map(processIdOf), [...messageFlows(one, other), ...messageFlows(other, one)]);
}

function messageFlows(from: Graph, to: Graph): string[] {
  const isDrawn = ({ id }: GraphNode) => !id.includes('.');
  const messages = ({ nodes }: Graph) => nodes.filter((node) => node.event?.kind === 'message' && isDrawn(node));
  const throwers = messages(from).filter(({ type }) => type === 'intermediateThrowEvent' || type === 'endEvent');
  return throwers.flatMap((source) => {
    const name = source.event && 'name' in source.event ? source.event.name : '';
    const target = messages(to).find(
      ({ event, type }) => event && 'name' in event && event.name === name && !/Throw|end/.test(type),
    );
    return target ? [`${source.id} > ${target.id}`] : [];
  });
}

/** The file a scope is drawn in. */
function homeOf(graph: Graph, scope: string | undefined): string | undefined {
  if (scope === undefined) return undefined;
  const node = nodeOf(graph, scope);
  return node.isApart ? node.id : homeOf(graph, node.scope);
}

/** Whether a file is to be prepared before it runs, as a deployment does. */
export const needsPreparing = ({ nodes, flows, pool }: Graph): boolean =>
  pool?.beside !== undefined ||
  nodes.some(({ isCall, isLateCall }) => isCall || isLateCall) ||
  flows.some(({ link }) => link !== undefined);
