// Before and after a whole test run: gives its workers a folder in which they find what they share, and stops their server.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopPostgresServer } from './postgres-server.ts';
import { SERVER_FILE, type SharedServer } from './shared-postgres.ts';

let folder: string;

export function setup(): void {
  folder = mkdtempSync(join(tmpdir(), 'test-run-'));
  // Workers are started with it.
  process.env.TEST_RUN_FOLDER = folder;
}

export async function teardown(): Promise<void> {
  const file = join(folder, SERVER_FILE);
  if (existsSync(file)) {
    const { data }: SharedServer = JSON.parse(readFileSync(file, 'utf8'));
    await stopPostgresServer(data);
  }
  rmSync(folder, { recursive: true });
}
