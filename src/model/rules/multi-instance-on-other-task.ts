import { elementOf } from '../moddle/moddle-element.ts';
import { SERVICE_TYPES } from '../read/read-service.ts';
import type { Rule } from './rule.ts';
import { findUnsupported } from './supported-elements.ts';

export const multiInstanceOnOtherTask: Rule = {
  name: 'multi-instance-on-other-task',
  check: ({ drawing }) =>
    [...drawing.nodes.values()]
      .filter(({ type }) => type !== 'bpmn:UserTask' && !SERVICE_TYPES.has(type))
      .filter(({ element }) => findUnsupported(element) === undefined)
      .filter(
        ({ element }) => elementOf(element, 'loopCharacteristics')?.$type === 'bpmn:MultiInstanceLoopCharacteristics',
      )
      .map(({ id, name }) => ({
        severity: 'warning',
        elementId: id,
        reason: `"${name}" has a multi-instance marker, but it is passed through; nothing happens several times.`,
        remedy: 'Remove the marker, or make it a user task or a service task.',
      })),
};
