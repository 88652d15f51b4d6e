import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Small enough to be copied at once, large enough for what a round writes. */
const DISK_BYTES = 96 * 2 ** 20;
/** A disk that is still written to is looked at again after so long. */
const LOOK_AGAIN_MS = 20;

/** A file system of its own in one file. What is on it but not yet in the file is what a power cut takes away. */
export interface Disk {
  readonly image: string;
  /** Where it is mounted. */
  readonly folder: string;
  unmount(): void;
}

/** As the superuser, who alone may mount; others by way of sudo where that asks for no password. */
function execute(program: string, ...args: string[]): string {
  const isRoot = process.getuid?.() === 0;
  const [command, rest] = isRoot ? [program, args] : ['sudo', ['-n', program, ...args]];
  return execFileSync(command, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** Why this machine lets nobody mount a disk; undefined: it does. */
export function whyNoPowerCut(): string | undefined {
  if (process.platform !== 'linux') return 'disks are mounted on Linux only';
  const folder = mkdtempSync(join(tmpdir(), 'power-'));
  try {
    makeDisk(folder).unmount();
    return undefined;
  } catch (error) {
    return `no disk can be mounted here: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown'}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Makes an ext4 file system, whose journal is what is looked through after a power cut. */
export function makeDisk(under: string): Disk {
  const image = join(under, 'disk.img');
  writeFileSync(image, '');
  truncateSync(image, DISK_BYTES);
  execute('mkfs.ext4', '-q', '-F', image);
  return mountDisk(image);
}

/** Turns the power on again: mounts the image as it is, which goes through the journal. */
export function mountDisk(image: string): Disk {
  const folder = `${image}.mounted`;
  mkdirSync(folder, { recursive: true });
  execute('mount', '-o', 'loop', image, folder);
  if (process.getuid?.() !== 0) execute('chown', String(process.getuid?.()), folder);
  return { image, folder, unmount: () => void execute('umount', folder) };
}

/** How much was written to the disk so far, and how much is just being written. */
function writtenTo({ image }: Disk): { writes: string; inFlight: string } {
  const device = basename(execute('losetup', '--noheadings', '-O', 'NAME', '-j', image));
  const fields = readFileSync(`/sys/block/${device}/stat`, 'utf8').trim().split(/\s+/);
  // Writes completed, sectors written, flushes completed; then what is in flight (kernel, Documentation/block/stat).
  return { writes: `${fields[4]} ${fields[6]} ${fields[15]}`, inFlight: fields[8] ?? '0' };
}

/**
 * The disk as a power cut would leave it now: what reached it, without what the system still holds back. Whoever writes
 * must stand still meanwhile. The system itself may write at any time, so a copy counts only when nothing was written
 * from before its first byte until after its last.
 */
export async function copyAsCut(disk: Disk, copy: string): Promise<void> {
  for (;;) {
    const before = writtenTo(disk);
    copyFileSync(disk.image, copy);
    const after = writtenTo(disk);
    if (before.inFlight === '0' && after.inFlight === '0' && before.writes === after.writes) return;
    await pause(LOOK_AGAIN_MS);
  }
}
