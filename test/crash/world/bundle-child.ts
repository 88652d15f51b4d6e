import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * What `createBridge` opens is watched, so that a kill can be set before, in and after each call of it; and retention
 * is told another time, since it works by the day. By the file that imports it, and how.
 */
const WATCHED: Readonly<Record<string, string>> = {
  'create-bridge.ts ../store/open-store.ts': 'watched-store.ts',
  'create-bridge.ts ../center/create-center-client.ts': 'watched-center.ts',
  'compose-bridge.ts ./loops/retention.ts': 'watched-retention.ts',
};

export interface BundledChild {
  /** Of the child's JavaScript. */
  readonly path: string;
  delete(): void;
}

/**
 * Makes one file of the bridge and its child, once: many children load it, and most of the time of the tests is that
 * loading.
 */
export async function bundleChild(): Promise<BundledChild> {
  const directory = mkdtempSync(join(tmpdir(), 'bridge-child-'));
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'), 'junction');
  // The engine reads its own version from one folder above.
  writeFileSync(join(directory, 'package.json'), readFileSync(join(ROOT, 'node_modules/bpmn-engine/package.json')));
  mkdirSync(join(directory, 'bundle'));
  const path = join(directory, 'bundle', 'bridge.child.cjs');
  const replaced = new Set<string>();
  await build({
    entryPoints: [join(ROOT, 'test/crash/child/bridge.child.ts')],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'warning',
    external: ['@photostructure/sqlite', 'pg-native'],
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
    plugins: [watch(replaced)],
  });
  if (replaced.size !== Object.keys(WATCHED).length) throw new Error('the bridge does not import what is watched');
  return { path, delete: () => rmSync(directory, { recursive: true, force: true }) };
}

function watch(replaced: Set<string>): Plugin {
  return {
    name: 'watch',
    setup({ onResolve }) {
      onResolve({ filter: /\.ts$/ }, ({ path, importer }) => {
        const watched = WATCHED[`${basename(importer)} ${path}`];
        if (watched === undefined) return;
        replaced.add(path);
        return { path: join(ROOT, 'test/crash/child', watched) };
      });
    },
  };
}
