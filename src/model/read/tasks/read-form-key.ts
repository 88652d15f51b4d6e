import { findExtensions, readVendorAttribute } from '../../moddle/extension.ts';
import type { ModdleElement } from '../../moddle/moddle-element.ts';

/** The form of a task: the address of a page, or the name of a form that only its own engine can show. */
export function readFormKey(element: ModdleElement): string | undefined {
  const zeebe = findExtensions(element, 'zeebe', 'formDefinition')[0]?.attributes;
  const keys = [
    readVendorAttribute(element, 'camunda', 'formKey'),
    zeebe?.externalReference ?? zeebe?.formKey ?? zeebe?.formId,
    readVendorAttribute(element, 'flowable', 'formKey'),
    readVendorAttribute(element, 'activiti', 'formKey'),
  ];
  return keys.find((key) => key !== undefined && key.trim() !== '')?.trim();
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text);
}
