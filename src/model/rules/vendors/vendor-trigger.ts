import { readExtensions } from '../../moddle/extension.ts';
import type { ModdleElement } from '../../moddle/moddle-element.ts';
import { isEngine } from './vendor-names.ts';

/** The trigger of an event that only its own engine supports. */
export interface VendorTrigger {
  /** As in the file, e.g. `flowable:eventType`. */
  readonly shown: string;
  readonly remedy: string;
}

const EVENT_DEFINITION = /EventDefinition$/;

/** Flowable writes its own triggers into the extension elements of an event that has no event definition. */
export function findVendorTrigger(element: ModdleElement): VendorTrigger | undefined {
  for (const { vendor, name } of readExtensions(element)) {
    if (!isEngine(vendor)) continue;
    if (name === 'eventType' || EVENT_DEFINITION.test(name))
      return { shown: `${vendor}:${name}`, remedy: remedyFor(name) };
  }
  return undefined;
}

function remedyFor(name: string): string {
  if (name === 'eventType') return 'Give it a message, and let the host report the event with bridge.message.';
  if (name === 'variableListenerEventDefinition')
    return 'Name the variable, and deploy the file with bridge.deploy; or give it a condition over it, such as ${amount > 1000}.';
  return 'Give it a message or a signal, and let the host send it with bridge.message or bridge.signal.';
}
