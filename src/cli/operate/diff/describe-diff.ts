import { fit, indent } from '../print/layout.ts';
import { type Change, type Comparison, type DefinitionDiff, isSame } from './compare-facts.ts';

/** Lines for people: + added, - removed, ~ changed. */
export function describeDiff(diff: DefinitionDiff): string[] {
  if (isSame(diff)) return ['Both versions do the same; at most the drawing differs.'];
  const { process, nodes, flows, handlers, actions } = diff;
  return [
    ...section('Process', process.map(describeChange)),
    ...section(
      'Nodes',
      describeAll(nodes, ({ type, name }) => [type, name].filter(Boolean).join(' ')),
    ),
    ...section(
      'Flows',
      describeAll(flows, ({ from, to, condition }) => `${from} → ${to}${condition ? ` if ${condition}` : ''}`),
    ),
    ...section(
      'Handlers',
      handlers.flatMap(({ nodeId, ...change }) => [`~ ${nodeId}`, indent(describeChange(change))]),
    ),
    ...section(
      'Actions',
      describeAll(actions, ({ type, label }) => `${type} ${label}`),
    ),
  ].map((line) => fit(line));
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ''];
}

function describeAll(
  { added, removed, changed }: Comparison,
  describe: (facts: Readonly<Record<string, string>>) => string,
): string[] {
  return [
    ...added.map((each) => `+ ${each.id}  ${describe(each)}`),
    ...removed.map((each) => `- ${each.id}  ${describe(each)}`),
    ...changed.flatMap(({ id, changes }) => [`~ ${id}`, ...changes.map((change) => indent(describeChange(change)))]),
  ];
}

function describeChange({ what, before, after }: Change): string {
  return `${what}: ${before ?? 'nothing'} → ${after ?? 'nothing'}`;
}
