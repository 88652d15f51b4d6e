import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.ts';
import { askToken, fetchToken, nextTask, openTasks, TOKEN_FORM } from '../sandbox/business-system.ts';
import { runCli, runCliProcess, startSandbox } from './start-cli.ts';
import { tempFile } from './temp-file.ts';

describe('a sandbox of the command line', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'says where it is, answers, and %s stops it and frees its port',
    async (signal) => {
      const cli = await startSandbox();
      expect(cli.out()).toMatch(/app approvals +client id approvals-client, client secret approvals-secret/);
      expect(cli.out()).toMatch(/people +anna, bo, chen/);
      expect(cli.out()).toContain('Stop it with Ctrl-C');
      await openTasks(cli, nextTask('t-1'));
      cli.kill(signal);
      expect(await cli.ended).toMatchObject({ code: 0, signal: null, err: '' });
      const port = Number(new URL(cli.baseUrl).port);
      const again = await createSandbox({ port });
      await again.close();
    },
  );

  it('prints a line for each call, with what was refused, and never a token', async () => {
    const cli = await startSandbox();
    const token = await fetchToken(cli);
    await openTasks(cli, nextTask('t-1'));
    await fetch(`${cli.baseUrl}/nothing\u202e`);
    await cli.printed(/404/);
    cli.kill('SIGTERM');
    const { out } = await cli.ended;
    const lines = out
      .slice(out.indexOf('\n\n', out.indexOf('base url')))
      .trim()
      .split('\n');
    expect(lines.map((line) => line.slice(8))).toEqual([
      '  → center  token  200',
      '  → center  token  200',
      '  → center  taskHandle  i-1.start next  200  code 0  2004 i-1.start: this task is not exist  created t-1',
      expect.stringMatching(/^ {2}→ center {2}GET \/center\/nothing\S* {2}404 {2}code 404 there is no/),
    ]);
    expect(out).not.toContain(token);
  });

  it('--quiet prints none', async () => {
    const cli = await startSandbox(['--quiet']);
    await openTasks(cli, nextTask('t-1'));
    cli.kill('SIGTERM');
    expect((await cli.ended).out).not.toContain('taskHandle');
  });

  it('warns where it can be reached from outside', async () => {
    const cli = await startSandbox(['--host', '0.0.0.0']);
    expect(new URL(cli.baseUrl).hostname).toBe('127.0.0.1');
    expect((await askToken(cli, {})).status).toBe(400);
    cli.kill('SIGTERM');
    expect((await cli.ended).err).toContain('Warning: the sandbox listens on 0.0.0.0');
  });

  it('--print-setup prints a setup that --setup accepts, and that equals the default', async () => {
    const { code, out } = await runCli(['sandbox', '--print-setup']);
    expect(code).toBe(0);
    const cli = await startSandbox(['--setup', tempFile('setup.json', out)]);
    const usual = await startSandbox();
    const said = (text: string) => text.replaceAll(/http:\S+/g, '');
    expect(said(cli.out())).toBe(said(usual.out()));
  });

  it('--setup sets the people and the applications, and options count more than it', async () => {
    const app = {
      appId: 'hr',
      name: 'HR',
      clientId: 'hr-client',
      clientSecret: 'between us',
      scopes: ['ttc:v1:writeTtc'],
    };
    const setup = {
      directory: { accounts: [{ account: 'zoe', name: 'Zoe' }] },
      apps: [app],
      switches: { noneKeepsPending: true, batchUuid: 'one-for-all' },
    };
    const path = tempFile('setup.json', JSON.stringify(setup));
    const cli = await startSandbox(['--setup', path, '--switch', 'noneKeepsPending=for-others']);
    expect(cli.out()).toMatch(/people +zoe\n/);
    expect(cli.out()).toMatch(/switches +noneKeepsPending=for-others, batchUuid=one-for-all\n/);
    expect(cli.out()).not.toContain('between us');
    const form = { grant_type: 'client_credentials', client_id: 'hr-client', client_secret: 'between us', scope: '' };
    expect((await askToken(cli, form)).status).toBe(200);
    expect((await askToken(cli, { ...form, client_id: 'approvals-client' })).status).toBe(401);
  });

  it('--record keeps every call in a file', async () => {
    const path = tempFile('calls.jsonl');
    const cli = await startSandbox(['--record', path]);
    await openTasks(cli, nextTask('t-1'));
    cli.kill('SIGTERM');
    await cli.ended;
    const calls = readFileSync(path, 'utf8').trim().split('\n');
    expect(calls.map((line) => (JSON.parse(line) as { call: string }).call)).toEqual(['token', 'taskHandle']);
  });
});

