import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A path in a folder of its own that is gone after the test; with a text, a file that holds it. */
export function tempFile(name: string, text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  if (text !== undefined) writeFileSync(path, text);
  return path;
}
