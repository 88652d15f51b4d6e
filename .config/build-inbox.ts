/** Builds the browser code of the sandbox's inbox into `dist/sandbox/inbox/`: files that need no other server and no further build. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { gatherLicences } from './gather-licences.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SOURCE = join(ROOT, 'src/sandbox/inbox');
const BUILT = join(ROOT, 'dist/sandbox/inbox');
/** The folder is replaced as a whole, so that a running sandbox never serves an incomplete build. */
const OUT = `${BUILT}.${process.pid}`;
const ASSETS = join(OUT, 'assets');

const common = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  metafile: true,
  outdir: ASSETS,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  target: ['chrome123', 'firefox120', 'safari17.5'],
  tsconfig: join(SOURCE, 'tsconfig.json'),
  // The licences are in one file next to them.
  legalComments: 'none',
  loader: { '.svg': 'file' },
  logLevel: 'warning',
} satisfies BuildOptions;

const results = await Promise.all([
  build({
    ...common,
    entryPoints: { main: join(SOURCE, 'main.tsx'), style: join(SOURCE, 'styles/inbox.css') },
    format: 'esm',
    splitting: true,
  }),
  // A module would run after the first paint.
  build({ ...common, entryPoints: { early: join(SOURCE, 'early.ts') }, format: 'iife' }),
  build({ ...common, entryPoints: { icon: join(SOURCE, 'icon.svg') }, loader: { '.svg': 'copy' } }),
]);
const metafiles = results.map(({ metafile }) => metafile);
await writeFile(join(OUT, 'index.html'), await fillPage(metafiles));
await writeFile(join(OUT, 'THIRD-PARTY.txt'), await gatherLicences(metafiles, ROOT));
await rm(BUILT, { recursive: true, force: true });
await rename(OUT, BUILT);
const bytes = metafiles
  .flatMap(({ outputs }) => Object.entries(outputs))
  .map(([path, output]) => ({ path, ...output }));
for (const output of bytes) console.log(`${relative(OUT, join(ROOT, output.path))}  ${output.bytes} bytes`);

/** Inserts the hashed names into the page. */
async function fillPage(files: readonly Metafile[]): Promise<string> {
  const page = await readFile(join(SOURCE, 'index.html'), 'utf8');
  const outputs = files.flatMap(({ outputs: written }) => Object.keys(written)).map((path) => basename(path));
  return page.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const found = outputs.find((output) => output.startsWith(`${name}-`));
    if (found === undefined) throw new Error(`index.html names ${name}, which was not built`);
    return found;
  });
}
