const QUOTES = '“”„‟«»‘’‚‛「」';
/** White space but for that of ASCII, and characters without a width. */
const SPACES = /[^\S \t\n\r\f\v]|[\u200b\u2060\ufeff]/;

/** What to write for a character of a word processor or of a Chinese keyboard; undefined for any other. */
export function explainMistyped(character: string): string | undefined {
  const code = character.charCodeAt(0);
  if (QUOTES.includes(character) && character !== '') return `\`${character}\` begins no text; write \`"\``;
  if (SPACES.test(character)) {
    return `the space here is the character U+${code.toString(16).toUpperCase().padStart(4, '0')}; write a plain space`;
  }
  // Full-width forms of ASCII.
  const plain = code > 0xff00 && code < 0xff5f ? String.fromCharCode(code - 0xfee0) : undefined;
  return plain && `\`${character}\` is a full-width character; write \`${plain}\``;
}
