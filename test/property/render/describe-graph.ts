import type { Graph, Many } from '../draw/graph.ts';
import { OUR_DIALECT, writePaths } from './render.ts';
import { writeCompletion, writeRule } from './render-conditions.ts';

/** A diagram as text that a person can follow, and that bpmn-xml reads. */
export function describeGraph(graph: Graph): string {
  const special = graph.nodes.flatMap((node) => [
    ...(node.many ? [`${node.id}: ${describeMany(node.many)}`] : []),
    ...(node.computes ? [`${node.id}: ${JSON.stringify(node.computes)}`] : []),
    ...(node.who ? [`${node.id}: of ${node.who}`] : []),
    ...(node.lane ? [`${node.id}: lane ${node.lane}`] : []),
    ...(node.loop ? [`${node.id}: again ${JSON.stringify(node.loop)}`] : []),
    ...(node.event
      ? [
          `${node.id}: ${JSON.stringify(node.event)}${node.interrupting === false ? ' beside' : ''}${node.attachedTo ? ` on ${node.attachedTo}` : ''}`,
        ]
      : []),
  ]);
  const variables = graph.variables.map(({ name, initial }) => `${name}=${JSON.stringify(initial)}`);
  const passed = graph.nodes.flatMap(({ id, passes }) => (passes ? [`${id} passes ${JSON.stringify(passes)}`] : []));
  const kinds = graph.nodes.map(
    ({ id, type, scope, isCall, isApart }) =>
      `${id}:${isApart ? 'call of another file' : isCall ? 'call' : type}${scope ? `@${scope}` : ''}`,
  );
  return [
    kinds.join(' '),
    ...writePaths(graph, { ...OUR_DIALECT, whole: false }, ''),
    ...special,
    ...passed,
    variables.join(' '),
  ].join('\n');
}

function describeMany({ sequential, over, isChanging, shared, completion }: Many): string {
  const who = isChanging ? `of ${over.variable}` : over.kind === 'list' ? over.people.join(',') : `${over.count} times`;
  const text = completion?.kind === 'rule' ? writeRule(completion.rule) : completion && writeCompletion(completion);
  const how = shared ? 'one task for all' : sequential ? 'one after the other' : 'side by side';
  return [how, `[${who}]`, text ? `until ${text}` : ''].join(' ');
}
