import { walkTree } from '../../moddle/change-tree.ts';
import { elementOf, type ModdleElement, nameOf, textOf } from '../../moddle/moddle-element.ts';
import type { Problem } from '../../problem.ts';
import { prepareProblem } from '../prepare-rules.ts';

/**
 * Removes loop markers that have no effect: those with neither a condition nor a maximum, which BPMN 2.0.2 (10.3.8) calls
 * underspecified and not executable, and all markers of tasks that a token passes straight through. Camunda, Flowable,
 * Activiti and jBPM run both once.
 */
export function dropIdleLoops(process: ModdleElement): readonly Problem[] {
  return [...walkTree(process)].flatMap((element) => {
    const loop = elementOf(element, 'loopCharacteristics');
    if (loop === undefined) return [];
    const passes = element.$type === 'bpmn:Task' || element.$type === 'bpmn:ManualTask';
    if (!passes && says(loop)) return [];
    element.set('loopCharacteristics', undefined);
    return [passes && says(loop) ? describePassed(element, loop) : describeIdle(element)];
  });
}

function says(loop: ModdleElement): boolean {
  if (loop.$type !== 'bpmn:StandardLoopCharacteristics') return true;
  return textOf(elementOf(loop, 'loopCondition'), 'body') !== undefined || typeof loop.get('loopMaximum') === 'number';
}

function describePassed(element: ModdleElement, { $type }: ModdleElement): Problem {
  const marker = $type === 'bpmn:StandardLoopCharacteristics' ? 'loop' : 'multi-instance';
  return prepareProblem('loop-marker-dropped', {
    elementId: element.id ?? '',
    reason: `"${nameOf(element) ?? element.id}" has a ${marker} marker, but a token passes straight through it, so nothing is repeated.`,
    remedy: 'Remove the marker, or make it a user task or a service task.',
  });
}

function describeIdle(element: ModdleElement): Problem {
  return prepareProblem('loop-marker-dropped', {
    elementId: element.id ?? '',
    reason: `"${nameOf(element) ?? element.id}" has a loop marker with neither a condition nor a maximum: it happens once.`,
    remedy:
      'Give the loop a condition that is true as long as the loop should go on, or a maximum; or remove the marker.',
    guess: true,
  });
}
