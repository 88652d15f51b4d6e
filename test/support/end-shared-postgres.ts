// Before and after a whole test run: gives its files a folder to find a shared server by, and stops the server.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { stopPostgresServer } from './postgres-server.ts';
import { SERVER_FILE, type SharedServer } from './shared-postgres.ts';

let folder: string;

export function setup(project: TestProject): void {
  folder = mkdtempSync(join(tmpdir(), 'test-run-'));
  project.provide('postgresFolder', folder);
}

export async function teardown(): Promise<void> {
  const file = join(folder, SERVER_FILE);
  if (existsSync(file)) {
    const { data }: SharedServer = JSON.parse(readFileSync(file, 'utf8'));
    await stopPostgresServer(data);
  }
  rmSync(folder, { recursive: true });
}
