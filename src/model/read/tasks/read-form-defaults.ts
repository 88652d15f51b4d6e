import { type Extension, findExtensions } from '../../moddle/extension.ts';
import type { ModdleElement } from '../../moddle/moddle-element.ts';
import type { Vendor } from '../../moddle/vendor.ts';
import type { FormDefault } from '../../nodes/task-node.ts';
import type { ExpressionReader } from '../expression-reader.ts';

const VENDORS: readonly Vendor[] = ['camunda', 'flowable', 'activiti'];

/** The form fields of a start event or a user task that have a default, in the order of the file. */
export function readFormDefaults(
  element: ModdleElement,
  elementId: string,
  expressions: ExpressionReader,
): readonly FormDefault[] {
  return fieldsOf(element).flatMap((field) => readField(field, elementId, expressions));
}

/** The variables that the form fields of an element set, with or without a default. */
export function listFormVariables(element: ModdleElement): readonly string[] {
  return fieldsOf(element).flatMap((field) => variableOf(field) ?? []);
}

function fieldsOf(element: ModdleElement): readonly Extension[] {
  return VENDORS.flatMap((vendor) => [
    ...findExtensions(element, vendor, 'formProperty'),
    ...findExtensions(element, vendor, 'formData').flatMap(({ children }) => children),
  ]).filter(({ name }) => name === 'formField' || name === 'formProperty');
}

/** A field with an expression is bound to a property of a bean and sets no variable. */
function variableOf({ attributes: { id, variable = id, expression } }: Extension): string | undefined {
  return expression === undefined ? variable : undefined;
}

function readField(field: Extension, elementId: string, expressions: ExpressionReader): FormDefault[] {
  const { id, type, defaultValue, default: ofProperty } = field.attributes;
  const text = field.name === 'formField' ? defaultValue : ofProperty;
  const variable = variableOf(field);
  if (text === undefined || text.trim() === '' || variable === undefined) return [];
  return [
    { variable, type: typeOfDefault(type), value: expressions.read(text.trim(), elementId, `the default of ${id}`) },
  ];
}

const NUMBERS: ReadonlySet<string> = new Set(['long', 'integer', 'int', 'double', 'float', 'number']);

/** Dates are kept as text. */
export function typeOfDefault(type: string | undefined): FormDefault['type'] {
  if (type === 'boolean') return 'boolean';
  return NUMBERS.has(type ?? '') ? 'number' : 'text';
}
