import { splitText } from '../../expressions/text-names.ts';
import {
  ATTRIBUTE_VENDORS,
  type Extension,
  FLOWABLE_AND_ACTIVITI,
  findExtensions,
  readFirstAttribute,
  readVendorAttribute,
  readZeebe,
} from '../../moddle/extension.ts';
import type { ModdleElement } from '../../moddle/moddle-element.ts';
import type { FormDefault, TaskUrls } from '../../nodes/task-node.ts';
import type { FlowNode } from '../diagram.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { readTtc } from '../read-ttc.ts';

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
  return ATTRIBUTE_VENDORS.flatMap((vendor) => [
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

/** The form of a task: the address of a page, or the name of a form that only its own engine can show. */
export function readFormKey(element: ModdleElement): string | undefined {
  const zeebe = readZeebe(element, 'formDefinition');
  const keys = [
    readVendorAttribute(element, 'camunda', 'formKey'),
    zeebe.externalReference ?? zeebe.formKey ?? zeebe.formId,
    readFirstAttribute(element, 'formKey', FLOWABLE_AND_ACTIVITI),
  ];
  return keys.find((key) => key !== undefined && key.trim() !== '')?.trim();
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text);
}

export const URL_NAMES = ['handleUrl', 'viewUrl', 'mHandleUrl', 'mViewUrl'] as const;

/** Compiles the expressions in an address only to report invalid ones; the address is filled in at run time. */
export function readUrl(url: string, elementId: string, expressions: ExpressionReader): void {
  try {
    for (const { kind, text } of splitText(url))
      if (kind === 'expression') expressions.read(text, elementId, 'an address');
  } catch {
    // An expression without an end: reading the whole address reports it.
    expressions.read(url, elementId, 'an address');
  }
}

/** Each address from its `ttc` value, else from a form key that is a web address. */
export function readUrls({ id, element }: FlowNode, expressions: ExpressionReader): TaskUrls {
  const formKey = readFormKey(element);
  const page = formKey !== undefined && isWebAddress(formKey) ? formKey : undefined;
  const urls: Partial<Record<(typeof URL_NAMES)[number], string>> = {};
  for (const name of URL_NAMES) {
    const url = readTtc(element, name) ?? page;
    if (url !== undefined) urls[name] = url;
  }
  for (const url of new Set(Object.values(urls))) readUrl(url, id, expressions);
  return urls;
}
