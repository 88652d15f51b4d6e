import type { RawObject } from '../tasks/check-fields.ts';

/** A name between double curly braces (spec, Template rules). */
const VARIABLE = /\{\{\s*([^{}\s][^{}]*)\}\}/g;

/** The variables of a template, without duplicates. */
export function variablesIn(template: string): string[] {
  return [...new Set(Array.from(template.matchAll(VARIABLE), (match) => (match[1] ?? '').trimEnd()))];
}

/** Fills in a template; values other than strings are written as JSON. Values are not treated as templates. */
export function renderTemplate(template: string, values: RawObject): string {
  return template.replaceAll(VARIABLE, (_all, found: string) => {
    const name = found.trimEnd();
    const value = Object.hasOwn(values, name) ? values[name] : '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}
