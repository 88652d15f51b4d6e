/** Number of colours in shell.css. */
const HUES = 6;

interface AvatarProps {
  readonly name: string;
  /** The same account always has the same colour. */
  readonly seed: string;
}

export function Avatar({ name, seed }: AvatarProps) {
  const hue = [...seed].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES;
  return (
    <span class={`avatar is-hue-${hue}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
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
