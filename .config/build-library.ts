/**
 * Builds the library into `dist/`: one file for each entry point, shared chunks, and the declarations
 * below `dist/types/`. Bundled, since importing eight hundred small files takes longer than running them; not
 * minified, so that stack traces are readable.
 */
import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { gatherLicences } from './gather-licences.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const OUT = join(ROOT, 'dist');

/**
 * Built into the files: more than half of the modules that importing zod loads are texts in languages that nobody sees
 * here. It stays a dependency, because declarations name its types.
 */
const BUILT_IN = new Set(['zod']);

/** Sources of the `exports` and `bin` of package.json, by the name of the built file. */
const DOORS = {
  index: 'src/index.ts',
  plugin: 'src/plugin/index.ts',
  model: 'src/model/index.ts',
  conformance: 'src/conformance/index.ts',
  sandbox: 'src/sandbox/index.ts',
  testing: 'src/testing/index.ts',
  cli: 'src/cli/main.ts',
};

await rm(OUT, { recursive: true, force: true });
const { version, dependencies, peerDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const { warnings, metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: DOORS,
  outdir: OUT,
  // All in one folder: src/package-root.ts relies on this to find files of the package.
  entryNames: '[name]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  external: Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !BUILT_IN.has(name)),
  metafile: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  banner: { js: `// bpmn-transaction-bridge ${version}` },
  logLevel: 'warning',
});
// For example about code that is left out: the bundle would do less than the sources.
if (warnings.length > 0) throw new Error('esbuild warned while it built the library');
requireOnlyBuiltIn(Object.keys(metafile.inputs));
await writeFile(join(OUT, 'THIRD-PARTY.txt'), await gatherLicences([metafile], ROOT));
const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', join(ROOT, '.config/tsconfig.build.json')], { stdio: 'inherit' });
await keepReachableDeclarations();

/** A package that is no dependency would otherwise be built in unnoticed. */
function requireOnlyBuiltIn(inputs: readonly string[]): void {
  const packages = inputs.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  const others = [...new Set(packages)].filter((name) => !BUILT_IN.has(name));
  if (others.length > 0) throw new Error(`the build contains ${others.join(', ')}`);
}

/** Most declarations cannot be reached from an entry point, and each would take a block on the user's disk. */
async function keepReachableDeclarations(): Promise<void> {
  const types = join(OUT, 'types');
  const reached = new Set<string>();
  const pending = Object.values(DOORS).map((path) => join(types, path.replace(/^src\//, '').replace(/\.ts$/, '.d.ts')));
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    const text = await readFile(path, 'utf8');
    for (const [, relative = ''] of text.matchAll(/(?:from |import |import\()['"](\.[^'"]+)\.[jt]s['"]/g)) {
      pending.push(join(dirname(path), `${relative}.d.ts`));
    }
  }
  for (const name of await readdir(types, { recursive: true })) {
    const path = join(types, name);
    if (path.endsWith('.d.ts') && !reached.has(path)) await rm(path);
  }
}
