import {
  type BpmnNode,
  node as drawNode,
  type MultiInstanceOptions,
  multiInstance,
  processFile,
  userTask,
} from '../support/bpmn-xml.ts';
import {
  type Completion,
  type Condition,
  type Flow,
  type Graph,
  type GraphNode,
  isService,
  type Many,
  type Rule,
} from './graph.ts';

/** How the parts are written that two engines read differently. */
export interface Dialect {
  /** The condition of a flow; undefined: it has none. */
  readonly condition: (flow: Flow) => string | undefined;
  readonly node: (node: GraphNode) => BpmnNode;
  readonly vote: boolean;
}

/** The drawing as an author of the product saves it. */
const OUR_DIALECT: Dialect = {
  condition: ({ condition }) => condition && writeCondition(condition),
  node: writeNode,
  vote: true,
};

/** BPMN XML of a drawing. */
export function renderXml(graph: Graph, dialect: Dialect = OUR_DIALECT): string {
  return processFile(graph.nodes.map(dialect.node), writePaths(graph, dialect), { id: 'random' });
}

/** A drawing as text that a person can follow, and that bpmn-xml reads. */
export function describeGraph(graph: Graph): string {
  const special = graph.nodes.flatMap((node) => (node.many ? [`${node.id}: ${describeMany(node.many)}`] : []));
  const variables = graph.variables.map(({ name, initial }) => `${name}=${JSON.stringify(initial)}`);
  const kinds = graph.nodes.map(({ id, type }) => `${id}:${type}`);
  return [kinds.join(' '), ...writePaths(graph, OUR_DIALECT), ...special, variables.join(' ')].join('\n');
}

function writePaths({ flows }: Graph, dialect: Dialect): string[] {
  return flows.map((flow) => {
    const condition = dialect.condition(flow);
    const words = [
      flow.name === undefined ? '' : `"${flow.name}"`,
      condition === undefined ? '' : `[${condition}]`,
      dialect.vote && flow.vote ? `{ttc:vote=${flow.vote}}` : '',
      flow.isDefault ? '*' : '',
    ];
    return `${flow.source} >${words.join('')} ${flow.target}`;
  });
}

function writeNode(node: GraphNode): BpmnNode {
  const { id, type, many } = node;
  const attributes = many?.completion?.kind === 'rule' ? { 'ttc:completion': writeRule(many.completion.rule) } : {};
  if (type === 'userTask') {
    if (!many) return userTask(id);
    const assignee = many.over.kind === 'list' ? '${person}' : 'p${loopCounter}';
    return userTask(id, { assignee, attributes, multiInstance: writeMany(many) });
  }
  if (!isService(node)) return drawNode(type, id);
  const content = many ? multiInstance(writeMany(many)) : '';
  return drawNode(type, id, { attributes: { 'ttc:service': id }, content });
}

function writeMany({ sequential, over, completion }: Many): MultiInstanceOptions {
  const condition = completion && writeCompletion(completion);
  return {
    sequential,
    ...(over.kind === 'list'
      ? { collection: `\${${over.variable}}`, elementVariable: 'person' }
      : { cardinality: over.variable === undefined ? over.count : `\${${over.variable}}` }),
    ...(condition !== undefined && { condition }),
  };
}

function writeCompletion(completion: Completion): string | undefined {
  if (completion.kind === 'rule') return undefined;
  if (completion.kind === 'flag') return `\${${completion.variable}}`;
  const { counter, language } = completion;
  const prefix = language === 'feel' ? 'numberOf' : 'nrOf';
  return wrap(language, writeCounter(counter, prefix));
}

function writeCounter(counter: Extract<Completion, { kind: 'counter' }>['counter'], prefix: string): string {
  switch (counter.of) {
    case 'completed':
      return `${prefix}CompletedInstances >= ${counter.atLeast}`;
    case 'share':
      return `${prefix}CompletedInstances / ${prefix}Instances >= ${counter.atLeast}`;
    case 'active':
      return `${prefix}ActiveInstances <= ${counter.atMost}`;
  }
}

function writeRule(rule: Rule): string {
  if (rule.kind === 'count') return `${rule.count}`;
  return rule.kind === 'percent' ? `${rule.percent}%` : rule.kind;
}

function writeCondition(condition: Condition): string {
  return wrap(condition.language, writeTest(condition));
}

const wrap = (language: Condition['language'], text: string): string =>
  language === 'feel' ? `=${text}` : `\${${text}}`;

function writeTest(condition: Condition): string {
  const feel = condition.language === 'feel';
  switch (condition.test) {
    case 'is':
      if (typeof condition.value === 'string') return `${condition.variable} ${feel ? '=' : '=='} "${condition.value}"`;
      if (condition.value) return condition.variable;
      return feel ? `not(${condition.variable})` : `!${condition.variable}`;
    case 'above':
      return `${condition.variable} > ${condition.limit}`;
    case 'both':
      return condition.of.map(writeTest).join(feel ? ' and ' : ' && ');
  }
}

function describeMany({ sequential, over, completion }: Many): string {
  const who = over.kind === 'list' ? over.people.join(',') : `${over.count} times`;
  const text = completion?.kind === 'rule' ? writeRule(completion.rule) : completion && writeCompletion(completion);
  return [sequential ? 'one after the other' : 'side by side', `[${who}]`, text ? `until ${text}` : ''].join(' ');
}
