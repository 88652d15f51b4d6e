/** TypeScript programs as one file of JavaScript, for tests that start many processes. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Native, or loaded only where they are installed. */
const NEVER_BUNDLED = ['@photostructure/sqlite', 'pg', 'pg-native', '@opentelemetry/*', 'vitest'];

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
} as const;

const bundled = new Map<string, Promise<void>>();

export interface BundleOptions {
  readonly version?: OtherVersion | undefined;
  /**
   * Bundles the packages too. It takes a second, and each start half a second of processor time less: for programs that are
   * started often.
   */
  readonly withPackages?: boolean;
}

/** Another version of the library: in place of a source of ours, it has one of the tests, which may import that source. */
export interface OtherVersion {
  readonly name: string;
  /** What stands for which source: paths from the root of the repository. */
  readonly replaces: Readonly<Record<string, string>>;
}

/**
 * Bundles a program once in a test run. Loading hundreds of sources through a compiler takes ten times as long as most of
 * what these programs are started for.
 * @param path of the program, from the root of the repository
 * @returns the path of the bundle
 */
export function bundleProgram(path: string, options: BundleOptions = {}): Promise<string> {
  const { version } = options;
  // Below the root, where the packages are found that are not bundled.
  const name = `${path.replace(/\.ts$/, '').replaceAll('/', '-')}${version ? `-${version.name}` : ''}.mjs`;
  const bundling = bundled.get(name) ?? bundleOnce(name, () => bundle(path, `${ROOT}.scratch/${name}`, options));
  bundled.set(name, bundling);
  return bundling.then(() => `${ROOT}.scratch/${name}`);
}

/** @param write what this worker does, unless another of the test run does it */
async function bundleOnce(name: string, write: () => Promise<void>): Promise<void> {
  const { TEST_RUN_FOLDER: folder } = process.env;
  if (folder === undefined) return write();
  const claim = join(folder, name);
  try {
    await mkdir(claim);
  } catch {
    while (!existsSync(join(claim, 'over'))) await setTimeout(20);
    return;
  }
  await write().finally(() => writeFile(join(claim, 'over'), ''));
}

async function bundle(path: string, output: string, { version, withPackages = false }: BundleOptions): Promise<void> {
  const isExample = path.startsWith('examples/') && !withPackages;
  if (isExample) await bundleLibrary();
  const written = `${output}.${process.pid}`;
  await build({
    ...COMMON,
    entryPoints: [path],
    outfile: written,
    ...(withPackages ? { external: NEVER_BUNDLED } : { packages: 'external' as const }),
    // A program that asks whether it was started, and not imported, compares with its own path.
    banner: { js: `process.argv[1] = ${JSON.stringify(ROOT + path)};${withPackages ? REQUIRE : ''}` },
    plugins: [isExample ? DOORS_APART : DOORS, ...(version ? [replacing(version)] : []), PLACES],
  });
  // Another run may be starting it.
  await rename(written, output);
}

const LIBRARY = '.scratch/library';
let library: Promise<void> | undefined;

/** For the examples, which import nothing of ours but its doors: they are a dozen. */
function bundleLibrary(): Promise<void> {
  library ??= bundleOnce('library', async () => {
    const doors = ['plugin', 'model', 'conformance', 'testing', 'sandbox'].map((name) => [
      name,
      `src/${name}/index.ts`,
    ]);
    await build({
      ...COMMON,
      entryPoints: { index: 'src/index.ts', ...Object.fromEntries(doors) },
      outdir: LIBRARY,
      splitting: true,
      packages: 'external',
      plugins: [PLACES],
    });
  });
  return library;
}

/** For packages that are CommonJS and require modules of Node. Spelled so that {@link PLACES} leaves it alone. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta['url']);`;

const DOOR = /^bpmn-transaction-bridge(?:\/(?<name>\w+))?$/;

/** `bpmn-transaction-bridge/testing` is `src/testing/index.ts`. */
const DOORS: Plugin = {
  name: 'doors',
  setup({ onResolve }) {
    onResolve({ filter: DOOR }, ({ path }) => {
      const name = DOOR.exec(path)?.groups?.name;
      return { path: name === undefined ? `${ROOT}src/index.ts` : `${ROOT}src/${name}/index.ts` };
    });
  },
};

/** The same, and what {@link bundleLibrary} has written. */
const DOORS_APART: Plugin = {
  name: 'doors apart',
  setup({ onResolve }) {
    onResolve({ filter: DOOR }, ({ path }) => {
      const name = DOOR.exec(path)?.groups?.name ?? 'index';
      return { path: pathToFileURL(`${ROOT}${LIBRARY}/${name}.js`).href, external: true };
    });
  },
};

function replacing({ name, replaces }: OtherVersion): Plugin {
  const left = new Set(Object.keys(replaces));
  return {
    name: 'other version',
    setup({ onResolve, onEnd }) {
      onResolve({ filter: /\.ts$/ }, ({ importer, resolveDir, path }) => {
        const source = resolve(resolveDir, path).slice(ROOT.length);
        const by = replaces[source];
        if (by === undefined || !importer.startsWith(`${ROOT}src/`)) return undefined;
        left.delete(source);
        return { path: `${ROOT}${by}` };
      });
      onEnd(() => {
        if (left.size > 0) throw new Error(`the version ${name} imports no ${[...left].join(', ')}`);
      });
    },
  };
}

/** In each file `import.meta` names the file itself and not the bundle. */
const PLACES: Plugin = {
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /\.([cm]?js|ts)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const places = { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) };
      const contents = text.replaceAll(/\bimport\.meta\.(url|filename|dirname)\b/g, (_, name: keyof typeof places) =>
        JSON.stringify(places[name]),
      );
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};
