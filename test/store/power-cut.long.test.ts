import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSqliteStore } from '../support/inner/store.ts';
import { NEEDS_MOUNT } from '../support/mount.ts';
import { copyAsCut, type Disk, makeDisk, mountDisk, whyNoPowerCut } from './power-cut.ts';
import { type Child, startChild } from './start-child.ts';

/** Commits before each cut: some after the start, some after the write-ahead log went into the database. */
const COMMITS_BEFORE_CUTS = [1, 7, 60, 140, 230];
const UNSYNCED = 'never synced\n'.repeat(1000);

const reason = whyNoPowerCut();
if (reason !== undefined) console.warn(`\n*** SKIPPED: power cuts on SQLite, ${reason} ***\n`);

let directory: string;
let disk: Disk | undefined;
let child: Child | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'power-cut-'));
});
afterEach(async () => {
  await child?.kill();
  disk?.unmount();
  rmSync(directory, { recursive: true });
});

/** @returns the ids of all that is stored, each whole */
async function readWhole(path: string): Promise<Set<string>> {
  const database = new DatabaseSync(path);
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  database.close();
  const store = await createSqliteStore({ path });
  const ids = (await store.listInstances({ limit: 100_000 })).map(({ instanceId }) => instanceId);
  for (const id of ids) {
    expect(await store.getTask(`t-${id}`)).toBeDefined();
    expect(await store.getJob(`j-${id}`)).toBeDefined();
    expect(await store.listHistory({ instanceId: id })).toHaveLength(1);
    const reports = (await store.listOutbox({ instanceId: id })).map((row) => row.report.item.previousTaskId);
    expect(reports).toEqual([`a-${id}`, `b-${id}`]);
  }
  await store.close();
  return new Set(ids);
}

describe.skipIf(reason !== undefined)(`a power cut ${NEEDS_MOUNT}`, () => {
  it('takes nothing that was acknowledged, and leaves nothing by halves, also one after the other', async () => {
    disk = makeDisk(directory);
    const acknowledged: string[] = [];
    for (const [round, commits] of COMMITS_BEFORE_CUTS.entries()) {
      child = await startChild(
        new URL('commit-forever.child.ts', import.meta.url),
        join(disk.folder, 'bridge.db'),
        `${round}`,
      );
      for (let left = commits; left > 0; left -= 1) acknowledged.push(await child.nextLine());
      // A new name each time: ext4 writes a file out at once that takes the place of another.
      const unsynced = `unsynced-${round}`;
      writeFileSync(join(disk.folder, unsynced), UNSYNCED);
      acknowledged.push(await child.nextLine());
      await child.freeze();
      const cut = join(directory, `cut-${round}.img`);
      await copyAsCut(disk, cut);
      acknowledged.push(...(await child.kill()));
      child = undefined;
      disk.unmount();

      disk = mountDisk(cut);
      // Else nothing was cut: this was handed over by the same process as all else, and is only in memory.
      expect(readIfThere(join(disk.folder, unsynced))).not.toBe(UNSYNCED);
      // Read elsewhere: the driver lets go of a file only some time after its end, and the disk is to be cut again.
      const found = join(directory, `found-${round}`);
      cpSync(disk.folder, found, { recursive: true, filter: (path) => !path.endsWith('lost+found') });
      const stored = await readWhole(join(found, 'bridge.db'));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    }
  });
});

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'not there';
  }
}
