/** The JSON of an answer; undefined when it is none. The parser's message would quote the answer. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
