import type { Graph, GraphFlow, GraphNode, GraphScope } from './graph.ts';

/** A graph as JSON: what refers to something names its id. */
export interface GraphData {
  readonly processId: string;
  /** Those of a sub-process come after it. */
  readonly nodes: readonly NodeData[];
  readonly flows: readonly FlowData[];
}

interface NodeData extends Pick<GraphNode, 'id' | 'name' | 'type' | 'kind' | 'nonInterrupting' | 'loop'> {
  readonly scopeId: string;
  /** Absent: none. */
  readonly events?: GraphNode['events'];
  readonly hostId?: string;
  /** Of a sub-process. */
  readonly content?: 'sub-process' | 'event sub-process';
}

interface FlowData {
  readonly id: string;
  readonly name?: string;
  readonly sourceId: string;
  readonly targetId: string;
  readonly isDefault?: true;
  readonly isConditional?: true;
}

interface OpenScope extends GraphScope {
  readonly nodes: OpenNode[];
}

interface OpenNode extends GraphNode {
  readonly incoming: GraphFlow[];
  readonly outgoing: GraphFlow[];
  readonly boundaries: GraphNode[];
  host?: GraphNode;
  content?: OpenScope;
}

/** The inverse of `graphData`. */
export function linkGraph({ processId, nodes, flows }: GraphData): Graph {
  const process: OpenScope = { id: processId, kind: 'process', nodes: [] };
  const scopes = new Map([[processId, process]]);
  const linked = new Map<string, OpenNode>();
  for (const { scopeId, hostId: _, content, ...data } of nodes) {
    const scope = found(scopes, scopeId);
    const node: OpenNode = { events: [], ...data, scope, incoming: [], outgoing: [], boundaries: [] };
    scope.nodes.push(node);
    linked.set(node.id, node);
    if (content === undefined) continue;
    node.content = { id: node.id, kind: content, node, nodes: [] };
    scopes.set(node.id, node.content);
  }
  for (const { id, hostId } of nodes) {
    if (hostId === undefined) continue;
    const [node, host] = [found(linked, id), found(linked, hostId)];
    node.host = host;
    host.boundaries.push(node);
  }
  const linkedFlows = new Map<string, GraphFlow>();
  for (const { id, name, sourceId, targetId, isDefault = false, isConditional = false } of flows) {
    const [source, target] = [found(linked, sourceId), found(linked, targetId)];
    const flow: GraphFlow = { id, ...(name !== undefined && { name }), source, target, isDefault, isConditional };
    source.outgoing.push(flow);
    target.incoming.push(flow);
    linkedFlows.set(flow.id, flow);
  }
  return { process, nodes: linked, flows: linkedFlows, scopes: [...scopes.values()] };
}

function found<Value>(values: ReadonlyMap<string, Value>, id: string): Value {
  const value = values.get(id);
  if (value === undefined) throw new TypeError(`The graph has no ${id}.`);
  return value;
}

/** The graph alone, without what is attached to a drawn one. */
export function graphData({ process, nodes, flows }: Graph): GraphData {
  return { processId: process.id, nodes: [...nodes.values()].map(nodeData), flows: [...flows.values()].map(flowData) };
}

function nodeData({ id, name, type, kind, scope, content, host, events, nonInterrupting, loop }: GraphNode): NodeData {
  return {
    ...{ id, name, type, kind, scopeId: scope.id },
    ...(events.length > 0 && { events }),
    ...(content && { content: content.kind === 'event sub-process' ? content.kind : 'sub-process' }),
    ...(host && { hostId: host.id }),
    ...(nonInterrupting && { nonInterrupting }),
    ...(loop && { loop }),
  };
}

function flowData({ id, name, source, target, isDefault, isConditional }: GraphFlow): FlowData {
  return {
    ...{ id, sourceId: source.id, targetId: target.id },
    ...(name !== undefined && { name }),
    ...(isDefault && { isDefault }),
    ...(isConditional && { isConditional }),
  };
}
