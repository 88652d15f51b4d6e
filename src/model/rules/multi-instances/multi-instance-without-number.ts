import type { Expression } from '../../expressions/expression.ts';
import { findExtensions } from '../../moddle/extension.ts';
import { elementOf } from '../../moddle/moddle-element.ts';
import type { FlowNode } from '../../read/diagram.ts';
import type { Rule } from '../rule.ts';

export const multiInstanceWithoutNumber: Rule = {
  name: 'multi-instance-without-number',
  check: ({ userTasks, services, subProcesses }) =>
    [...userTasks, ...services, ...subProcesses]
      .filter(({ multiInstance: loop }) => loop !== undefined && !loop.collection && !isNumber(loop.cardinality))
      .map(({ node, multiInstance: loop }) => ({
        severity: 'error',
        elementId: node.id,
        reason: `"${node.name}" should happen several times, but ${loop?.cardinality ? `its loop cardinality, ${loop.cardinality.text}, is not a number` : explain(node)}.`,
        remedy:
          parsedCollectionOf(node) !== undefined && !loop?.cardinality
            ? 'Let a service before it set the list as a variable, and name that as the collection, with an element variable.'
            : 'Give its multi-instance marker a collection with an element variable, or a loop cardinality.',
      })),
};

/** An expression may evaluate to a number. */
function isNumber(cardinality: Expression | undefined): boolean {
  return cardinality !== undefined && (!cardinality.constant || /^\d+$/.test(cardinality.text.trim()));
}

function parsedCollectionOf({ element }: FlowNode) {
  const loop = elementOf(element, 'loopCharacteristics');
  return loop === undefined ? undefined : findExtensions(loop, 'flowable', 'collection')[0];
}

function explain(node: FlowNode): string {
  const parsed = parsedCollectionOf(node);
  if (parsed === undefined) return 'it does not say for whom or how often';
  const parser = Object.entries(parsed.attributes).find(([name]) => /(^|:)(class|delegateExpression)$/.test(name))?.[1];
  return `its collection is parsed by ${parser ?? 'code'} (flowable:collection), which only its own engine has`;
}
