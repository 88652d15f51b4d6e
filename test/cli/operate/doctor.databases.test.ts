/** `doctor`: what a service depends on, and what to do where it is missing. */
import { chmodSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerJson } from '../../center/http-center.ts';
import { freePort } from '../../support/free-port.ts';
import { serveFetch } from '../../support/serve-fetch.ts';
import { DATABASE } from '../../support/tier.ts';
import { runCli } from '../start-cli.ts';
import { createOperated, type Operated } from './operated.ts';

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly says: string;
  readonly remedy: string | null;
}

const VARIABLES = ['CENTER_URL', 'AUTH_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'CALLBACK_URL', 'STATUS_URL'] as const;
const ofThisProcess = Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]]));

afterEach(() => {
  for (const name of VARIABLES) setVariable(name, ofThisProcess[name]);
});

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

describe(`on ${DATABASE}, beside the service`, () => {
  let operated: Operated;
  let server: Awaited<ReturnType<typeof serveFetch>>;

  beforeEach(async () => {
    operated = await createOperated(DATABASE);
    server = await serveFetch((request) => operated.bridge.fetch(request));
    setVariable('CENTER_URL', operated.center.url);
    setVariable('AUTH_URL', operated.center.url);
    setVariable('CLIENT_ID', 'id');
    setVariable('CLIENT_SECRET', 'secret-of-the-client');
    setVariable('CALLBACK_URL', server.origin);
    setVariable('STATUS_URL', `${server.origin}${new URL(operated.bridge.statusUrl()).pathname}`);
  });
  afterEach(async () => {
    await server.close();
    await operated[Symbol.asyncDispose]();
  });

  const examine = async (...flags: string[]): Promise<{ code: number | null; findings: Finding[] }> => {
    const { code, out } = await operated.read('doctor', '--json', ...flags);
    return { code, findings: JSON.parse(out).findings };
  };
  /** The server of the tests is fast and not durable, and doctor must say so. */
  const EXPECTED = /^database failed: fsync is off and full_page_writes off/;
  const notOk = (findings: readonly Finding[]) =>
    findings
      .filter(({ state }) => state !== 'ok')
      .map(({ check, state, says }) => `${check} ${state}: ${says}`)
      .filter((line) => !EXPECTED.test(line));

  test('nothing is wrong: exit code 0, and no secret in what it prints', async () => {
    await operated.startPlain();
    const { code, out, err } = await operated.read('doctor');
    const failed = DATABASE === 'postgres' ? 1 : 0;
    expect({ code, err }).toEqual({ code: failed, err: '' });
    expect(out).toMatch(new RegExp(`^${failed} failed, \\d warnings?, 0 skipped, \\d+ ok\\.$`, 'm'));
    if (failed > 0) expect(out).toMatch(/^FAILED database: fsync is off .*\n {2}→ Switch both on/m);
    for (const says of [
      'The schema is 0001-first-schema.',
      '2 definitions in use can be read.',
      'The clock of the center agrees with that of the service.',
      'The center gives a token to the client.',
      'The endpoint of tasks answers.',
      'A bridge answers at the address of the callbacks',
      'The status address answers for tasks.',
    ])
      expect(out).toContain(says);
    expect(out).not.toContain('secret-of-the-client');
    const task = JSON.parse(operated.center.taskCalls.at(-1)?.body ?? 'null');
    expect(task).toEqual([]);
  });

  test('what is not set is skipped, and said', async () => {
    for (const name of VARIABLES) setVariable(name, undefined);
    const { findings } = await examine();
    const skipped = findings.filter(({ state }) => state === 'skipped');
    expect(skipped.map(({ check }) => check)).toEqual(['center', 'callback', 'callback']);
    expect(skipped.map(({ remedy }) => remedy).join(' ')).toMatch(/CLIENT_SECRET.*CALLBACK_URL.*STATUS_URL/s);
  });

  test('a center that refuses the client, and whose clock is wrong', async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toUTCString();
    operated.center.onToken = answerJson(401, {}, { date: yesterday });
    const { code, findings } = await examine();
    expect(code).toBe(1);
    expect(notOk(findings)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^clock warning: The clock of the center is 23 h behind|24 h behind/),
        'center failed: The token endpoint answers HTTP 401.',
      ]),
    );
    const remedyOf = (found: typeof findings) =>
      found.find(({ check, state }) => check === 'center' && state === 'failed')?.remedy;
    expect(remedyOf(findings)).toContain('CLIENT_SECRET');
    // Then its client is not the cause.
    operated.center.onToken = answerJson(503, {});
    expect(remedyOf((await examine()).findings)).toContain('those who operate the center');
  });

  test.each([
    [401, 'center failed: The center refuses the token: HTTP 401.'],
    [404, 'center failed: The endpoint of tasks is not at this address: HTTP 404.'],
    [503, 'center failed: The center answers HTTP 503.'],
  ])('an endpoint of tasks that answers HTTP %i', async (status, says) => {
    operated.center.onTasks = answerJson(status, {});
    const { code, findings } = await examine();
    expect({ code, failed: notOk(findings).filter((line) => line.includes('failed')) }).toEqual({
      code: 1,
      failed: [says],
    });
  });

  test('callbacks that reach nothing, another server, or a bridge with another key', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    setVariable('AUTH_URL', nowhere);
    setVariable('STATUS_URL', `${server.origin}/task-status/k1.wrong`);
    const { code, findings } = await examine('--callback-url', operated.center.url);
    expect(code).toBe(1);
    expect(notOk(findings)).toEqual(
      expect.arrayContaining([
        'configuration warning: STATUS_URL does not begin with CALLBACK_URL: the center asks for states at another address than buttons call.',
        'center failed: The token endpoint does not answer: the connection failed (ECONNREFUSED).',
        expect.stringMatching(/^callback failed: Something else than a bridge answers at CALLBACK_URL: HTTP \d+\.$/),
        expect.stringMatching(/^callback failed: The status address is refused: the key/),
      ]),
    );
    const gone = await examine('--callback-url', nowhere);
    expect(notOk(gone.findings)).toContainEqual(
      expect.stringMatching(/^callback failed: Nothing answers at CALLBACK_URL/),
    );
  });

  test.each([
    ['a server that has nothing there', 404, {}],
    ['a gateway that answers everything', 200, { code: 404 }],
  ])('callbacks that reach %s', async (_, status, answer) => {
    const other = await serveFetch(async () => Response.json(answer, { status }));
    const { findings } = await examine('--callback-url', other.origin);
    await other.close();
    expect(notOk(findings)).toContainEqual(
      `callback failed: Something else than a bridge answers at CALLBACK_URL: HTTP ${status}.`,
    );
  });

  test('a definition that is damaged', async () => {
    await operated.damage("update definitions set xml = '<definitions/>' where process_id = 'plain'");
    const { code, findings } = await examine();
    expect(code).toBe(1);
    expect(notOk(findings)).toContainEqual(
      expect.stringMatching(/^definitions failed: The definition \w+ of plain, .*: it differs from the file/),
    );
  });

  test('a schema that is newer than the library', async () => {
    await operated.damage("insert into bridge_migrations (name) values ('0099-of-the-future')");
    const { code, findings } = await examine();
    expect(code).toBe(1);
    expect(notOk(findings)).toContainEqual(expect.stringMatching(/^database failed: ERR_STORE_NEWER/));
  });
});

test('a file that others may read', async () => {
  await using operated = await createOperated('sqlite');
  chmodSync(operated.url.replace('sqlite:', ''), 0o644);
  const { code, out } = await operated.read('doctor');
  expect(code).toBe(0);
  expect(out).toContain('WARNING database: Other users of the machine may read the file');
});

test('a database that does not answer', async () => {
  const { code, out } = await runCli([
    'doctor',
    '--store',
    `postgres://me:hunter2@127.0.0.1:${await freePort()}/bridge`,
  ]);
  expect(code).toBe(1);
  expect(out).toContain('FAILED database: The database cannot be used: ERR_STORE_UNAVAILABLE');
  expect(out).not.toContain('hunter2');
});
