import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BridgeOptions } from '../../../src/index.ts';
import type { CallbackCipher, PressRequest } from '../../../src/sandbox/index.ts';
import { Secret } from '../../../src/secret.ts';
import { end, exclusive, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createActionUrl } from '../../support/inner/callback.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, SIGNING_KEYS, type World } from '../world.ts';

const REWORK = processFile(
  [start(), userTask('apply', { assignee: 'anna' }), userTask('check', { assignee: 'bo' }), exclusive('ok'), end()],
  'start > apply > check > ok; ok >"Approve" end; ok >"Reject" apply',
  { id: 'rework' },
);
const GROUP = processFile(
  [start(), userTask('check', { groups: 'legal' }), userTask('file', { assignee: 'anna' }), end()],
  'start > check > file > end',
  { id: 'group' },
);
/** The button of `decide` has nowhere to go while the amount lies between 5 and 10. */
const GAP = draw({
  id: 'gap',
  people: { decide: 'bo', estimate: 'anna', pay: 'chen' },
  exclusive: 'amount',
  parallel: 'fork',
  others: [end('refused'), end('estimated')],
  paths: `start > fork > decide > amount; amount >[\${amount > 10}] pay > end; amount >[\${amount < 5}] refused
   fork > estimate > estimated`,
});

const TIME = '2026-03-01 10:00:00';
const KEY = Buffer.alloc(32, 7).toString('base64');
const IV = Buffer.alloc(16, 9).toString('base64');

let file: DatabaseFile;
let world: World;

beforeEach(async () => {
  file = createDatabaseFile();
  world = await createWorld({ bridge: { store: file.store } });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  file[Symbol.dispose]();
});

async function startProcess(xml: string, variables: Record<string, number> = {}): Promise<string> {
  const { processId } = await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start(processId, { initiator: 'anna', variables });
  await world.bridge.idle();
  return instanceId;
}

function urlOf(taskId: string, label = 'Handle'): string {
  const button = world.sandbox.task(taskId)?.buttons.find(({ name }) => name === label);
  if (!button) throw new Error(`task ${taskId} has no button ${label}`);
  return button.url;
}

/** Calls a button whether or not the center would still offer it, and waits for what it sets off. */
async function call(taskId: string, account: string, changes: Partial<PressRequest> = {}): Promise<Heard> {
  const press = { action: 'Handle', account, time: TIME, raw: true, ...changes };
  const { status, body } = await world.sandbox.press(taskId, press);
  await world.bridge.idle();
  const { code, message, data } = body as { code: number; message: string; data: { verdict: string } | null };
  return { status, code, message, verdict: data?.verdict };
}

/** Holds whoever awaits `opened` until somebody opens it. */
function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

interface Heard {
  readonly status: number | undefined;
  readonly code: number;
  readonly message: string;
  readonly verdict: string | undefined;
}

