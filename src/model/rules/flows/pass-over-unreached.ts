import { walkTree } from '../../moddle/change-tree.ts';
import type { Problem } from '../../problem.ts';
import type { Diagram } from '../../read/diagram.ts';
import { nodeUnreachable } from './node-unreachable.ts';

/** The warning itself, and what lets other links of the process stay as they are. */
const SAID: ReadonlySet<string> = new Set([nodeUnreachable.name, 'link-without-partner']);

/** Leaves out what is wrong with elements that no path leads to: that nothing leads there is all there is to say of them. */
export function passOverUnreached(problems: readonly Problem[], { unreached }: Diagram): readonly Problem[] {
  const ids = new Set(
    unreached.flatMap(({ element, outgoing }) => [
      ...[...walkTree(element)].map(({ id }) => id),
      ...outgoing.map(({ id }) => id),
    ]),
  );
  return problems.filter(({ rule, elementId }) => SAID.has(rule) || !ids.has(elementId));
}
