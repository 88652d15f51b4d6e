/** No words of a report's reason are without a test that reads them from a real process. */
import { readdir, readFile } from 'node:fs/promises';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const SOURCES = ['explain-report', 'moves', 'note-moves', 'sentence', 'whereabouts'];
const TESTS = new URL('test/bridge/explain/', ROOT);

/** What stands between the names in a sentence, in every string of a file that has several words. */
function wordsIn(text: string): string[] {
  const words: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node);
    if (isText && /\S \S|^ \S|\S $/.test(node.text)) words.push(node.text.trim());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true));
  return words;
}

const files = (await readdir(TESTS)).filter((name) => name.endsWith('.test.ts'));
const tests = (await Promise.all(files.map((name) => readFile(new URL(name, TESTS), 'utf8')))).join('\n').toLowerCase();

test.each(SOURCES)('every clause of %s stands in a test, word by word', async (name) => {
  const words = wordsIn(await readFile(new URL(`src/plugin/explain/${name}.ts`, ROOT), 'utf8'));
  expect(words).not.toEqual([]);
  expect(words.filter((clause) => !tests.includes(clause.toLowerCase()))).toEqual([]);
});
