import type { ModdleElement } from '../../moddle/moddle-element.ts';
import type { Finding, Rule } from '../rule.ts';
import { decidesWho, listPartsNotRun, listUnusedRoles } from '../shared/list-parts-not-run.ts';
import { findUnsupported } from '../shared/supported-elements.ts';

/** One warning per element, however many such parts it has. */
export const partNotRun: Rule = {
  name: 'part-not-run',
  check({ diagram, userTasks }) {
    // `user-task-without-handler` reports their unused roles.
    const unhandled = new Set(userTasks.filter(({ assignment }) => assignment.length === 0).map(({ node }) => node));
    return [
      ...warnOfParts(diagram.processId, diagram.processName, diagram.element),
      ...[...diagram.nodes.values()]
        .filter(({ element }) => findUnsupported(element) === undefined)
        .flatMap((node) => warn(node.id, node.name, node.element, listUnusedRoles(node.element, unhandled.has(node)))),
    ];
  },
};

export function warnOfParts(elementId: string, name: string, element: ModdleElement): readonly Finding[] {
  return warn(elementId, name, element);
}

function warn(
  elementId: string,
  name: string,
  element: ModdleElement,
  unusedRoles: readonly string[] = [],
): readonly Finding[] {
  const parts = [...listPartsNotRun(element), ...unusedRoles];
  if (parts.length === 0) return [];
  const reason = `"${name}" has ${parts.join(', ')}: this has no effect on the process.`;
  const remedy =
    'Leave it if it is only documentation; to pass values from step to step, use variables of the process.';
  return [{ severity: 'warning', ...(decidesWho(element) ? { guess: true } : {}), elementId, reason, remedy }];
}
