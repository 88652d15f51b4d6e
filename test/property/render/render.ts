import {
  type BpmnNode,
  bareTask,
  node as drawNode,
  element,
  lane,
  link,
  type MultiInstanceOptions,
  multiInstance,
  scriptTask,
  standardLoop,
  subProcess,
  userTask,
} from '../../support/bpmn-xml.ts';
import {
  type Flow,
  type Graph,
  type GraphNode,
  isService,
  LANES,
  LATE_CALL,
  type Many,
  nodeOf,
  nodesIn,
  type Passes,
} from '../draw/graph.ts';
import { isImplicitEnd } from './implicit-ends.ts';
import { writeCompletion, writeComputation, writeCondition, writeRule } from './render-conditions.ts';
import { eventName, writeDefinition } from './render-events.ts';

/** How the parts are written that two engines read differently. */
export interface Dialect {
  /** The condition of a flow; undefined: it has none. */
  readonly condition: (flow: Flow) => string | undefined;
  readonly node: (node: GraphNode) => BpmnNode;
  /** What a multi-instance sub-process says of its iterations. */
  readonly many: (node: GraphNode) => MultiInstanceOptions | undefined;
  readonly vote: boolean;
  /** Whether calls and links are drawn as such, not as what they mean. */
  readonly whole: boolean;
}

/** The diagram as an author of the product saves it. */
export const OUR_DIALECT: Dialect = {
  condition: ({ condition }) => condition && writeCondition(condition),
  node: writeNode,
  many: ({ id, many }) => many && writeMany(many, `member_${id.replaceAll('.', '_')}`),
  vote: true,
  whole: true,
};

export interface DrawnScope {
  readonly nodes: readonly BpmnNode[];
  readonly paths: readonly string[];
  /** Its lanes. */
  readonly before: string;
}

/** @param prefix of ids inside a called process, left out in its own file */
export function drawScope(whole: Graph, scope: string | undefined, dialect: Dialect, prefix: string): DrawnScope {
  const graph = dialect.whole ? leaveOutEnds(whole) : whole;
  const nodes = nodesIn(graph, scope).map((node): BpmnNode => {
    const drawn = drawElement(graph, node, dialect, prefix);
    const host = node.attachedTo;
    return {
      ...drawn,
      id: strip(node.id, prefix),
      attributes: { ...drawn.attributes, ...(host !== undefined && { attachedToRef: strip(host, prefix) }) },
    };
  });
  const here = { ...graph, flows: graph.flows.filter(({ source }) => nodeOf(graph, source).scope === scope) };
  const links = dialect.whole ? drawLinks(here, prefix) : [];
  return {
    nodes: [...nodes, ...links],
    paths: writePaths(here, dialect, prefix),
    before: dialect.whole ? writeLanes(nodesIn(graph, scope), scope ?? graph.pool?.processId ?? 'whole', prefix) : '',
  };
}

function leaveOutEnds(graph: Graph): Graph {
  const left = new Set(graph.nodes.filter((node) => isImplicitEnd(graph, node)).map(({ id }) => id));
  return {
    ...graph,
    nodes: graph.nodes.filter(({ id }) => !left.has(id)),
    flows: graph.flows.filter(({ target }) => !left.has(target)),
  };
}

const strip = (id: string, prefix: string): string => (id.startsWith(prefix) ? id.slice(prefix.length) : id);

function drawElement(graph: Graph, node: GraphNode, dialect: Dialect, prefix: string): BpmnNode {
  if (node.type !== 'subProcess' && node.type !== 'eventSubProcess') return dialect.node(node);
  const loop = dialect.many(node);
  if (dialect.whole && (node.isCall || node.isLateCall)) {
    const content = loop ? multiInstance(loop) : '';
    const calledElement = node.isLateCall ? `called_${node.id}_\${${LATE_CALL.variable}}` : `called-${node.id}`;
    return drawNode('callActivity', node.id, {
      attributes: { calledElement, ...ruleOf(node) },
      extensions: node.passes ? writePasses(graph, node, node.passes) : '',
      content,
    });
  }
  const { nodes, paths, before } = drawScope(graph, node.id, dialect, prefix);
  const attributes = node.type === 'eventSubProcess' ? { triggeredByEvent: true } : ruleOf(node);
  return subProcess(node.id, nodes, paths, { attributes, before, ...(loop && { multiInstance: loop }) });
}

function writePasses({ variables }: Graph, { id, many }: GraphNode, passes: Passes): string {
  const { way, turned, memberOf, back } = passes;
  const member = many?.over.kind === 'list' ? id : memberOf;
  const members = member === undefined ? [] : [`member_${member.replaceAll('.', '_')}`];
  const names = [...variables.map(({ name }) => name), ...members];
  const given =
    way === 'all'
      ? [element('camunda:in', { variables: 'all' })]
      : names.map((name) => element('camunda:in', { source: name, target: name }));
  const others = turned
    ? [
        element('camunda:in', { sourceExpression: '${num1 + num1}', target: 'num2' }),
        element('camunda:in', { sourceExpression: '${!yes2}', target: 'yes1' }),
      ]
    : [];
  const backs = back === undefined ? [] : [element('camunda:out', { source: 'num1', target: back })];
  return [...given, ...others, ...backs].join('');
}

