import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let bundled: Promise<string> | undefined;

afterAll(async () => {
  if (bundled !== undefined) rmSync(await bundled, { force: true });
  bundled = undefined;
});

/**
 * One file of the command line, made once in a test file: it is started dozens of times, and to load it from its sources
 * takes longer than most of what it is then asked for. Resolves with its path, which is gone after the test file.
 */
export function bundleCli(): Promise<string> {
  bundled ??= makeBundle();
  return bundled;
}

async function makeBundle(): Promise<string> {
  // One folder below the root, as `dist/` is: it looks for files of the package from there (src/package-root.ts).
  mkdirSync(`${ROOT}.scratch`, { recursive: true });
  const path = `${ROOT}.scratch/cli-${process.pid}.mjs`;
  await build({
    entryPoints: [`${ROOT}src/cli/main.ts`],
    outfile: path,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  return path;
}