describe('a press that must change nothing', () => {
  let applyId: string;
  let checkId: string;

  beforeEach(async () => {
    await startProcess(REWORK);
    applyId = world.taskOf('anna', 'apply');
    await world.press('anna', 'apply');
    checkId = world.taskOf('bo', 'check');
  });

  it('is a late click on the button of the round before the rework', async () => {
    const firstRound = urlOf(checkId, 'Approve');
    await world.press('bo', 'check', 'Reject');
    await world.press('anna', 'apply');
    const before = file.dump();
    const reports = world.reports();
    for (const label of ['Approve', 'Reject']) {
      expect(await call(checkId, 'bo', { action: label })).toMatchObject({ status: 200, code: 2005, verdict: 'stale' });
    }
    expect(await call(checkId, 'bo', { url: firstRound, method: 'get' })).toMatchObject({ code: 2005 });
    expect(file.dump()).toEqual(before);
    expect(world.reports()).toEqual(reports);
    // The second round's own button is another one.
    await world.press('bo', 'check', 'Approve');
    expect(world.reports().at(-1)).toBe('check end');
  });

  const actionOf = (label: string) => new URL(urlOf(checkId, label)).pathname.split('/').at(-2) ?? '';
  const changed = {
    'task id': (url: string) => url.replace(checkId, applyId),
    'action key': (url: string) => url.replace(actionOf('Approve'), actionOf('Reject')),
    signature: (url: string) => url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    'key id': (url: string) => url.replace('/k1.', '/k2.'),
    'length of its signature': (url: string) => url.slice(0, -1),
  };
  it.each(Object.entries(changed))('has an address with another %s', async (_part, change) => {
    const url = change(urlOf(checkId, 'Approve'));
    expect(url).not.toBe(urlOf(checkId, 'Approve'));
    const before = file.dump();
    expect(await call(checkId, 'bo', { url })).toMatchObject({ status: 401, code: 401, verdict: undefined });
    expect(file.dump()).toEqual(before);
    expect(file.presses()).toHaveLength(1);
  });

  it('names a task that we signed and never made', async () => {
    const signingKeys = SIGNING_KEYS.map(({ id, secret }) => ({ id, secret: new Secret(secret) }));
    const origin = new URL(urlOf(checkId, 'Approve')).origin;
    const url = createActionUrl({ publicUrl: origin, appId: 'approvals', signingKeys })('nobody.7', 'handle');
    const before = file.dump();
    expect(await call(checkId, 'bo', { url })).toMatchObject({ status: 200, code: 2004, verdict: 'unknown' });
    expect(file.dump()).toEqual(before);
  });

  const wrong: Record<string, [Partial<PressRequest>, Partial<Heard>]> = {
    'a nextNodeKey of the other button': [{ nextNodeKey: 'apply' }, { status: 200, code: 400, verdict: 'invalid' }],
    'a nextNodeKey of nothing': [{ nextNodeKey: 'moon' }, { status: 200, code: 400, verdict: 'invalid' }],
    'the account of somebody who is no handler': [{ account: 'anna' }, { code: 403, verdict: 'forbidden' }],
    'the account in other letters': [{ account: 'Bo' }, { code: 403, verdict: 'forbidden' }],
    'a time that there is not': [{ time: '2026-02-30 10:00:00' }, { status: 400, code: 400 }],
    'a time in another form': [{ time: '2026-03-01T10:00:00Z' }, { status: 400, code: 400 }],
    'an empty time': [{ time: '' }, { status: 400, code: 400, message: 'time is null' }],
    'an empty account': [{ account: '' }, { status: 400, code: 400, message: 'accountName is null' }],
    'an empty uuid': [{ headers: { uuid: '' } }, { status: 400, code: 400, message: 'header uuid is null' }],
  };
  it.each(Object.entries(wrong))('comes with %s', async (_what, [changes, answer]) => {
    const before = file.dump();
    expect(await call(checkId, 'bo', { action: 'Approve', ...changes })).toMatchObject(answer);
    expect(file.dump()).toEqual(before);
    expect(await world.bridge.incidents.list()).toEqual([]);
  });

  it('comes without a time, or without any parameter', async () => {
    const before = file.dump();
    const headers = { 'content-type': 'application/json', uuid: 'u-1' };
    for (const body of [{ accountName: 'bo', opinions: '', nextNodeKey: '' }, {}, []]) {
      const response = await fetch(urlOf(checkId, 'Approve'), { method: 'POST', headers, body: JSON.stringify(body) });
      expect(response.status).toBe(400);
    }
    expect(file.dump()).toEqual(before);
  });
});

