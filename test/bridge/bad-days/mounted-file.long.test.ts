import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../../cli/start-cli.ts';
import { canMount, NEEDS_MOUNT } from '../../support/mount.ts';
import { createWorld } from '../world.ts';

const isMounted = (event: unknown) => event === 'store.mounted-alone';

it.skipIf(!canMount())(`warns of a file that is mounted without its folder ${NEEDS_MOUNT}`, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'mounted file-'));
  mkdirSync(join(directory, 'volume'));
  const [source, mounted] = [join(directory, 'volume', 'bridge.db'), join(directory, 'bridge.db')];
  for (const path of [source, mounted]) writeFileSync(path, '', { mode: 0o600 });
  execFileSync('mount', ['--bind', source, mounted]);
  try {
    for (const [path, warned] of [
      [source, false],
      [mounted, true],
    ] as const) {
      const store = `sqlite:${path}`;
      await using world = await createWorld({ bridge: { store } });
      expect(world.log.some(({ fields }) => isMounted(fields.event))).toBe(warned);
      const { out } = await runCli(['doctor', '--store', store, '--json']);
      expect(out.includes('The file alone is mounted')).toBe(warned);
    }
  } finally {
    execFileSync('umount', ['-l', mounted]);
    rmSync(directory, { recursive: true });
  }
});
