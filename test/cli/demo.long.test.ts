/** `sandbox --demo` from the command line: what somebody finds in the inbox who has just started it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICE_ACCOUNT } from '../../src/cli/demo/company.ts';
import { MATTERS, OPINION, SUBMIT } from '../../src/cli/demo/demo-matters.ts';
import type { ListedTask, WebsiteMessage } from '../../src/sandbox/index.ts';
import { PROCESS_FILES } from '../processes/process-files.ts';
import { ask, send } from '../sandbox/control/control-client.ts';
import { freePort } from '../support/free-port.ts';
import type { AccountAnswer, PressAnswer } from '../support/inner/sandbox.ts';
import { serveHandler } from '../support/inner/testing.ts';
import { runCli, startSandbox } from './start-cli.ts';
import { type Demo, startDemo } from './start-demo.ts';
import { tempFile } from './temp-file.ts';

const pendingOf = async (demo: Demo, account: string) =>
  (await ask<{ tasks: ListedTask[] }>(demo, `/accounts/${account}/pending`)).tasks;

async function taskOf(demo: Demo, account: string, serialNumber: string): Promise<ListedTask> {
  const found = (await pendingOf(demo, account)).find((task) => task.serialNumber === serialNumber);
  if (found === undefined) throw new Error(`${account} has no task of ${serialNumber}`);
  return found;
}

async function messagesFor(demo: Demo, account: string): Promise<string[]> {
  const { messages } = await ask<{ messages: WebsiteMessage[] }>(demo, `/accounts/${account}/messages`);
  return messages.map(({ title, text }) => `${title}: ${text}`);
}

const mattersOf = async (demo: Demo, account: string) =>
  (await pendingOf(demo, account)).map(({ serialNumber }) => serialNumber);

/** What the center is told a moment later; generous, so that correct tests pass on a busy machine. */
const soon = <Found>(find: () => Promise<Found>) => expect.poll(find, { timeout: 40_000 });

