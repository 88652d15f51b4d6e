import { readFileSync, realpathSync } from 'node:fs';

/** Of proc_pid_mountinfo(5): the mount point is the fifth field, with what would end it as an octal number. */
const MOUNT_POINT = 4;

/**
 * Whether a file alone is mounted, as into a container, and not its folder: then its log and its lock stay in the container,
 * and are lost with it. Known on Linux only.
 */
export function isMountedAlone(path: string): boolean {
  try {
    const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
    const points = mounts.map((mount) => mount.split(' ')[MOUNT_POINT]?.replaceAll(/\\([0-7]{3})/g, fromOctal));
    return points.includes(realpathSync(path));
  } catch {
    // Another system, or no such file.
    return false;
  }
}

function fromOctal(_escape: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 8));
}
