import { fit, indent } from '../print/layout.ts';
import type { DefinitionFacts, Facts } from './read-definition-facts.ts';

/** One fact that differs; null: the version does not have it. */
interface Change {
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What two versions have by the same ids. */
interface Comparison {
  readonly added: readonly ({ readonly id: string } & Facts)[];
  readonly removed: readonly ({ readonly id: string } & Facts)[];
  readonly changed: readonly { readonly id: string; readonly changes: readonly Change[] }[];
}

export interface DefinitionDiff {
  readonly process: readonly Change[];
  readonly nodes: Comparison;
  readonly flows: Comparison;
  /** By node; of tasks that both versions have. */
  readonly handlers: readonly (Change & { readonly nodeId: string })[];
  /** Ids are of the node and the key of the button. */
  readonly actions: Comparison;
}

export function compareDefinitions(before: DefinitionFacts, after: DefinitionFacts): DefinitionDiff {
  return {
    process: compareFacts(before.process, after.process),
    nodes: compareAll(before.nodes, after.nodes),
    flows: compareAll(before.flows, after.flows),
    handlers: [...after.handlers].flatMap(([nodeId, now]) => {
      const earlier = before.handlers.get(nodeId);
      if (earlier === undefined || earlier === now) return [];
      return [{ nodeId, what: 'handlers', before: earlier, after: now }];
    }),
    actions: compareAll(before.actions, after.actions),
  };
}

export function isSame({ process, nodes, flows, handlers, actions }: DefinitionDiff): boolean {
  const parts = [nodes, flows, actions].flatMap(({ added, removed, changed }) => [added, removed, changed]);
  return [process, handlers, ...parts].every((each) => each.length === 0);
}

function compareAll(before: ReadonlyMap<string, Facts>, after: ReadonlyMap<string, Facts>): Comparison {
  const only = (these: ReadonlyMap<string, Facts>, others: ReadonlyMap<string, Facts>) =>
    [...these].filter(([id]) => !others.has(id)).map(([id, facts]) => ({ ...facts, id }));
  const changed = [...after].flatMap(([id, facts]) => {
    const changes = compareFacts(before.get(id) ?? facts, facts);
    return changes.length === 0 ? [] : [{ id, changes }];
  });
  return { added: only(after, before), removed: only(before, after), changed };
}

function compareFacts(before: Facts, after: Facts): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((what) => before[what] !== after[what])
    .map((what) => ({ what, before: before[what] ?? null, after: after[what] ?? null }));
}

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
