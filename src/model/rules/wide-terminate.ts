import { readVendorAttributes } from '../moddle/extension.ts';
import { elementOf, type ModdleElement } from '../moddle/moddle-element.ts';
import { eventDefinitionsOf } from '../read/event-kind.ts';
import { isEngine } from './vendor-names.ts';

/** What it is called by the people who draw it, and what to do. */
interface WideTerminate {
  readonly kind: string;
  readonly remedy: string;
}

const REMEDY =
  'Let it throw an error, catch that on the border of the sub-process or call, and draw a terminate end event behind it.';

/**
 * A terminate end event of Flowable that ends more than the scope it stands in; undefined where there is no more than
 * that scope, so that the attribute says nothing. The engine ends one scope, and would go on behind it.
 */
export function findWideTerminate(end: ModdleElement): WideTerminate | undefined {
  const around = subProcessesAround(end);
  const widened = eventDefinitionsOf(end)
    .flatMap(readVendorAttributes)
    .find(
      ({ vendor, name, value }) =>
        isEngine(vendor) && value.trim() === 'true' && around.some((scope) => WIDENS[name]?.(scope) === true),
    );
  if (widened === undefined) return undefined;
  return {
    kind: `terminate end event that ends more than its sub-process or call (${widened.vendor}:${widened.name})`,
    remedy: REMEDY,
  };
}

/** By the name of the attribute: what around the event it ends besides. */
const WIDENS: Readonly<Record<string, (scope: ModdleElement) => boolean>> = {
  terminateAll: () => true,
  terminateMultiInstance: (scope) =>
    elementOf(scope, 'loopCharacteristics')?.$type === 'bpmn:MultiInstanceLoopCharacteristics',
};

function subProcessesAround({ $parent }: ModdleElement): readonly ModdleElement[] {
  if ($parent === undefined || !$parent.$type.endsWith('SubProcess')) return [];
  return [$parent, ...subProcessesAround($parent)];
}
