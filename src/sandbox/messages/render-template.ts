import type { RawObject } from '../tasks/check-fields.ts';

/** A name between double curly braces (spec, Template rules). */
const VARIABLE = /\{\{\s*([^{}]*[^{}\s])\s*\}\}/g;

/** The variables of a template, each once. */
export function variablesIn(template: string): string[] {
  return [...new Set(Array.from(template.matchAll(VARIABLE), (match) => match[1] ?? ''))];
}

/** The template with its values in place; what is no text is written as JSON. A value is never read as a template. */
export function renderTemplate(template: string, values: RawObject): string {
  return template.replaceAll(VARIABLE, (_all, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}