describe('the same press again', () => {
  it('hears the first answer and makes no second step, also after the bridge was closed and opened again', async () => {
    const instanceId = await startProcess(REWORK);
    const taskId = world.taskOf('anna', 'apply');
    const uuid = randomUUID();
    const first = await call(taskId, 'anna', { uuid });
    expect(first).toMatchObject({ status: 200, code: 0, verdict: 'applied' });
    const before = file.dump();
    const repeat = { ...first, verdict: 'duplicate' };
    expect(await call(taskId, 'anna', { uuid })).toEqual(repeat);
    await world.reopen();
    expect(await call(taskId, 'anna', { uuid })).toEqual(repeat);
    expect(file.dump()).toEqual(before);
    expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'running' });
    expect(world.pending()).toEqual(['bo:check']);
  });

  it('hears the first refusal too', async () => {
    await startProcess(REWORK);
    const taskId = world.taskOf('anna', 'apply');
    const uuid = randomUUID();
    const first = await call(taskId, 'bo', { uuid });
    expect(first).toMatchObject({ code: 403 });
    expect(await call(taskId, 'bo', { uuid })).toEqual(first);
    await world.press('anna', 'apply');
    expect(await call(taskId, 'bo', { uuid })).toEqual(first);
  });

  it('is refused with other parameters', async () => {
    await startProcess(REWORK);
    const taskId = world.taskOf('anna', 'apply');
    const uuid = randomUUID();
    await call(taskId, 'anna', { uuid, opinions: 'yes' });
    const before = file.dump();
    const others = [{ opinions: 'no' }, { time: '2026-03-01 10:00:01' }, { account: 'bo' }, { nextNodeKey: 'check' }];
    for (const other of others) {
      const heard = await call(taskId, 'anna', { uuid, opinions: 'yes', ...other });
      expect(heard).toMatchObject({ status: 200, code: 400, verdict: 'invalid' });
    }
    expect(file.dump()).toEqual(before);
  });

  it('is not meant when one uuid stands for a batch of tasks', async () => {
    await startProcess(REWORK);
    await world.bridge.start('rework', { initiator: 'anna' });
    await world.bridge.idle();
    const uuid = randomUUID();
    const batch = world.sandbox.pending('anna').map(({ taskId }) => taskId);
    const heard = await Promise.all(batch.map((taskId) => call(taskId, 'anna', { uuid })));
    expect(heard.map(({ verdict }) => verdict)).toEqual(['applied', 'applied']);
    expect(world.pending()).toEqual(['bo:check', 'bo:check']);
  });
});