describe('--faults', () => {
  it('makes it misbehave from the beginning, and says how and with which seed', async () => {
    const plan = { seed: 7, rules: [{ fault: 'http-error-before', calls: ['token'], status: 502, next: 1 }] };
    const cli = await startSandbox(['--faults', tempFile('faults.json', JSON.stringify(plan))]);
    expect(cli.out()).toMatch(/faults +http-error-before; seed 7\n/);
    expect((await askToken(cli, TOKEN_FORM)).status).toBe(502);
    expect((await askToken(cli, TOKEN_FORM)).status).toBe(200);
    await cli.printed(/token {2}502 {2}\(fault: http-error-before\)\n.*token {2}200\n/);
  });

  it.each([
    [{ rules: [{ fault: 'lost', next: 1, calls: ['token'] }] }, 'rules[0].calls: lost can strike button, taskStatus'],
    [{ rules: [{ fault: 'wrong-cipher', next: 1 }] }, 'faults: rules[0]: '],
    [{ rules: [], sede: 7 }, 'faults: Unrecognized key: "sede"'],
  ])('%j: exit code 1, and which field is wrong', async (plan, message) => {
    const path = tempFile('faults.json', JSON.stringify(plan));
    const { code, out, err } = await runCli(['sandbox', '--port', '0', '--faults', path]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^ERR_INPUT_INVALID: /);
    expect(err).toContain(message);
  });
});

describe('a command line that is wrong', () => {
  it.each([
    [['sandbox', '--prot', '1'], "Unknown option '--prot'"],
    [['sandbox', 'now'], 'now'],
    [['sandbox', '--port', 'http'], '--port: must be a whole number from 0 to 65535'],
    [['sandbox', '--port', '65536'], '--port: must be a whole number from 0 to 65535'],
    [['sandbox', '--after', '-1'], '--after'],
    [['sandbox', '--time-zone', 'Mars'], '--time-zone: must be a time zone'],
    [['sandbox', '--switch', 'noneKeepsPending=maybe'], 'noneKeepsPending: must be one of false, true, for-others'],
    [['sandbox', '--switch', 'toString=1'], 'unknown switch; known: noneKeepsPending'],
    [['sandbox', '--switch', 'followsUp'], '--switch: must have the form <name>=<value>'],
    [['sandbox', '--cipher', 'rot13:abc'], '--cipher: must be none, or <kind>:<key>'],
    [['sandbox', '--cipher', 'aes-gcm:c2VjcmV0'], '--cipher: '],
    [['sandbox', '--status-url', 'approvals=ftp://x'], '--status-url approvals: must be an http or https url'],
    [['sandbox', '--status-url', 'nobody=http://127.0.0.1:1'], 'unknown application nobody; known: approvals'],
    [['sandbox', '--diagram-url', 'approvals'], '--diagram-url: must have the form <appId>=<url>'],
    [['sandbox', '--diagram-url', 'approvals=ftp://x'], '--diagram-url approvals: must be an http or https url'],
    [['sandbox', '--diagram-url', 'nobody=http://127.0.0.1:1'], '--diagram-url nobody=…: unknown application nobody'],
    [['sandpit'], 'Unknown command sandpit'],
    [[], 'Usage: bpmn-transaction-bridge <command>'],
  ])('%j: exit code 2, and what is wrong', async (args, message) => {
    const { code, out, err } = await runCli(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).not.toMatch(/^ {4}at /m);
    expect(err).not.toContain('c2VjcmV0');
  });

  it.each([
    [['sandbox', '--prot', '1'], 2, /^$/, /Unknown option '--prot'/],
    [['sandbox', '--setup', 'no-such-file.json'], 1, /^$/, /^ERR_CONFIG_INVALID: /],
    [['--version'], 0, /^\d+\.\d+\.\d+\n$/, /^$/],
  ])('%j: a shell sees exit code %i', async (args, code, out, err) => {
    const ended = await runCliProcess(args);
    expect(ended).toMatchObject({ code, signal: null });
    expect(ended.out).toMatch(out);
    expect(ended.err).toMatch(err);
  });

  it.each([[['--help']], [['sandbox', '--help']]])('%j prints the help, exit code 0', async (args) => {
    const { code, out, err } = await runCli(args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Usage: bpmn-transaction-bridge /);
  });
});

