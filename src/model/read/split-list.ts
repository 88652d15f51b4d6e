/**
 * Splits `anna, ${boss}, user(b)` at commas outside brackets and quotes, without blank parts. FEEL (`=…`) is a single
 * expression and is not split.
 */
export function splitList(text: string): readonly string[] {
  if (text.trimStart().startsWith('=')) return [text.trim()];
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let part = '';
  for (const char of text) {
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (depth > 0 && (char === '"' || char === "'")) quote = char;
    else if ('({['.includes(char)) depth += 1;
    else if (')}]'.includes(char)) depth -= 1;
    if (char === ',' && depth === 0 && quote === '') {
      parts.push(part);
      part = '';
    } else part += char;
  }
  return [...parts, part].map((entry) => entry.trim()).filter((entry) => entry !== '');
}
