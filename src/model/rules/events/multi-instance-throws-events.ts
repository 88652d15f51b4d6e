import { elementOf, elementsOf, type ModdleElement } from '../../moddle/moddle-element.ts';
import type { Rule } from '../rule.ts';
import { findUnsupported } from '../shared/supported-elements.ts';

/**
 * BPMN 2.0, 13.3.6: unless `behavior` is `All`, a multi-instance throws an event whenever one of its instances completes.
 * bpmn-engine 25 throws none.
 */
export const multiInstanceThrowsEvents: Rule = {
  name: 'multi-instance-throws-events',
  check: ({ diagram }) =>
    [...diagram.nodes.values()].flatMap(({ id, name, element }) => {
      const loop = elementOf(element, 'loopCharacteristics');
      if (findUnsupported(element) !== undefined || loop === undefined || !throwsEvents(loop)) return [];
      return {
        severity: 'error',
        elementId: id,
        reason: `The multi-instance marker of "${name}" throws events as its instances end, which does not run here.`,
        remedy: 'Remove behavior and its events, and throw the event after it, or inside a multi-instance sub-process.',
      };
    }),
};

function throwsEvents(loop: ModdleElement): boolean {
  if (loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics') return false;
  const named = EVENT_REFS.some((property) => elementOf(loop, property) !== undefined);
  return named || loop.get('behavior') !== 'All' || elementsOf(loop, 'complexBehaviorDefinition').length > 0;
}

const EVENT_REFS = ['oneBehaviorEventRef', 'noneBehaviorEventRef'] as const;
