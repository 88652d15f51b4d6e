import type { ModdleElement } from '../moddle/moddle-element.ts';

/** The id of a part that is drawn into a call; two dots, which hardly any author writes. */
export function reservedId({ id }: ModdleElement, part: string): string {
  return `${id}..${part}`;
}
