import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASE } from '../../support/tier.ts';
import { runCli } from '../start-cli.ts';
import { createOperated, type Operated } from './operated.ts';

describe(`on ${DATABASE}`, () => {
  let operated: Operated;
  let directory: string;
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'backup-'));
    operated = await createOperated(DATABASE);
  });
  afterEach(async () => {
    await operated[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true });
  });

  test('a database that is in use is copied by the command and by the bridge', async () => {
    const instanceId = await operated.startPlain();
    const [one, two] = [join(directory, 'one.db'), join(directory, 'two.db')];
    if (DATABASE === 'postgres') {
      expect(await operated.read('backup', one)).toMatchObject({ code: 1, err: expect.stringContaining('pg_dump') });
      await expect(operated.bridge.backup(two)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
      return;
    }
    expect(await operated.read('backup', one)).toMatchObject({ code: 0, out: `The database was copied to ${one}.\n` });
    expect(await operated.read('backup', one)).toMatchObject({ code: 1, err: expect.stringContaining('already') });
    await operated.bridge.backup(two);
    await expect(operated.bridge.backup('')).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    for (const path of [one, two]) {
      const { out } = await runCli(['instances', 'list', '--store', `sqlite:${path}`, '--json']);
      expect(JSON.parse(out)).toMatchObject([{ instanceId }]);
    }
  });
});
