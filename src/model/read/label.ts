import type { ModelOptions } from '../model-options.ts';

/** A label on one line, as modelers break long names over several, in the words of the host. */
export function labelOf(text: string, { translateLabel }: ModelOptions): string {
  const label = text.replace(/\s+/g, ' ').trim();
  return translateLabel === undefined ? label : translateLabel(label);
}
