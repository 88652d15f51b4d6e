/**
 * Builds the library into `dist/`: one file for each entry point, shared chunks, and the declarations
 * below `dist/types/`. Bundled, since importing eight hundred small files takes longer than running them; not
 * minified, so that stack traces are readable.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
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
writeDeclarations();

/** A package that is no dependency would otherwise be built in unnoticed. */
function requireOnlyBuiltIn(inputs: readonly string[]): void {
  const packages = inputs.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  const others = [...new Set(packages)].filter((name) => !BUILT_IN.has(name));
  if (others.length > 0) throw new Error(`the build contains ${others.join(', ')}`);
}

/**
 * Writes the declarations that can be reached from an entry point, a tenth of all. `npm run typecheck` checks; here only the
 * types that are inferred for them are computed.
 */
function writeDeclarations(): void {
  const config = ts.getParsedCommandLineOfConfigFile(join(ROOT, '.config/tsconfig.build.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: refuse,
  });
  const program = ts.createProgram(
    Object.values(DOORS).map((path) => join(ROOT, path)),
    config?.options ?? {},
  );
  const written = new Set<string>();
  const pending = Object.values(DOORS).map((path) => join(ROOT, path));
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (written.has(path)) continue;
    written.add(path);
    const write = (name: string, text: string) => {
      ts.sys.writeFile(name, text);
      for (const [, relative = ''] of text.matchAll(/(?:from |import |import\()['"](\.[^'"]+)\.[jt]s['"]/g)) {
        pending.push(join(dirname(path), `${relative}.ts`));
      }
    };
    const { diagnostics } = program.emit(program.getSourceFile(path), write, undefined, true);
    diagnostics.forEach(refuse);
  }
}

function refuse({ messageText }: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
}
