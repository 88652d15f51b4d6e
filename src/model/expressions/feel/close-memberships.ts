import type { FeelNode } from './feel-tree.ts';

/**
 * Writes the parentheses of `(a in [1..5]) or b`, as Camunda 8 reads it: without them feelin reads `a in ([1..5] or b)`,
 * which is false whatever `b` is.
 */
export function closeMemberships(root: FeelNode, text: string): string {
  const marks: (readonly [at: number, mark: string])[] = [];
  const visit = (node: FeelNode): void => {
    const end = endOfTest(node);
    if (end !== undefined) marks.push([node.from, '('], [end, ')']);
    for (const child of node.children) visit(child);
  };
  visit(root);
  const last = marks.toSorted(([one], [other]) => other - one);
  return last.reduce((written, [at, mark]) => `${written.slice(0, at)}${mark}${written.slice(at)}`, text);
}

/** Where the test of an `in` ends, if `and` or `or` follows it; undefined for any other node. */
function endOfTest({ kind, children: [, operator, test] }: FeelNode): number | undefined {
  if (kind !== 'Comparison' || operator?.kind !== 'in' || test?.kind !== 'PositiveUnaryTest') return undefined;
  let isFollowed = false;
  let [part] = test.children;
  for (;;) {
    const isJoined = part?.kind === 'Conjunction' || part?.kind === 'Disjunction';
    // `in > 5 or b` is read as `in > (5 or b)`.
    const inner = isJoined
      ? part?.children[0]
      : part?.kind === 'SimplePositiveUnaryTest'
        ? part.children[1]
        : undefined;
    if (inner === undefined) break;
    isFollowed ||= isJoined;
    part = inner;
  }
  return isFollowed && part ? part.from + part.text.length : undefined;
}
