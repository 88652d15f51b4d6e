const HUES = 12;
const DEGREES = 360 / HUES;

interface AvatarProps {
  readonly name: string;
  /** The same account always has the same colour. */
  readonly seed: string;
  /** Beside a name in a line of text. */
  readonly isSmall?: boolean;
}

/** The initials of a person; no text, since the name stands beside it. */
export function Avatar({ name, seed, isSmall = false }: AvatarProps) {
  return (
    <span
      class={`avatar${isSmall ? ' is-small' : ''}`}
      style={{ '--hue': hueOf(seed) }}
      data-initials={initialsOf(name)}
      aria-hidden="true"
    />
  );
}

/** An angle on the wheel of colours, by FNV-1a: similar accounts get different ones. */
function hueOf(seed: string): number {
  let hash = 0x811c9dc5;
  for (const letter of seed) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (((hash ^ (hash >>> 16)) >>> 0) % HUES) * DEGREES;
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const [first = ''] = words;
  // Chinese names are abbreviated to their last characters.
  if (/\p{Script=Han}/u.test(first)) return [...first].slice(-2).join('');
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}