const ruleOf = ({ many }: GraphNode) =>
  many?.completion?.kind === 'rule' ? { 'ttc:completion': writeRule(many.completion.rule) } : {};

/** One lane is a group by its name, the other by what it says. */
function writeLanes(nodes: readonly GraphNode[], scope: string, prefix: string): string {
  const used = LANES.filter((name) => nodes.some((node) => node.lane === name));
  const written = used.map((name) => {
    const ids = nodes.filter((node) => node.lane === name).map(({ id }) => strip(id, prefix));
    const isNamed = name === 'sales';
    const attributes = { id: `lane-${name}-${scope}`, ...(!isNamed && { 'ttc:handlingGroup': name }) };
    return lane(isNamed ? name : 'Upstairs', ids, attributes);
  });
  return used.length === 0 ? '' : element('laneSet', { id: `lanes-${scope}` }, written.join(''));
}

function drawLinks({ flows }: Graph, prefix: string): BpmnNode[] {
  const linked = flows.filter(({ link }) => link !== undefined);
  const names = [...new Set(linked.flatMap(({ link }) => link ?? []))];
  return [
    ...linked.map((flow) =>
      drawNode('intermediateThrowEvent', throwOf(flow, prefix), { content: link(flow.link ?? '') }),
    ),
    ...names.map((name) => drawNode('intermediateCatchEvent', `${name}-in`, { content: link(name) })),
  ];
}

const throwOf = ({ id, link }: Flow, prefix: string): string => `${link}-out-${id.replaceAll(prefix || '\u0000', '')}`;

export function writePaths({ flows }: Graph, dialect: Dialect, prefix: string): string[] {
  const linkedTo = new Map(flows.flatMap(({ link, target }) => (link === undefined ? [] : [[link, target]])));
  const written = flows.map((flow) => {
    const condition = dialect.condition(flow);
    const words = [
      flow.name === undefined ? '' : `"${flow.name}"`,
      condition === undefined ? '' : `[${condition}]`,
      dialect.vote && flow.vote ? `{ttc:vote=${flow.vote}}` : '',
      flow.isDefault ? '*' : '',
    ];
    const target = dialect.whole && flow.link !== undefined ? throwOf(flow, prefix) : strip(flow.target, prefix);
    return `${strip(flow.source, prefix)} >${words.join('')} ${target}`;
  });
  if (!dialect.whole) return written;
  return [...written, ...[...linkedTo].map(([link, target]) => `${link}-in > ${strip(target, prefix)}`)];
}

function writeNode(node: GraphNode): BpmnNode {
  const { id, type, many, loop, memberOf } = node;
  if (type === 'userTask') {
    if (node.lane) return bareTask(id);
    if (loop) return userTask(id, { assignee: id, content: writeLoop(loop) });
    if (node.who !== undefined) return userTask(id, { assignee: `\${${node.who}}` });
    if (!many) {
      return userTask(id, { assignee: memberOf === undefined ? id : `\${member_${memberOf.replaceAll('.', '_')}}` });
    }
    const assignee = many.over.kind === 'list' ? '${person}' : 'p${loopCounter}';
    const attributes = { ...ruleOf(node), ...(many.shared && { 'ttc:countersign': 'shared' }) };
    return userTask(id, { assignee, attributes, multiInstance: writeMany(many, 'person') });
  }
  if (node.event) return writeEvent(node);
  const content = many ? multiInstance(writeMany(many, 'person')) : '';
  if (node.computes) return drawNode(type, id, { extensions: writeComputation(node.computes), content });
  if (type === 'scriptTask') return scriptTask(id, 'run()', { attributes: ruleOf(node), content });
  if (!isService(node)) return drawNode(type, id);
  return drawNode(type, id, { attributes: { 'ttc:service': id, ...ruleOf(node) }, content });
}

/** An event as it is drawn; a receive task names its message. */
export function writeEvent(node: GraphNode, definition = writeDefinition(node)): BpmnNode {
  const { id, type, event, interrupting } = node;
  if (type === 'receiveTask') {
    const messageRef = event?.kind === 'message' ? `message-${event.name}` : undefined;
    return drawNode(type, id, { attributes: { messageRef } });
  }
  const flag = type === 'startEvent' ? 'isInterrupting' : 'cancelActivity';
  const attributes = interrupting === undefined ? {} : { [flag]: interrupting };
  return drawNode(type, id, { name: eventName(node), attributes, content: definition });
}

function writeLoop({ variable, reads, maximum, testBefore }: NonNullable<GraphNode['loop']>): string {
  const condition = reads ? writeCondition(reads) : variable && `\${${variable}}`;
  return standardLoop({ condition, maximum, testBefore });
}

function writeMany({ sequential, over, completion }: Many, elementVariable: string): MultiInstanceOptions {
  const condition = completion && writeCompletion(completion);
  return {
    sequential,
    ...(over.kind === 'list'
      ? { collection: `\${${over.variable}}`, elementVariable }
      : { cardinality: over.variable === undefined ? over.count : `\${${over.variable}}` }),
    ...(condition !== undefined && { condition }),
  };
}
