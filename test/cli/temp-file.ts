import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A path in a folder of its own that is gone after the test; with a text, a file that holds it. */
export function tempFile(name: string, text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  folders.push(folder);
  const path = join(folder, name);
  if (text !== undefined) writeFileSync(path, text);
  return path;
}
