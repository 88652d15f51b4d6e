import { elementsOf, type ModdleElement } from '../moddle/moddle-element.ts';
import { eventDefinitionsOf, eventKindOf } from '../read/event-kind.ts';

/** Where a process begins that is called. */
export type CalledStart =
  /** At its plain start event, or, without any start event, at what no flow leads to. */
  | { readonly kind: 'plain' }
  /** At a start event with a trigger, which is passed over. */
  | { readonly kind: 'event'; readonly element: ModdleElement }
  /** There are several start events, and none is the one. */
  | { readonly kind: 'none' };

/**
 * Where no start event is plain, Camunda 7, Flowable and Activiti begin at the only one there is, whatever sets it off;
 * Camunda 7 at the only timer among several.
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
