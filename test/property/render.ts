import {
  type BpmnNode,
  bpmn,
  node as drawNode,
  element,
  type MultiInstanceOptions,
  multiInstance,
  process,
  subProcess,
  userTask,
} from '../support/bpmn-xml.ts';
import { type Flow, type Graph, type GraphNode, isService, type Many, nodeOf, nodesIn } from './graph.ts';
import { writeCompletion, writeCondition, writeRule } from './render-conditions.ts';
import { eventName, writeDefinition, writeRoots } from './render-events.ts';

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

/** The drawing as an author of the product saves it. */
const OUR_DIALECT: Dialect = {
  condition: ({ condition }) => condition && writeCondition(condition),
  node: writeNode,
  many: ({ id, many }) => many && writeMany(many, `member_${id.replaceAll('.', '_')}`),
  vote: true,
  whole: true,
};

/** BPMN XML of a drawing. @param roots XML of messages and the like that the dialect needs besides */
export function renderXml(graph: Graph, dialect: Dialect = OUR_DIALECT, roots = ''): string {
  const called = dialect.whole ? graph.nodes.filter(({ isCall }) => isCall) : [];
  const main = { ...drawScope(graph, undefined, dialect, ''), id: 'random', isExecutable: true };
  const others = called.map(({ id }) => ({
    ...drawScope(graph, id, dialect, `${id}.`),
    id: `called-${id}`,
    isExecutable: false,
  }));
  const written = [main, ...others].map(({ id, nodes, paths, isExecutable }) =>
    process(id, nodes, paths, { isExecutable }),
  );
  return bpmn(writeRoots(graph) + roots, ...written);
}

/** Whether a file is to be prepared before it runs, as a deployment does. */
export const needsPreparing = ({ nodes, flows }: Graph): boolean =>
  nodes.some(({ isCall }) => isCall) || flows.some(({ link }) => link !== undefined);

interface DrawnScope {
  readonly nodes: readonly BpmnNode[];
  readonly paths: readonly string[];
}

/** @param prefix of ids inside a called process, left out in its own file */
function drawScope(graph: Graph, scope: string | undefined, dialect: Dialect, prefix: string): DrawnScope {
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
  return { nodes: [...nodes, ...links], paths: writePaths(here, dialect, prefix) };
}

const strip = (id: string, prefix: string): string => (id.startsWith(prefix) ? id.slice(prefix.length) : id);

function drawElement(graph: Graph, node: GraphNode, dialect: Dialect, prefix: string): BpmnNode {
  if (node.type !== 'subProcess' && node.type !== 'eventSubProcess') return dialect.node(node);
  const loop = dialect.many(node);
  if (dialect.whole && node.isCall) {
    const content = loop ? multiInstance(loop) : '';
    return drawNode('callActivity', node.id, {
      attributes: { calledElement: `called-${node.id}`, ...ruleOf(node) },
      content,
    });
  }
  const { nodes, paths } = drawScope(graph, node.id, dialect, prefix);
  const attributes = node.type === 'eventSubProcess' ? { triggeredByEvent: true } : ruleOf(node);
  return subProcess(node.id, nodes, paths, { attributes, ...(loop && { multiInstance: loop }) });
}

const ruleOf = ({ many }: GraphNode) =>
  many?.completion?.kind === 'rule' ? { 'ttc:completion': writeRule(many.completion.rule) } : {};

function drawLinks({ flows }: Graph, prefix: string): BpmnNode[] {
  const linked = flows.filter(({ link }) => link !== undefined);
  const names = [...new Set(linked.flatMap(({ link }) => link ?? []))];
  const definition = (name: string) => element('linkEventDefinition', { name });
  return [
    ...linked.map((flow) =>
      drawNode('intermediateThrowEvent', throwOf(flow, prefix), { content: definition(flow.link ?? '') }),
    ),
    ...names.map((name) => drawNode('intermediateCatchEvent', `${name}-in`, { content: definition(name) })),
  ];
}

const throwOf = ({ id, link }: Flow, prefix: string): string => `${link}-out-${id.replaceAll(prefix || '\u0000', '')}`;

/** A drawing as text that a person can follow, and that bpmn-xml reads. */
export function describeGraph(graph: Graph): string {
  const special = graph.nodes.flatMap((node) => [
    ...(node.many ? [`${node.id}: ${describeMany(node.many)}`] : []),
    ...(node.loop ? [`${node.id}: again ${JSON.stringify(node.loop)}`] : []),
    ...(node.event
      ? [
          `${node.id}: ${JSON.stringify(node.event)}${node.interrupting === false ? ' beside' : ''}${node.attachedTo ? ` on ${node.attachedTo}` : ''}`,
        ]
      : []),
  ]);
  const variables = graph.variables.map(({ name, initial }) => `${name}=${JSON.stringify(initial)}`);
  const kinds = graph.nodes.map(
    ({ id, type, scope, isCall }) => `${id}:${isCall ? 'call' : type}${scope ? `@${scope}` : ''}`,
  );
  return [
    kinds.join(' '),
    ...writePaths(graph, { ...OUR_DIALECT, whole: false }, ''),
    ...special,
    variables.join(' '),
  ].join('\n');
}

function writePaths({ flows }: Graph, dialect: Dialect, prefix: string): string[] {
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
    if (loop) return userTask(id, { assignee: id, content: writeLoop(loop) });
    if (!many) {
      return userTask(id, { assignee: memberOf === undefined ? id : `\${member_${memberOf.replaceAll('.', '_')}}` });
    }
    const assignee = many.over.kind === 'list' ? '${person}' : 'p${loopCounter}';
    const attributes = { ...ruleOf(node), ...(many.shared && { 'ttc:countersign': 'shared' }) };
    return userTask(id, { assignee, attributes, multiInstance: writeMany(many, 'person') });
  }
  if (node.event) return writeEvent(node);
  if (!isService(node)) return drawNode(type, id);
  const content = many ? multiInstance(writeMany(many, 'person')) : '';
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

function writeLoop({ variable, maximum, testBefore }: NonNullable<GraphNode['loop']>): string {
  const type = { 'xsi:type': 'tFormalExpression' };
  const condition = variable === undefined ? '' : element('loopCondition', type, `\${${variable}}`);
  return element('standardLoopCharacteristics', { loopMaximum: maximum, testBefore }, condition);
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

function describeMany({ sequential, over, shared, completion }: Many): string {
  const who = over.kind === 'list' ? over.people.join(',') : `${over.count} times`;
  const text = completion?.kind === 'rule' ? writeRule(completion.rule) : completion && writeCompletion(completion);
  const how = shared ? 'one task for all' : sequential ? 'one after the other' : 'side by side';
  return [how, `[${who}]`, text ? `until ${text}` : ''].join(' ');
}
