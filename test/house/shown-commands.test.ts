/** The commands that the guides show exist, with their options. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const DOCS = new URL('../../docs/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, DOCS), 'utf8');

/** What `--help` of each command says, by its name. */
const helps = new Map(
  read('reference/cli.md')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0] ?? '', section]),
);
const NAMES = [...helps.keys()].join('|');

interface Shown {
  readonly page: string;
  readonly command: string;
}

/** After the name of the program, or alone in code with an action or an option. */
const shown: readonly Shown[] = readdirSync(DOCS)
  .filter((name) => name.endsWith('.md'))
  .flatMap((page) => {
    const text = read(page).replaceAll('\\\n', '');
    const inCode = new RegExp(`\`((?:${NAMES}) [a-z-].*?)\``, 'g');
    return [...text.matchAll(/npx bpmn-transaction-bridge ([a-z][^`\n#|]*)/g), ...text.matchAll(inCode)].map(
      ([, command = '']) => ({ page, command }),
    );
  });

function isKnown({ command }: Shown): boolean {
  const [name = '', action = ''] = command.split(/\s+/);
  const help = helps.get(name);
  const options = command.match(/--[a-z-]+/g) ?? [];
  const listed = help === undefined ? undefined : optionsOf(help, name, action);
  return listed !== undefined && options.every((option) => new RegExp(`${option}[ ,]`).test(listed));
}

/** @returns undefined: there is no such action */
function optionsOf(help: string, name: string, action: string): string | undefined {
  if (!help.includes(`${name} <action>`)) return help;
  const [, part] = help.split(`\n${name} ${action}`);
  if (part === undefined) return undefined;
  const own = firstParagraph(part);
  const ofList = own.includes(`options of ${name} list`) ? (optionsOf(help, name, 'list') ?? '') : '';
  return own + ofList + firstParagraph(help.split('Every action has these:')[1] ?? '');
}

const firstParagraph = (text: string) => text.split('\n\n', 1)[0] ?? '';

test('each command that a page of docs/ shows exists, with its options', () => {
  expect(shown.length).toBeGreaterThan(40);
  expect(shown.filter((each) => !isKnown(each)).map(({ page, command }) => `${page}: ${command}`)).toEqual([]);
});
