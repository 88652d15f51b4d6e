/**
 * Builds the browser code of the sandbox's inbox and of the operator's page into `dist/`: files that need no other server and
 * no further build.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { gatherLicences } from './gather-licences.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Where the sources of each page are, its style, and where it is built. */
const PAGES = [
  { source: 'src/sandbox/inbox', style: 'styles/inbox.css', built: 'dist/sandbox/inbox' },
  { source: 'src/admin/page', style: 'styles/admin.css', built: 'dist/admin' },
] as const;

for (const page of PAGES) await buildPage(page);

async function buildPage({ source, style, built }: (typeof PAGES)[number]): Promise<void> {
  const folder = join(ROOT, source);
  /** The folder is replaced as a whole, so that a running service never serves an incomplete build. */
  const out = join(ROOT, `${built}.${process.pid}`);
  const common = {
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    metafile: true,
    outdir: join(out, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    target: ['chrome123', 'firefox125', 'safari17.5'],
    tsconfig: join(folder, 'tsconfig.json'),
    // The licences are in one file next to them.
    legalComments: 'none',
    loader: { '.svg': 'file' },
    logLevel: 'warning',
  } satisfies BuildOptions;
  const results = await Promise.all([
    build({
      ...common,
      entryPoints: { main: join(folder, 'main.tsx'), style: join(folder, style) },
      format: 'esm',
      splitting: true,
    }),
    // A module would run after the first paint.
    build({ ...common, entryPoints: { early: join(ROOT, 'src/page/early.ts') }, format: 'iife' }),
    build({ ...common, entryPoints: { icon: join(folder, 'icon.svg') }, loader: { '.svg': 'copy' } }),
  ]);
  const metafiles = results.map(({ metafile }) => metafile);
  await writeFile(join(out, 'index.html'), await fillPage(join(folder, 'index.html'), metafiles));
  await writeFile(join(out, 'THIRD-PARTY.txt'), await gatherLicences(metafiles, ROOT));
  await rm(join(ROOT, built), { recursive: true, force: true });
  await rename(out, join(ROOT, built));
  for (const { outputs } of metafiles) {
    for (const [path, { bytes }] of Object.entries(outputs)) {
      console.log(`${built}/${relative(out, join(ROOT, path))}  ${bytes} bytes`);
    }
  }
}

/** Inserts the hashed names into the page. */
async function fillPage(path: string, files: readonly Metafile[]): Promise<string> {
  const page = await readFile(path, 'utf8');
  const outputs = files.flatMap(({ outputs: written }) => Object.keys(written)).map((name) => basename(name));
  return page.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const found = outputs.find((output) => output.startsWith(`${name}-`));
    if (found === undefined) throw new Error(`index.html names ${name}, which was not built`);
    return found;
  });
}
