/**
 * Builds the library into `dist/`: one file for each entry point, shared chunks, and the declarations
 * below `dist/types/`. Bundled, since importing eight hundred small files takes longer than running them; not
 * minified, so that stack traces are readable.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { gatherLicences } from './gather-licences.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const OUT = join(ROOT, 'dist');
const run = promisify(execFile);

/**
 * Built into the files, and so no dependency: more than half of the modules that importing zod loads are texts in languages
 * that nobody sees here.
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
await writeDeclarations();

/** A package that is no dependency would otherwise be built in unnoticed. */
function requireOnlyBuiltIn(inputs: readonly string[]): void {
  const packages = inputs.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  const others = [...new Set(packages)].filter((name) => !BUILT_IN.has(name));
  if (others.length > 0) throw new Error(`the build contains ${others.join(', ')}`);
}

/**
 * Writes the declarations of the entry points, each with what it needs and nothing else, so that they name no package of
 * which we only use the code. `npm run typecheck` checks; here only the types that are inferred for them are computed, by
 * the compiler that does it in a fifth of the time.
 */
async function writeDeclarations(): Promise<void> {
  const all = await mkdtemp(join(tmpdir(), 'declarations-'));
  const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
  const flags = ['-p', '.config/tsconfig.build.json', '--outDir', all, '--singleThreaded'];
  // It ends before its collector would have saved anything.
  await run(process.execPath, [compiler, ...flags], { cwd: ROOT, env: { ...process.env, GOGC: 'off' } });
  const doors = Object.values(DOORS).filter((path) => path.endsWith('/index.ts') || path === 'src/index.ts');
  const names = doors.map((path) => path.replace(/^src\/(.*)\.ts$/, '$1'));
  const bundle = await rollup({
    input: Object.fromEntries(names.map((name) => [name, join(all, `${name}.d.ts`)])),
    plugins: [dts()],
    external: (id) => !isAbsolute(id) && !id.startsWith('.'),
    onwarn: ({ message }) => {
      throw new Error(`rollup warned while it gathered the declarations: ${message}`);
    },
  });
  await bundle.write({ dir: join(OUT, 'types'), entryFileNames: '[name].d.ts', chunkFileNames: '[name].ts' });
  await rm(all, { recursive: true });
}
