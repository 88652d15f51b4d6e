import { type Extension, findExtensions } from '../moddle/extension.ts';
import type { ModdleElement } from '../moddle/moddle-element.ts';
import type { Vendor } from '../moddle/vendor.ts';
import type { FormDefault } from '../process-model.ts';
import type { ExpressionReader } from './expression-reader.ts';

const VENDORS: readonly Vendor[] = ['camunda', 'flowable', 'activiti'];

/** The form fields of a start event or a user task that have a default, in the order of the file. */
export function readFormDefaults(
  element: ModdleElement,
  elementId: string,
  expressions: ExpressionReader,
): readonly FormDefault[] {
  return VENDORS.flatMap((vendor) => [
    ...findExtensions(element, vendor, 'formProperty'),
    ...findExtensions(element, vendor, 'formData').flatMap(({ children }) => children),
  ]).flatMap((field) => readField(field, elementId, expressions));
}

function readField({ name, attributes }: Extension, elementId: string, expressions: ExpressionReader): FormDefault[] {
  const { id, variable = id, type } = attributes;
  const text =
    name === 'formField' ? attributes.defaultValue : name === 'formProperty' ? attributes.default : undefined;
  // What is bound to a property of a bean sets no variable.
  if (text === undefined || text.trim() === '' || variable === undefined || attributes.expression !== undefined)
    return [];
  return [
    { variable, type: typeOfDefault(type), value: expressions.read(text.trim(), elementId, `the default of ${id}`) },
  ];
}

const NUMBERS: ReadonlySet<string> = new Set(['long', 'integer', 'int', 'double', 'float', 'number']);

/** A date stays as it is written. */
export function typeOfDefault(type: string | undefined): FormDefault['type'] {
  if (type === 'boolean') return 'boolean';
  return NUMBERS.has(type ?? '') ? 'number' : 'text';
}
