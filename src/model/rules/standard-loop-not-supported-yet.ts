import { elementOf } from '../moddle/moddle-element.ts';
import type { Rule } from './rule.ts';
import { findUnsupported } from './supported-elements.ts';

export const standardLoopNotSupportedYet: Rule = {
  name: 'standard-loop-not-supported-yet',
  check: ({ drawing }) =>
    [...drawing.nodes.values()]
      .filter(({ element }) => findUnsupported(element) === undefined)
      .filter(({ element }) => elementOf(element, 'loopCharacteristics')?.$type === 'bpmn:StandardLoopCharacteristics')
      .map(({ id, name }) => ({
        severity: 'error',
        elementId: id,
        reason: `This version does not run the loop marker of "${name}".`,
        remedy: 'Draw an exclusive gateway behind it with a flow back to it.',
      })),
};
