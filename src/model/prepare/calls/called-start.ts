import { elementsOf, type ModdleElement } from '../../moddle/moddle-element.ts';
import { eventDefinitionsOf, eventKindOf } from '../../read/events/event-kind.ts';

/** Where a called process starts. */
export type CalledStart =
  /** At its plain start event or, without any start event, at its nodes without incoming flows. */
  | { readonly kind: 'plain' }
  /** At a start event with a trigger, which is ignored. */
  | { readonly kind: 'event'; readonly element: ModdleElement }
  /** Nowhere: there are several start events with triggers. */
  | { readonly kind: 'none' };

/**
 * Without a plain start event, Camunda 7, Flowable and Activiti start at the only start event, whatever its trigger;
 * Camunda 7 also at the only timer start event.
 */
export function calledStartOf(process: ModdleElement): CalledStart {
  const starts = elementsOf(process, 'flowElements').filter(({ $type }) => $type === 'bpmn:StartEvent');
  const isPlain = (start: ModdleElement) => eventDefinitionsOf(start).length === 0;
  if (starts.length === 0 || starts.some(isPlain)) return { kind: 'plain' };
  const timers = starts.filter((start) => eventDefinitionsOf(start).every((each) => eventKindOf(each) === 'timer'));
  const only = starts.length === 1 ? starts : timers;
  const [element] = only;
  return element !== undefined && only.length === 1 ? { kind: 'event', element } : { kind: 'none' };
}
