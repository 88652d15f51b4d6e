/** Where the native package of SQLite cannot be loaded: Node's own where that is finished, else a word what to do. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startChild } from './start-child.ts';

const [major = 0] = process.versions.node.split('.').map(Number);

it('opens a store with the SQLite of Node.js, or says which Node.js has one', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'own-'));
  const path = join(directory, 'bridge.db');
  const child = await startChild(new URL('own-sqlite.child.ts', import.meta.url), path);
  const said = await child.nextLine();
  await child.end();
  if (major >= 24) {
    expect(said).toBe('works');
    expect(existsSync(`${path}.copy`)).toBe(true);
  } else expect(said).toMatch(/^ERR_CONFIG_INVALID: .*GLIBC 2\.29.*Node\.js 24\.15/);
  rmSync(directory, { recursive: true });
});
