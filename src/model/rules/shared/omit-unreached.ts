import { walkTree } from '../../moddle/change-tree.ts';
import type { Problem } from '../../problem.ts';
import type { Diagram } from '../../read/diagram.ts';
import { nodeUnreachable } from '../flows/node-unreachable.ts';

/** Problems that are kept: the warning itself, and a link without a partner, which affects the other links. */
const KEPT: ReadonlySet<string> = new Set([nodeUnreachable.name, 'link-without-partner']);

/** Omits problems of elements that no path leads to, except that they are unreachable. */
export function omitUnreached(problems: readonly Problem[], { unreached }: Diagram): readonly Problem[] {
  const ids = new Set(
    unreached.flatMap(({ element, outgoing }) => [
      ...[...walkTree(element)].map(({ id }) => id),
      ...outgoing.map(({ id }) => id),
    ]),
  );
  return problems.filter(({ rule, elementId }) => KEPT.has(rule) || !ids.has(elementId));
}
