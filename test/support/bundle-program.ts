/** TypeScript programs as one file of JavaScript, for tests that start many processes. */
import { readFile, rename } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Native, or loaded only where they are installed. */
const NEVER_BUNDLED = ['@photostructure/sqlite', 'pg', 'pg-native', '@opentelemetry/*', 'vitest'];

const bundled = new Map<string, Promise<string>>();

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
  /** Path from the root of the repository. */
  readonly replaces: string;
  readonly by: string;
}

/**
 * Bundles a program once in this process. Loading hundreds of sources through a compiler takes ten times as long as most
 * of what these programs are started for.
 * @param path of the program, from the root of the repository
 * @returns the path of the bundle
 */
export function bundleProgram(path: string, options: BundleOptions = {}): Promise<string> {
  const key = `${path} ${options.version?.name ?? ''}`;
  const bundling = bundled.get(key) ?? bundle(path, options);
  bundled.set(key, bundling);
  return bundling;
}

async function bundle(path: string, { version, withPackages = false }: BundleOptions): Promise<string> {
  // Below the root, where the packages are found that are not bundled.
  const output = `${ROOT}.scratch/${path.replace(/\.ts$/, '').replaceAll('/', '-')}${version ? `-${version.name}` : ''}.mjs`;
  const written = `${output}.${process.pid}`;
  await build({
    absWorkingDir: ROOT,
    entryPoints: [path],
    outfile: written,
    bundle: true,
    ...(withPackages ? { external: NEVER_BUNDLED } : { packages: 'external' as const }),
    alias: { 'bpmn-transaction-bridge': './src/index.ts' },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    // A program that asks whether it was started, and not imported, compares with its own path.
    banner: { js: `process.argv[1] = ${JSON.stringify(ROOT + path)};${withPackages ? REQUIRE : ''}` },
    plugins: [DOORS, ...(version ? [replacing(version)] : []), PLACES],
  });
  // Other workers bundle it too, and may be starting it.
  await rename(written, output);
  return output;
}

/** For packages that are CommonJS and require modules of Node. Spelled so that {@link PLACES} leaves it alone. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta['url']);`;

/** `bpmn-transaction-bridge/testing` is `src/testing/index.ts`. */
const DOORS: Plugin = {
  name: 'doors',
  setup({ onResolve }) {
    onResolve({ filter: /^bpmn-transaction-bridge\/\w+$/ }, ({ path }) => ({
      path: `${ROOT}src/${basename(path)}/index.ts`,
    }));
  },
};

function replacing({ replaces, by }: OtherVersion): Plugin {
  return {
    name: 'other version',
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`/${basename(replaces)}$`) }, ({ importer, resolveDir, path }) => {
        const isReplaced = resolve(resolveDir, path) === `${ROOT}${replaces}` && importer !== `${ROOT}${by}`;
        return isReplaced ? { path: `${ROOT}${by}` } : undefined;
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
