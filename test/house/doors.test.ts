/** Tests come into `src/` through its doors, so that a file of it can move without the tests moving along. */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

/** What any test may import: the subpaths of the package, and the files that make and describe the parts inside. */
const DOORS = [
  'src/index.ts',
  'src/conformance/index.ts',
  'src/model/index.ts',
  'src/plugin/index.ts',
  'src/sandbox/index.ts',
  'src/testing/index.ts',
  'src/center/create-center-client.ts',
  'src/center/port.ts',
  'src/config.ts',
  'src/messages/create-message-sender.ts',
  'src/outbox/create-outbox.ts',
  'src/secret.ts',
  'src/store/open-store.ts',
  'src/store/store.ts',
];

/** Files of tests that may name one inner file: those that test it. More than that share what is in `support/inner`. */
const MOST_IMPORTERS = 5;

/** Where the tests of a folder of `src/` are, for those whose folder has another name. */
const TESTED_IN: Readonly<Record<string, string>> = { 'src/sandbox/inbox/': 'test/inbox/' };

interface Import {
  readonly by: string;
  readonly file: string;
}

const names = await readdir(new URL('test/', ROOT), { recursive: true });
const imports = (await Promise.all(names.filter((name) => /\.tsx?$/.test(name)).map(listImports))).flat();
const inner = imports.filter(({ file }) => !DOORS.includes(file));

/** The files of `src/` that a file of `test/` imports, in whatever way. */
async function listImports(name: string): Promise<readonly Import[]> {
  const url = new URL(`test/${name}`, ROOT);
  const { importedFiles } = ts.preProcessFile(await readFile(url, 'utf8'));
  const paths = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
  return paths
    .map(({ fileName }) => fileURLToPath(new URL(fileName, url)).slice(fileURLToPath(ROOT).length))
    .filter((file) => file.startsWith('src/'))
    .map((file) => ({ by: `test/${name}`, file }));
}

function isAtHome({ by, file }: Import): boolean {
  const [, place = ''] = file.split('/');
  const name = place.replace(/\.ts$/, '');
  const homes = [`test/${name}/`, `test/${name}.test.ts`, `test/support/inner/${name}.ts`];
  const others = Object.entries(TESTED_IN).flatMap(([folder, home]) => (file.startsWith(folder) ? [home] : []));
  return [...homes, ...others].some((home) => by.startsWith(home));
}

test('every door is there, and is used', () => {
  expect(DOORS.filter((door) => imports.every(({ file }) => file !== door))).toEqual([]);
});

test('a test imports inner files of no folder but the one that it tests', () => {
  expect(inner.filter((each) => !isAtHome(each)).map(({ by, file }) => `${by} imports ${file}`)).toEqual([]);
});

test('no inner file is imported by many tests', () => {
  const files = [...new Set(inner.map(({ file }) => file))];
  const importersOf = (file: string) => new Set(inner.filter((each) => each.file === file).map(({ by }) => by)).size;
  expect(files.filter((file) => importersOf(file) > MOST_IMPORTERS)).toEqual([]);
});
