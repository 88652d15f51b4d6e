/** Parses an answer; undefined if it is not JSON. The parser's error is not used, because it would quote the answer. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