describe('what cannot be used: exit code 1, a code and what to do', () => {
  const fail = async (...args: string[]) => {
    const { code, err, out } = await runCli(['sandbox', '--port', '0', ...args]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).not.toMatch(/^ {4}at /m);
    return err;
  };

  it('a setup file that is missing, is not JSON, or has unknown fields', async () => {
    expect(await fail('--setup', tempFile('none.json'))).toMatch(/^ERR_CONFIG_INVALID: .* cannot be read \(ENOENT\)/);
    const secret = { appId: 'a', name: 'A', clientId: 'c', clientSecret: 'between us', scopes: ['a,b'] };
    const torn = tempFile('torn.json', JSON.stringify({ apps: [secret] }).slice(0, -10));
    const saidOfTorn = await fail('--setup', torn);
    expect(saidOfTorn).toMatch(/^ERR_CONFIG_INVALID: .* is not JSON/);
    const wrong = tempFile('wrong.json', JSON.stringify({ apps: [secret, secret], swithces: {} }));
    const saidOfWrong = await fail('--setup', wrong);
    expect(saidOfWrong).toContain('- apps[0].scopes[0]: must be one scope');
    expect(saidOfWrong).toContain('- swithces: unknown field');
    expect(saidOfTorn + saidOfWrong).not.toContain('between us');
  });

  it('a faults file that is missing or not JSON', async () => {
    expect(await fail('--faults', tempFile('none.json'))).toMatch(/^ERR_CONFIG_INVALID: the faults file .*\(ENOENT\)/);
    const torn = tempFile('faults.json', '{ "rules": [');
    expect(await fail('--faults', torn)).toMatch(/^ERR_CONFIG_INVALID: the faults file .* is not JSON/);
  });

  it('a port that is in use', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    const { code, err } = await runCli(['sandbox', '--port', String(port)]);
    expect(code).toBe(1);
    expect(err).toContain(`ERR_CONFIG_INVALID: port ${port} of 127.0.0.1 is in use`);
    expect(err).toContain('choose another port (--port on the command line)');
    other.close();
  });

  it('a file that is not a data file', async () => {
    expect(await fail('--data', tempFile('notes.txt', 'x'.repeat(5_000)))).toContain('ERR_STORE_INVALID');
  });
});

it('exits when the reader of its output has gone', async () => {
  const cli = await startSandbox();
  cli.closeOutput();
  // The line about this call finds nobody.
  await askToken(cli, {}).catch(() => undefined);
  expect(await cli.ended).toMatchObject({ code: 1, signal: null, err: '' });
});

it('one key press that arrives twice, as through npm, stops it in order', async () => {
  const cli = await startSandbox();
  cli.kill('SIGINT');
  cli.kill('SIGINT');
  expect(await cli.ended).toMatchObject({ code: 0, signal: null, err: '' });
});

it('signals do not end it while it exits', async () => {
  const cli = await startSandbox();
  const signals = setInterval(() => cli.kill('SIGINT'), 1);
  const { signal } = await cli.ended;
  clearInterval(signals);
  expect(signal).toBeNull();
});
