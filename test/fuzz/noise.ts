import { pick, type Random } from '../support/random.ts';

const ODD_TEXTS = ['%', '\\', '"', '=', '+', '../', '\ufeff', '0', '.'];

/** How a text is changed by noise on the line, or by somebody who tries. */
const NOISES = {
  'a byte replaced': (text, at, random) => text.slice(0, at) + character(random) + text.slice(at + 1),
  'a byte dropped': (text, at) => text.slice(0, at) + text.slice(at + 1),
  'a byte put in': (text, at, random) => text.slice(0, at) + character(random) + text.slice(at),
  'cut off': (text, at) => text.slice(0, at),
  'a piece repeated': (text, at, random) => {
    const other = random.below(text.length + 1);
    return text.slice(0, at) + text.slice(Math.min(at, other), Math.max(at, other)) + text.slice(at);
  },
  'an odd text put in': (text, at, random) => text.slice(0, at) + pick(random, ODD_TEXTS) + text.slice(at),
} as const satisfies Record<string, (text: string, at: number, random: Random) => string>;

export const NOISE_KINDS = Object.keys(NOISES) as (keyof typeof NOISES)[];

/** Another text than the one given, and how it was made. */
export function addNoise(text: string, random: Random): { readonly text: string; readonly kind: string } {
  for (;;) {
    const kind = pick(random, NOISE_KINDS);
    const changed = NOISES[kind](text, random.below(text.length + 1), random);
    if (changed !== text) return { text: changed, kind };
  }
}

function character(random: Random): string {
  return String.fromCharCode(random.below(0x7f));
}
