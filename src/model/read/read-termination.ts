import { FLOWABLE_AND_ACTIVITI, readVendorAttribute } from '../moddle/extension.ts';
import { elementOf, type ModdleElement } from '../moddle/moddle-element.ts';
import { readMark } from '../moddle/prepared-mark.ts';
import { eventDefinitionsOf } from './events/event-kind.ts';

/** A terminate end event that ends more than its own scope. */
export interface WideTermination {
  readonly ends: 'instance' | 'multi-instance';
  /** The attribute, e.g. `flowable:terminateAll`. */
  readonly from: string;
  /** For a multi-instance: whether there are other scopes between it and the event. */
  readonly isDeep: boolean;
}

/**
 * Reads `terminateAll` and `terminateMultiInstance` of Flowable and Activiti; `terminateAll` takes precedence. Undefined if
 * the event ends only its own scope.
 */
export function readWideTermination(end: ModdleElement): WideTermination | undefined {
  if (end.$type !== 'bpmn:EndEvent') return undefined;
  const all = findAttribute(end, 'terminateAll');
  const one = findAttribute(end, 'terminateMultiInstance');
  // Return early: almost no end event has one of the two.
  if (all === undefined && one === undefined) return undefined;
  const around = subProcessesAround(end);
  if (all !== undefined && around.length > 0) return { ends: 'instance', from: all, isDeep: false };
  const marked = around.findIndex(isMultiInstance);
  if (one === undefined || marked < 0) return undefined;
  // An inlined process does not count: the author drew nothing after it within its call.
  const isDeep = around.slice(0, marked).some((each) => !isCalledProcess(each));
  return { ends: 'multi-instance', from: one, isDeep };
}

function findAttribute(end: ModdleElement, name: string): string | undefined {
  for (const definition of eventDefinitionsOf(end)) {
    for (const vendor of FLOWABLE_AND_ACTIVITI) {
      if (readVendorAttribute(definition, vendor, name)?.trim() === 'true') return `${vendor}:${name}`;
    }
  }
  return undefined;
}

function isMultiInstance(scope: ModdleElement): boolean {
  return elementOf(scope, 'loopCharacteristics')?.$type === 'bpmn:MultiInstanceLoopCharacteristics';
}

function isCalledProcess(scope: ModdleElement): boolean {
  return readMark(scope, 'part') === 'process';
}

function subProcessesAround({ $parent }: ModdleElement): readonly ModdleElement[] {
  if ($parent === undefined || !$parent.$type.endsWith('SubProcess')) return [];
  return [$parent, ...subProcessesAround($parent)];
}
