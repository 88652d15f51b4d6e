import type { ModelOptions } from '../model-options.ts';

/** A label on one line (modelers insert line breaks into long names), translated by the host. */
export function toLabel(text: string, { translateLabel }: ModelOptions): string {
  const label = text.replace(/\s+/g, ' ').trim();
  return translateLabel === undefined ? label : translateLabel(label);
}
