import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In the title of what is skipped where no file system may be mounted; everywhere else a skipped test fails a CI run. */
export const NEEDS_MOUNT = '(needs to mount a file system)';

/** A file system of so much memory. @throws where none may be mounted */
export function mountSmallDisk(megabytes: number): { readonly path: string; unmount(): void } {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    rmSync(path, { recursive: true });
    throw error;
  }
  return {
    path,
    unmount() {
      // Lazily: the SQLite driver holds its file until the garbage collector has been at its statements.
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true });
    },
  };
}

/** Whether this machine lets us mount anything: it takes root, on Linux, and a container that may. */
export function canMount(): boolean {
  try {
    mountSmallDisk(1).unmount();
    return true;
  } catch {
    return false;
  }
}