/** A form of a page of the business system, sent by that page. */
const sendForm = (demo: Demo, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${demo.pages}${path}`, {
    method: 'POST',
    headers: { origin: demo.pages, ...headers },
    body: new URLSearchParams(fields),
  });

describe('a demo that has started', () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await startDemo([], 'file');
  });
  afterAll(() => demo?.stop());

  it('prints the address of the inbox first, people to choose, and the started instances', () => {
    const urls = demo.out().match(/https?:\/\/\S+/g) ?? [];
    expect(urls[0]).toBe(`${new URL(demo.baseUrl).origin}/inbox/?language=en`);
    expect(demo.out()).toMatch(
      /^Open \S+\/inbox\/\?language=en and choose whose inbox to see:\n\n {2}Bo Lindqvist {2}/m,
    );
    for (const { key, about } of MATTERS) expect(demo.out()).toMatch(new RegExp(`${key} +${about}: `));
    expect(demo.out()).toMatch(/CONTRACT-302 .*: suspended\n/);
    expect(demo.out()).toMatch(/CONTRACT-304 .*: revoked\n/);
    expect(demo.out()).toMatch(/LEAVE-104 .*: ended\n/);
  });

  it('runs every process of the package', () => {
    const ids = PROCESS_FILES.map(({ xml }) => /<bpmn:process id="([^"]+)"/.exec(xml)?.[1]);
    expect([...new Set(MATTERS.map(({ process }) => process))].sort()).toEqual(ids.sort());
  });

  it('has something to see in every list', async () => {
    const { accounts: all } = await ask<{ accounts: AccountAnswer[] }>(demo, '/accounts');
    const accounts = all.filter(({ account }) => account !== SERVICE_ACCOUNT);
    for (const { account, counts } of accounts) {
      expect([account, counts.handled > 0, counts.unread > 0, counts.notifications > 0]).toEqual([
        account,
        true,
        true,
        true,
      ]);
    }
    expect(accounts.filter(({ counts }) => counts.pending === 0)).toEqual([]);
    expect(accounts.filter(({ counts }) => counts.initiated > 0).length).toBeGreaterThan(4);
    const bo = await pendingOf(demo, 'bo');
    expect(bo.map(({ state }) => state)).toContain('suspended');
    const types = new Set(bo.flatMap(({ buttons }) => buttons.map(({ type }) => type)));
    expect([...types]).toEqual(expect.arrayContaining(['HANDLE', 'HANG_UP', 'ACTIVE', 'TRANSFER', 'CIRCULARIZE']));
    const { transactions } = await ask<{ transactions: { tasks: ListedTask[] }[] }>(demo, '/accounts/anna/initiated');
    const own = transactions.flatMap(({ tasks }) => tasks).flatMap(({ buttons }) => buttons.map(({ type }) => type));
    expect([...new Set(own)]).toEqual(expect.arrayContaining(['REVOKE', 'BREAK_UP', 'PROMOTER']));
    const { tasks: handled } = await ask<{ tasks: ListedTask[] }>(demo, '/accounts/bo/handled');
    expect(handled.flatMap(({ buttons }) => buttons.map(({ type }) => type))).toContain('HANDLEDR');
    const { tasks: batchable } = await ask<{ tasks: ListedTask[] }>(demo, '/accounts/bo/batchable');
    expect(batchable).toHaveLength(2);
  });

  it('has performed every step of its matters: a countersign half signed, a task transferred, one circulated', async () => {
    for (const signer of ['bo', 'dara']) expect((await taskOf(demo, signer, 'PURCHASE-202')).nodeName).toBe('Sign');
    expect(await mattersOf(demo, 'chen')).not.toContain('PURCHASE-202');
    expect((await taskOf(demo, 'gu', 'CONTRACT-303')).nodeName).toBe('Review');
    expect(await messagesFor(demo, 'emil')).toContain(
      'For your information: Books on contract law: Gu Min claims 85 euros.',
    );
    expect((await taskOf(demo, 'dara', 'LEAVE-102')).nodeName).toBe('Director approval');
    const asked = [await taskOf(demo, 'emil', 'LEAVE-105'), await taskOf(demo, 'bo', 'PURCHASE-204')];
    for (const { buttons } of asked) expect(buttons[0]?.name).toBe(OPINION);
    expect(await mattersOf(demo, 'chen')).not.toContain('PURCHASE-204');
  });

  it('accepts a press, encrypted and with the token of the person, and reports the next tasks', async () => {
    const { taskId } = await taskOf(demo, 'bo', 'LEAVE-101');
    const press = { account: 'bo', action: 'Approve', opinions: 'Have a good time.' };
    expect(await send<PressAnswer>(demo, `/tasks/${taskId}/press`, press)).toMatchObject({ taken: true });
    await demo.printed(new RegExp(`taskHandle {2}${taskId} end {2}200 {2}code 0`));
    await soon(() => messagesFor(demo, 'anna')).toContain('Your leave is approved: 2 days, decided by Bo Lindqvist.');
  });

  it.each<[string, Record<string, string>, number]>([
    ['without the token of the person', {}, 401],
    ['that is not encrypted', { 'x-id-token': 'of somebody' }, 400],
  ])('takes no press %s', async (_what, headers, status) => {
    const { taskId, buttons } = await taskOf(demo, 'dara', 'PURCHASE-202');
    const body = { accountName: 'dara', nextNodeKey: '', opinions: '', time: '2026-01-01 00:00:00' };
    const answer = await fetch(buttons[0]?.url ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', uuid: 'u-1', ...headers },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(status);
    expect((await taskOf(demo, 'dara', 'PURCHASE-202')).taskId).toBe(taskId);
  });

  it('is asked for the state of tasks, and gives their diagrams', async () => {
    const { runs } = await send<{ runs: { problems: unknown[]; taskIds: string[] }[] }>(demo, '/status-runs', {});
    expect(runs).toMatchObject([{ problems: [] }]);
    expect(runs[0]?.taskIds.length).toBeGreaterThan(10);
    const { taskId } = await taskOf(demo, 'gu', 'CONTRACT-303');
    const { diagram } = await ask<{ diagram: { nodes: { current: string[] } } }>(demo, `/tasks/${taskId}/diagram`);
    expect(diagram.nodes.current).toContain('review');
  });

  it('fires its timers when the clock of the center is set forward, and still accepts presses', async () => {
    await send(demo, '/clock/advance', { hours: 73 });
    await soon(() => messagesFor(demo, 'bo')).toContain(
      'An expense claim waits for you: Taxi to the airport: 40 euros, for three days now.',
    );
    const { taskId } = await taskOf(demo, 'bo', 'EXPENSE-501');
    const press = { account: 'bo', action: 'Approve' };
    expect(await send<PressAnswer>(demo, `/tasks/${taskId}/press`, press)).toMatchObject({ taken: true });
  });

  it('accepts a press by an account to which a task was delegated', async () => {
    const { taskId } = await taskOf(demo, 'gu', 'CONTRACT-303');
    await send(demo, `/tasks/${taskId}/delegate`, { account: 'gu', to: 'chen' });
    const press = { account: 'chen', action: SUBMIT };
    expect(await send<PressAnswer>(demo, `/tasks/${taskId}/press`, press)).toMatchObject({ taken: true });
    await soon(() => mattersOf(demo, 'dara')).toContain('CONTRACT-303');
  });

  describe('the pages of its business system', () => {
    it('transfer a task to the chosen person', async () => {
      const { taskId } = await taskOf(demo, 'bo', 'CONTRACT-301');
      const press = { account: 'bo', action: 'Transfer' };
      const { opened } = await send<PressAnswer>(demo, `/tasks/${taskId}/press`, press);
      expect(opened).toBe(`${demo.pages}/transfer/${taskId}`);
      const page = await (await fetch(String(opened))).text();
      expect(page).toContain('<option value="emil">Emil Novak</option>');
      const sent = await sendForm(demo, `/transfer/${taskId}`, { from: 'bo', to: 'emil', opinions: 'Yours?' });
      expect([sent.status, await sent.text()]).toEqual([
        200,
        expect.stringContaining('Emil Novak is the handler now.'),
      ]);
      await soon(() => mattersOf(demo, 'emil')).toContain('CONTRACT-301');
      const late = await sendForm(demo, `/transfer/${taskId}`, { from: 'bo', to: 'chen', opinions: '' });
      expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('This was not done')]);
      // What is refused can be tried again, with what was written.
      const other = await taskOf(demo, 'bo', 'EXPENSE-502');
      const own = await sendForm(demo, `/transfer/${other.taskId}`, { from: 'bo', to: 'bo', opinions: 'Mine & yours' });
      expect(own.status).toBe(409);
      expect(await own.text()).toMatch(
        /This was not done.*<option value="bo" selected>.*<textarea[^>]*>Mine &amp; yours<\/textarea>/s,
      );
    });

    it('delegate a task and take it back, but only for who has delegated it', async () => {
      const { taskId, buttons } = await taskOf(demo, 'gu', 'PURCHASE-201');
      const delegate = buttons.find(({ url }) => url === `${demo.pages}/delegate/${taskId}`);
      expect(delegate).toMatchObject({ type: 'TRANSFER' });
      const sent = await sendForm(demo, `/delegate/${taskId}`, { from: 'gu', to: 'dara', opinions: 'Is it yours?' });
      expect(await sent.text()).toContain('Dara Okafor has the task now.');
      await soon(() => mattersOf(demo, 'dara')).toContain('PURCHASE-201');
      const page = await (await fetch(`${demo.pages}/recall/${taskId}`)).text();
      const { taskId: asked } = await taskOf(demo, 'dara', 'PURCHASE-201');
      expect(page).toContain(`<option value="${asked}">Dara Okafor</option>`);
      const refused = await sendForm(demo, `/recall/${taskId}`, { from: 'emil', to: taskId, opinions: '' });
      expect([refused.status, await refused.text()]).toEqual([
        409,
        expect.stringContaining('only the person who has asked may do this'),
      ]);
      const done = await sendForm(demo, `/recall/${taskId}`, { from: 'gu', to: taskId, opinions: '' });
      expect(await done.text()).toContain('Recalled: All who are asked.');
      await soon(() => mattersOf(demo, 'gu')).toContain('PURCHASE-201');
      expect(await mattersOf(demo, 'dara')).not.toContain('PURCHASE-201');
    });

    it('show what a task is about when it is opened, and escape whatever they show', async () => {
      const { taskId } = await taskOf(demo, 'bo', 'EXPENSE-502');
      const { url } = await send<{ url: string }>(demo, `/tasks/${taskId}/open`, { account: 'bo' });
      expect(await (await fetch(url)).text()).toContain('<td>Books on contract law</td>');
      const refused = await sendForm(demo, `/transfer/${taskId}`, { from: '<b>bo</b>', to: '<i>,</i>', opinions: '' });
      const page = await refused.text();
      expect(refused.status).toBe(400);
      expect(page).not.toMatch(/<b>|<i>/);
    });

    it('start more of what people want', async () => {
      const sent = await sendForm(demo, '/', { key: 'LEAVE-103' });
      expect(await sent.text()).toContain('started as LEAVE-103/2: Emil Novak has the first task');
      await soon(() => mattersOf(demo, 'emil')).toContain('LEAVE-103/2');
    });

    it.each<[string, Record<string, string>]>([
      ['a page of another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
      ['a page of another port of this machine', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
      ['a link of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ])('take no form of %s', async (_who, headers) => {
      const { taskId } = await taskOf(demo, 'bo', 'EXPENSE-502');
      const sent = await sendForm(demo, `/circulate/${taskId}`, { from: 'bo', to: 'dara', opinions: '' }, headers);
      expect(sent.status).toBe(403);
    });

    it.each([
      '/nothing',
      '/tasks',
      '/tasks/nobody',
      '/transfer/%',
      '/recall/nobody',
      '/../package.json',
      '/constructor/x',
      '/tasks/a/b',
    ])('are not at %s', async (path) => {
      const { status, headers } = await fetch(`${demo.pages}${path}`);
      expect(status).toBe(404);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    });
  });

  it('stops completely, with exit code 0, on a signal', async () => {
    demo.kill('SIGTERM');
    const { code, signal, err } = await demo.ended;
    expect([code, signal]).toEqual([0, null]);
    // Of the presses that it refused.
    expect(err).not.toMatch(/^ {4}at /m);
    await expect(fetch(demo.pages)).rejects.toThrow();
    await expect(fetch(demo.baseUrl)).rejects.toThrow();
  });
});

it('stops in order also while it starts', async () => {
  const cli = await startSandbox(['--demo']);
  cli.kill('SIGTERM');
  const ended = await cli.ended;
  expect(ended).toMatchObject({ code: 0, signal: null, err: '' });
  expect(ended.out).not.toContain('Started instances');
});

it('takes a free port for its business system if the next one is in use', async () => {
  const port = await freePort();
  // If that fails, somebody else has it.
  const occupant = await serveHandler(async () => new Response('occupied'), port + 1).catch(() => undefined);
  try {
    const demo = await startDemo(['--port', String(port)]);
    expect(new URL(demo.baseUrl).port).toBe(String(port));
    expect(new URL(demo.pages).port).not.toBe(String(port + 1));
    const { taskId } = await taskOf(demo, 'bo', 'LEAVE-101');
    const press = { account: 'bo', action: 'Approve' };
    expect(await send<PressAnswer>(demo, `/tasks/${taskId}/press`, press)).toMatchObject({ taken: true });
    await demo.stop();
  } finally {
    await occupant?.close();
  }
});

describe('a demo that cannot be started', () => {
  it.each([
    [['--setup', 'x.json'], '--demo has its own people and applications: remove --setup'],
    [['--cipher', 'none'], '--demo has its own cipher: remove --cipher'],
    [['--no-control'], '--demo needs the inbox: remove --no-control'],
    [['--data', 'x.json'], '--demo begins anew with each start: remove --data'],
    [['--language', 'fr'], '--language: must be one of en, zh.'],
  ])('with %j: exit code 2, and what to leave out', async (args, message) => {
    const setup = tempFile('setup.json', '{}');
    const given = args.map((arg) => (arg === 'x.json' ? setup : arg));
    const { code, out, err } = await runCli(['sandbox', '--demo', '--port', '0', ...given]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  it('prints the default setup, as without --demo, since npm run sandbox says both', async () => {
    const { out } = await runCli(['sandbox', '--demo', '--print-setup']);
    expect(out).toBe((await runCli(['sandbox', '--print-setup'])).out);
  });
});
