import { walkTree } from '../moddle/change-tree.ts';
import { elementOf, type ModdleElement, nameOf, textOf } from '../moddle/moddle-element.ts';
import type { Problem } from '../problem.ts';
import type { PrepareRule } from './prepare-rules.ts';

const RULE: PrepareRule = 'loop-marker-dropped';

/**
 * Takes loop markers away that say neither a condition nor a maximum. BPMN 2.0.2 (10.3.8) calls them underspecified and
 * not executable; Camunda, Flowable, Activiti and jBPM do the activity once. So they do where a token passes through.
 */
export function dropIdleLoops(process: ModdleElement): readonly Problem[] {
  return [...walkTree(process)].flatMap((element) => {
    const loop = elementOf(element, 'loopCharacteristics');
    if (loop?.$type !== 'bpmn:StandardLoopCharacteristics') return [];
    const passes = element.$type === 'bpmn:Task' || element.$type === 'bpmn:ManualTask';
    const says =
      textOf(elementOf(loop, 'loopCondition'), 'body') !== undefined || typeof loop.get('loopMaximum') === 'number';
    if (says && !passes) return [];
    element.set('loopCharacteristics', undefined);
    return [describe(element, says)];
  });
}

function describe(element: ModdleElement, says: boolean): Problem {
  const name = nameOf(element) ?? element.id;
  return {
    severity: 'warning',
    rule: RULE,
    elementId: element.id ?? '',
    reason: says
      ? `"${name}" has a loop marker, but it is passed through; nothing happens several times.`
      : `"${name}" has a loop marker that says neither for how long nor how often: it happens once.`,
    remedy: 'Give the loop a condition, which holds as long as it goes on, or a maximum; or remove the marker.',
    ...(says ? {} : { guess: true as const }),
  };
}
