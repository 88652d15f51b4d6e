import type { ModdleElement } from '../moddle/moddle-element.ts';

/** The id of a generated element. It contains two dots, which authors hardly ever write. */
export function reservedId({ id }: ModdleElement, part: string): string {
  return `${id}..${part}`;
}