describe('presses at the same time', () => {
  it('apply once when a person clicks five times', async () => {
    const instanceId = await startProcess(REWORK);
    const taskId = world.taskOf('anna', 'apply');
    const heard = await Promise.all(Array.from({ length: 5 }, () => call(taskId, 'anna')));
    expect(heard.map(({ code }) => code).toSorted()).toEqual([0, 2005, 2005, 2005, 2005]);
    expect(await world.bridge.tasks.list({ instanceId })).toHaveLength(2);
    expect(world.reports()).toEqual(['start next apply', 'apply next check']);
  });

  /** A group task whose presses are all let go on in the very moment in which the last of them is there. */
  async function startTogether(presses: number): Promise<string> {
    let arrived = 0;
    const gate = createGate();
    const isMember = async (_group: string, account: string) => {
      arrived += 1;
      if (arrived === presses) gate.open();
      await gate.opened;
      return account === 'emil' || account === 'gu';
    };
    await world.reopen({ identity: { isMember } });
    await startProcess(GROUP);
    return world.taskOf('emil', 'check');
  }

  it('apply once, and all hear so, when the center sends one press five times', async () => {
    const taskId = await startTogether(5);
    const uuid = randomUUID();
    const heard = await Promise.all(Array.from({ length: 5 }, () => call(taskId, 'emil', { uuid })));
    expect(heard.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    expect(heard.map(({ verdict }) => verdict).toSorted()).toEqual(['applied', ...Array(4).fill('duplicate')]);
    expect(await world.bridge.tasks.list()).toHaveLength(2);
    expect(file.presses()).toHaveLength(1);
  });

  it.each([
    ['emil', 'bo'],
    ['bo', 'emil'],
  ])('keep one answer when one press comes as of %s and %s', async (...accounts) => {
    const taskId = await startTogether(2);
    const uuid = randomUUID();
    const heard = await Promise.all(accounts.map((account) => call(taskId, account, { uuid })));
    const [kept] = file.presses();
    const isApplied = JSON.parse(String(kept?.verdict)).kind === 'applied';
    const codes = isApplied ? { emil: 0, bo: 400 } : { emil: 400, bo: 403 };
    expect(heard.map(({ code }, n) => [accounts[n], code])).toEqual(
      accounts.map((account) => [account, codes[account as keyof typeof codes]]),
    );
    expect(file.presses()).toHaveLength(1);
    expect(world.pending()).toEqual(isApplied ? ['anna:file'] : ['emil:check', 'gu:check']);
  });

  it('tell one that was still being looked at that its key was taken meanwhile', async () => {
    const looking = createGate();
    const done = createGate();
    const isMember = async (_group: string, account: string) => {
      if (account === 'emil') return true;
      looking.open();
      await done.opened;
      return false;
    };
    await world.reopen({ identity: { isMember } });
    await startProcess(GROUP);
    const taskId = world.taskOf('emil', 'check');
    const uuid = randomUUID();
    const slow = call(taskId, 'bo', { uuid });
    await looking.opened;
    expect(await call(taskId, 'emil', { uuid })).toMatchObject({ code: 0 });
    done.open();
    expect(await slow).toMatchObject({ status: 200, code: 400, verdict: 'invalid' });
    expect(file.presses()).toHaveLength(1);
  });

  it('apply one of two members of a group, and tell the other that it is done', async () => {
    const taskId = await startTogether(2);
    const heard = await Promise.all(['emil', 'gu'].map((account) => call(taskId, account)));
    expect(heard.map(({ code }) => code).toSorted()).toEqual([0, 2005]);
    expect(world.pending()).toEqual(['anna:file']);
    expect(world.reports()).toEqual(['start next check', 'check next file']);
  });

  it('all apply when they are of different branches', async () => {
    await startProcess(GAP, { amount: 20 });
    const presses = ['bo decide', 'anna estimate'].map((words) => {
      const [account = '', node = ''] = words.split(' ');
      return call(world.taskOf(account, node), account);
    });
    expect((await Promise.all(presses)).map(({ code }) => code)).toEqual([0, 0]);
    expect(world.pending()).toEqual(['chen:pay']);
  });
});

describe('the ways in which a center calls', () => {
  it.each(['get', 'put', 'post'] as const)('%s works', async (method) => {
    await startProcess(REWORK);
    const taskId = world.taskOf('anna', 'apply');
    expect(await call(taskId, 'anna', { method, opinions: '同意 & done?' })).toMatchObject({ code: 0 });
    expect(await world.bridge.tasks.get(taskId)).toMatchObject({ state: 'FINISH', opinions: '同意 & done?' });
  });

  const ciphers: [string, CallbackCipher & BridgeOptions['callback']['cipher']][] = [
    ['AES-CBC with a fixed iv', { kind: 'aes-cbc', key: KEY, iv: IV }],
    ['AES-CBC with an iv in front of the data', { kind: 'aes-cbc', key: KEY, ivPrefixed: true }],
    ['AES-GCM', { kind: 'aes-gcm', key: KEY }],
    ['AES-ECB', { kind: 'aes-ecb', key: KEY }],
    ['SM4-CBC with a fixed iv', { kind: 'sm4-cbc', key: IV, iv: IV }],
    ['SM4-CBC with an iv in front of the data', { kind: 'sm4-cbc', key: IV, ivPrefixed: true }],
    [
      'data in hex in a field called sealed',
      { kind: 'aes-gcm', key: KEY, dataEncoding: 'hex', body: { field: 'sealed' } },
    ],
  ];
  it.each(ciphers)('%s works, by POST and by GET, and plain text is refused', async (_kind, cipher) => {
    await using encrypted = await createWorld({
      callback: { cipher },
      sandbox: { callbackCipher: cipher },
    });
    await encrypted.bridge.deploy(REWORK);
    await encrypted.bridge.start('rework', { initiator: 'anna' });
    await encrypted.bridge.idle();
    const url = encrypted.sandbox.task(encrypted.taskOf('anna', 'apply'))?.buttons[0]?.url ?? '';
    const headers = { 'content-type': 'application/json', uuid: 'u-1' };
    const body = JSON.stringify({ accountName: 'anna', time: TIME, opinions: '', nextNodeKey: '' });
    const plain = await fetch(url, { method: 'POST', headers, body });
    expect([plain.status, await plain.json()]).toMatchObject([400, { message: 'the parameters cannot be read' }]);
    expect(await encrypted.press('anna', 'apply')).toBe(0);
    expect(encrypted.pending()).toEqual(['bo:check']);
    const taskId = encrypted.taskOf('bo', 'check');
    const button = encrypted.sandbox.task(taskId)?.buttons[0];
    const byGet = { action: button?.name ?? '', account: 'bo', opinions: '同意', method: 'get' } as const;
    expect((await encrypted.sandbox.press(taskId, byGet)).body).toMatchObject({ code: 0 });
    expect(await encrypted.bridge.tasks.get(taskId)).toMatchObject({ state: 'FINISH', opinions: '同意' });
  });
});

describe('a press that the process cannot follow', () => {
  it('is told why, recorded, and applied when it comes again after the cause is gone', async () => {
    const instanceId = await startProcess(GAP, { amount: 7 });
    const incidents: unknown[] = [];
    world.bridge.on('incident', (incident) => void incidents.push(incident));
    const taskId = world.taskOf('bo', 'decide');
    const uuid = randomUUID();
    const { incidents: _none, history: _less, ...before } = file.dump();

    const failed = await call(taskId, 'bo', { uuid });
    expect(failed).toMatchObject({ status: 200, code: 500, verdict: 'failed' });
    expect(failed.message).toMatch(/amount/);
    const { incidents: recorded, history: _more, ...after } = file.dump();
    expect(after).toEqual(before);
    expect(file.presses()).toEqual([]);
    expect(recorded).toHaveLength(1);
    expect(incidents).toMatchObject([{ instanceId, subject: taskId, reason: expect.any(String) }]);
    const [{ reason, code }] = incidents as [{ reason: string; code: string }];
    expect(failed.message).toBe(`${reason} (${code})`);
    expect(await world.bridge.incidents.list({ open: true })).toMatchObject([{ kind: 'press', subject: taskId }]);

    const estimated = { account: 'anna', variables: { amount: 20 } };
    expect(await world.bridge.press(world.taskOf('anna', 'estimate'), estimated)).toMatchObject({ kind: 'applied' });
    expect(await call(taskId, 'bo', { uuid })).toMatchObject({ status: 200, code: 0, verdict: 'applied' });
    expect(await call(taskId, 'bo', { uuid })).toMatchObject({ code: 0, verdict: 'duplicate' });
    expect(world.pending()).toEqual(['chen:pay']);
    expect(await world.bridge.incidents.list({ open: true })).toEqual([]);
    expect(await world.bridge.incidents.list({ instanceId })).toHaveLength(1);
  });

  it('is closed by hand where nobody will press again; one that fails again is another incident', async () => {
    const instanceId = await startProcess(GAP, { amount: 7 });
    const taskId = world.taskOf('bo', 'decide');
    expect(await call(taskId, 'bo')).toMatchObject({ code: 500 });
    const [incident] = await world.bridge.incidents.list({ open: true });
    const { incidentId } = incident ?? { incidentId: '' };
    const invalid = { code: 'ERR_INPUT_INVALID' };
    await expect(world.bridge.incidents.resolve(incidentId, { reason: ' ' })).rejects.toMatchObject(invalid);
    const operator = { reason: 'decided on paper', by: 'eva' };
    expect(await world.bridge.incidents.resolve(incidentId, operator)).toMatchObject({
      resolvedAt: expect.any(Number),
    });
    await expect(world.bridge.incidents.resolve(incidentId, operator)).rejects.toMatchObject({
      code: 'ERR_NOT_RESOLVABLE',
      details: { incidentId, why: 'resolved' },
    });
    await expect(world.bridge.incidents.resolve('none', operator)).rejects.toMatchObject({
      code: 'ERR_INCIDENT_UNKNOWN',
    });
    expect((await world.bridge.health()).incidents).toBe(0);
    expect((await world.bridge.history({ instanceId })).at(-1)).toMatchObject({
      type: 'incident.resolved',
      data: { incidentId, subject: taskId, ...operator },
    });
    expect(await call(taskId, 'bo')).toMatchObject({ code: 500 });
    expect(await world.bridge.incidents.list({ open: true })).toHaveLength(1);
    expect(await world.bridge.incidents.list({ instanceId })).toHaveLength(2);
  });
});
