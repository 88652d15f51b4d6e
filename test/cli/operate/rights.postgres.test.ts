/** `doctor` of a database without tables, and as a role that may only read. */
import { expect, test } from 'vitest';
import { createEmptyDatabase, execute } from '../../support/shared-postgres.ts';
import { runCli } from '../start-cli.ts';

test('a database without tables, and a role without rights', async () => {
  const database = await createEmptyDatabase();
  const empty = await runCli(['doctor', '--store', database.url]);
  expect(empty.code).toBe(1);
  expect(empty.out).toContain('FAILED database: It has no tables of the bridge.');
  expect((await runCli(['migrate', '--store', database.url])).code).toBe(0);
  const role = `reader_${process.pid}`;
  await execute(
    database.url,
    `create role ${role} login; grant usage on schema public to ${role}; revoke create on schema public from public; grant select on all tables in schema public to ${role}`,
  );
  try {
    const url = new URL(database.url);
    url.username = role;
    const { code, out } = await runCli(['doctor', '--store', url.href]);
    expect(code).toBe(1);
    expect(out).toMatch(/FAILED database: The role lacks rights: .*insert on outbox/s);
    expect(out).toContain('WARNING database: The role may not create tables');
  } finally {
    await execute(database.url, `drop owned by ${role}; drop role ${role}`);
    await database.drop();
  }
});
