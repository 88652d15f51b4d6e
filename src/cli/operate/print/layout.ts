/** Columns that are easy to read, for paragraphs. */
const PARAGRAPH = 100;
/** In a narrower terminal, lines wrap: less would not show what a row is about. */
const MIN_COLUMNS = 60;
const GAP = '  ';

/** Columns that a line may take. Without a terminal as many as it has, because a cut line is lost for `grep`. */
function columnsOfLine(): number {
  const { isTTY, columns } = process.stdout;
  // A terminal that does not know its size has 0.
  return isTTY ? Math.max(MIN_COLUMNS, columns || PARAGRAPH) : Number.POSITIVE_INFINITY;
}

/** Characters that a terminal draws in two columns: Chinese, Japanese and Korean ones, and most emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

const widthOf = (text: string) => [...text].reduce((sum, each) => sum + (WIDE.test(each) ? 2 : 1), 0);

/** One line of at most so many columns; what is cut ends with …. Default: those of the terminal. */
export function fit(text: string, width = columnsOfLine()): string {
  const line = text.replaceAll(/[\r\n\t]+/g, ' ').trimEnd();
  if (widthOf(line) <= width) return line;
  let [kept, columns] = ['', 0];
  for (const each of line) {
    columns += widthOf(each);
    if (columns > width - 1) break;
    kept += each;
  }
  return `${kept}…`;
}

/** The same below another line. */
export function indent(text: string): string {
  return `${GAP}${fit(text, columnsOfLine() - GAP.length)}`;
}

/** A paragraph in lines that are easy to read, below another line. */
export function wrap(text: string): string[] {
  const width = Math.min(PARAGRAPH, columnsOfLine());
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${GAP}${word}`);
  }
  return lines;
}

/** A table whose last column takes what is left of the line. The columns of ids are never cut, so that they can be copied. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = heads.map((head, column) => Math.max(widthOf(head), ...rows.map((row) => widthOf(row[column] ?? ''))));
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const used = widths.slice(0, column).reduce((sum, width) => sum + width + GAP.length, 0);
        if (column === heads.length - 1) return fit(cell, Math.max(20, columnsOfLine() - used));
        return cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell));
      })
      .join(GAP)
      .trimEnd();
  return [heads, ...rows].map(lineOf);
}

/** Names and values, one per line. */
export function facts(pairs: readonly (readonly [string, string | null])[]): string[] {
  const known = pairs.filter((pair): pair is readonly [string, string] => pair[1] !== null);
  const width = Math.max(0, ...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}${GAP}${value}`);
}

/** In UTC, to the second. */
export function timeOf(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')}Z`;
}

export function durationOf(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

export function plural(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
