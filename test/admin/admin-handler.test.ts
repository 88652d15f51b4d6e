/** What the operator's page lets through, over HTTP: who may look, who may change something, and from where. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBridge, toNodeListener } from '../../src/index.ts';
import { optionsFor } from '../bridge/options-for.ts';
import { refuseTasks } from '../cli/operate/operated.ts';
import { end, processFile, start, userTask } from '../support/bpmn-xml.ts';
import { beginFailedPress, beginMany, OPERATOR, type Service, startService } from './start-service.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const OWN = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const WHY = { reason: 'ordered twice' };
const get = (path: string) => fetch(service.url + path, { redirect: 'manual' });
const json = async (path: string) => JSON.parse(await (await get(path)).text());
const post = (path: string, body: object = {}, headers: Record<string, string> = OWN) =>
  fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });

describe('who sees it', () => {
  test('nobody, without the option: every request is answered 404', async () => {
    const bridge = await createBridge({ ...optionsFor(service.center), store: 'sqlite::memory:' });
    for (const path of ['/', '/-/me', '/-/instances', '/-/assets/main.js']) {
      expect((await bridge.admin(new Request(`http://service.example${path}`))).status).toBe(404);
    }
    await bridge.close();
  });

  test('nobody whom authorize does not name: neither the page, nor its files, nor its data', async () => {
    const page = await (await get('')).text();
    const [, script = ''] = /src="\.\/(-\/assets\/main-[^"]+)"/.exec(page) ?? [];
    expect((await get(script)).status).toBe(200);
    service.user = undefined;
    for (const path of ['', script, '-/me', '-/instances']) expect((await get(path)).status).toBe(403);
    expect((await post('-/outbox/now')).status).toBe(403);
  });

  test('a response of authorize is sent as it is', async () => {
    service.user = new Response(null, { status: 302, headers: { location: 'https://login.example/' } });
    const { status, headers } = await get('');
    expect([status, headers.get('location')]).toEqual([302, 'https://login.example/']);
  });

  test('an authorize that fails, or names nobody properly, lets nobody in, and the log says so', async () => {
    service.user = { name: ' ' };
    expect((await get('-/instances')).status).toBe(503);
    expect(service.logged).toContain('admin.failed');
  });

  test('those who may only look change nothing, and see no variables', async () => {
    const instanceId = await service.begin('plain', 'P-1', { salary: 4711 });
    expect(await json(`-/instances/${instanceId}`)).toMatchObject({ variables: { salary: 4711 } });
    service.user = { name: 'Ingo' };
    const answer = await get(`-/instances/${instanceId}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain('4711');
    expect((await get('-/instances?text=4711')).status).toBe(400);
    expect(await json('-/me')).toEqual({
      ...{ name: 'Ingo', mayOperate: false, mayModify: false, mayReadVariables: false },
    });
    expect((await post(`-/instances/${instanceId}/suspend`)).status).toBe(403);
    expect((await post('-/incidents/retry', { filter: {} })).status).toBe(403);
    expect((await service.bridge.instances.get(instanceId))?.status).toBe('running');
  });
});

test('who may not read variables does not find them in computed names of tasks', async () => {
  const named = (id: string) => userTask(id, { assignee: 'bo', name: `Pay \${salary} (${id})` });
  await service.bridge.deploy(
    processFile([start(), named('a'), named('b'), end()], 'start > a > b > end', { id: 'named' }),
  );
  const instanceId = await service.begin('named', 'N-1', { salary: 4711 });
  await service.bridge.press(`${instanceId}.1`, { account: 'bo' });
  expect(await (await get('-/tasks')).text()).toContain('Pay 4711 (b)');
  service.user = { name: 'Ingo' };
  const ofInstance = [`instances/${instanceId}`, `instances/${instanceId}/history`];
  for (const path of [...ofInstance, 'instances', 'tasks', 'outbox', 'history?all=true', 'doubts', 'definitions'])
    expect(await (await get(`-/${path}`)).text(), path).not.toContain('4711');
  expect(await json('-/tasks')).toMatchObject({ rows: [{ nodeName: 'a' }, { nodeName: 'b' }] });
});

test('authorize hears what is read or done, for every request, whatever its path looks like', async () => {
  const instanceId = await service.begin('plain', 'P-1');
  const page = await (await get('')).text();
  const [, script = ''] = /src="\.\/-\/(assets\/main-[^"]+)"/.exec(page) ?? [];
  service.asked.length = 0;
  for (const path of ['', `-/${script}`, '-/instances', '-/assets/x/-/instances']) await get(path);
  await post(`-/instances/${instanceId}/suspend`);
  expect(service.asked).toEqual([
    { kind: 'page', path: '' },
    { kind: 'file', path: script },
    ...Array(2).fill({ kind: 'data', path: 'instances' }),
    { kind: 'operation', path: `instances/${instanceId}/suspend` },
  ]);
  // Of a service that lets everybody have what is below `-/assets/`.
  expect((await get('-/assets/x/-/instances')).status).toBe(404);
  expect((await get('-/assets/-/instances')).status).toBe(404);
});

test('no cache keeps what leads elsewhere or is not there', async () => {
  for (const [path, status] of [
    ['-/nowhere', 404],
    ['-/assets/nowhere.js', 404],
  ] as const) {
    const { status: found, headers } = await get(path);
    expect([found, headers.get('cache-control')]).toEqual([status, 'no-store']);
  }
  const led = await fetch(service.url.slice(0, -1), { redirect: 'manual' });
  expect([led.status, led.headers.get('cache-control')]).toEqual([302, 'no-store']);
});

test.each(['/ops', '/ops/'])('in Express, mounted by toNodeListener, it opens at %s', async (path) => {
  const server = express().use('/ops', toNodeListener(service.bridge.admin)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = await fetch(origin + path);
  const [, script = ''] = /src="([^"]*main[^"]*)"/.exec(await page.text()) ?? [];
  expect((await fetch(new URL(script, page.url))).status).toBe(200);
  server.close();
});

describe('where a change may come from', () => {
  test.each([
    ['a page of another site', { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' }],
    ['another port of this host', { 'content-type': 'application/json', 'sec-fetch-site': 'same-site' }],
    ['an old browser on another origin', { 'content-type': 'application/json', origin: 'https://evil.example' }],
    ['a program that says nothing', { 'content-type': 'application/json' }],
    ['a form', { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' }],
  ])('not %s', async (_who, headers) => {
    const instanceId = await service.begin('plain', 'P-1');
    expect((await post(`-/instances/${instanceId}/terminate`, WHY, headers)).status).toBe(403);
    expect((await service.bridge.instances.get(instanceId))?.status).toBe('running');
  });

  test('the page itself, also in a browser that sends only Origin', async () => {
    const instanceId = await service.begin('plain', 'P-1');
    const { origin } = new URL(service.url);
    const headers = { 'content-type': 'application/json', origin };
    expect((await post(`-/instances/${instanceId}/suspend`, { reason: 'audit' }, headers)).status).toBe(200);
    expect((await service.bridge.instances.get(instanceId))?.status).toBe('suspended');
    expect((await post(`-/instances/${instanceId}/activate`)).status).toBe(200);
    expect((await post(`-/instances/${instanceId}/terminate`, WHY)).status).toBe(200);
    const by = (await service.bridge.history({ instanceId })).filter(({ type }) => type === 'action');
    expect(by.map(({ data }) => data)).toMatchObject([
      { type: 'HANG_UP', by: 'Olga', reason: 'audit' },
      { type: 'ACTIVE', by: 'Olga' },
      { type: 'BREAK_UP', by: 'Olga' },
    ]);
  });
});

test('every answer forbids inline scripts, frames and other origins; the page loads only its own files', async () => {
  for (const path of ['', '-/me', '-/nowhere', '-/assets/nowhere.js']) {
    const { headers } = await get(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  const page = await (await get('')).text();
  expect(page).not.toMatch(/<script(?![^>]*src=)|style=|(?:src|href)="(?:https?:)?\/\//);
});

test('it can be mounted under any path: an address without the last slash leads to it', async () => {
  const { status, headers } = await fetch(service.url.slice(0, -1), { redirect: 'manual' });
  expect(status).toBe(302);
  expect(new URL(headers.get('location') ?? '', service.url.slice(0, -1)).href).toBe(service.url);
  expect((await fetch(new URL('/a/-/b/-/me', service.url))).status).toBe(200);
});

test('what is not there is not served', async () => {
  for (const path of [
    '-/instances/x',
    '-/definitions/x',
    '-/instances/x/y',
    '-/x',
    '-/%E0%A4%A',
    '-/assets/..%2findex.html',
  ]) {
    expect((await get(path)).status, path).toBe(404);
  }
  expect((await post('-/instances/x/explode')).status).toBe(404);
  expect((await get('-/instances?nonsense=1')).status).toBe(400);
  expect((await fetch(`${service.url}-/me`, { method: 'DELETE' })).status).toBe(405);
});

test('rows are counted up to 1,000, and one more', async () => {
  await beginMany(service);
  expect((await json('-/tasks?processId=many')).count).toBe(1001);
  expect((await json('-/tasks?processId=many&handler=person-7')).count).toBe(5);
  expect(await service.bridge.tasks.count({ processId: 'many' })).toBe(1005);
});

test('instances with a problem, what failed, and its retry in the name of the operator', async () => {
  const instanceId = await service.begin('booking', 'B-1');
  await service.begin('plain', 'P-1');
  const listed = await json('-/instances?problem=true');
  expect(listed).toMatchObject({ count: 1, next: null, rows: [{ instanceId, openIncidents: 1, parkedReports: 0 }] });
  const { incidents, jobs, counts } = await json(`-/instances/${instanceId}`);
  expect(incidents).toMatchObject([{ code: 'ERR_SERVICE_FAILED', cause: expect.stringContaining('booking office') }]);
  expect(jobs).toMatchObject([{ state: 'failed', service: 'book' }]);
  expect(counts).toEqual({});
  service.bookFails = false;
  expect(await (await post(`-/incidents/${incidents[0].incidentId}/retry`)).json()).toEqual({});
  await service.bridge.idle();
  expect((await service.bridge.instances.get(instanceId))?.status).toBe('ended');
  const history = await json(`-/instances/${instanceId}/history`);
  expect(history.rows).toContainEqual(
    expect.objectContaining({ type: 'incident.retried', data: expect.objectContaining({ by: OPERATOR.name }) }),
  );
  expect(await json(`-/incidents?open=true`)).toMatchObject({ rows: [], count: 0 });
});

test('the incident of a press that nobody repeats is closed with a reason; one that only a retry closes is not', async () => {
  const instanceId = await beginFailedPress(service, 'L-1');
  const { incidents } = await json(`-/instances/${instanceId}`);
  expect(incidents).toMatchObject([{ kind: 'press', resolvedAt: null }]);
  const [{ incidentId }] = incidents;
  expect((await post(`-/incidents/${incidentId}/resolve`)).status).toBe(400);
  expect(await (await post(`-/incidents/${incidentId}/resolve`, { reason: 'done by hand' })).json()).toEqual({});
  expect((await service.bridge.history({ instanceId })).at(-1)).toMatchObject({
    type: 'incident.resolved',
    data: { reason: 'done by hand', by: OPERATOR.name },
  });
  await service.begin('booking', 'B-1');
  const [booking] = await service.bridge.incidents.list({ open: true });
  expect((await post(`-/incidents/${booking?.incidentId}/resolve`, { reason: 'no' })).status).toBe(400);
});

test('an instance is ended by force, in the name of the operator', async () => {
  const instanceId = await service.begin('plain', 'P-1');
  const force = { reason: 'it hangs', force: true };
  expect(await (await post(`-/instances/${instanceId}/terminate`, force)).json()).toEqual({});
  expect(await service.bridge.history({ instanceId })).toContainEqual(
    expect.objectContaining({ type: 'instance.ended', data: expect.objectContaining({ force: true, by: 'Olga' }) }),
  );
});

test('many at once, in parts, and what somebody else has done is left', async () => {
  for (const number of [1, 2, 3]) await service.begin('booking', `B-${number}`);
  service.bookFails = false;
  const [first] = await service.bridge.incidents.list({ open: true });
  const rest = { filter: { processId: 'booking' }, after: first?.incidentId };
  const count = await (await post('-/incidents/retry', { filter: rest.filter, dryRun: true })).json();
  expect(count).toEqual({ count: 3, left: 0, next: null });
  expect(await (await post('-/incidents/retry', rest)).json()).toEqual({ count: 2, left: 0, next: null });
  await service.bridge.idle();
  expect(await service.bridge.instances.count({ processId: 'booking', open: true })).toBe(1);
  expect((await post('-/incidents/everything', { filter: {} })).status).toBe(404);
  expect((await post('-/incidents/retry', { filter: { processId: 7 } })).status).toBe(400);
});

test('a retry of many leaves what is in doubt after a restore, unless its code is asked for', async () => {
  await service.close();
  service = await startService({ reconcile: true });
  // A task from before the restore that the database does not have.
  const lost = '01234567-89ab-4def-8123-456789abcdef.1';
  const call = new Request(service.bridge.statusUrl(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taskIds: [lost] }),
  });
  await service.bridge.fetch(call);
  const doubts = () => service.bridge.incidents.count({ open: true, code: 'ERR_RESTORED' });
  expect(await doubts()).toBe(1);
  await service.begin('booking', 'B-1');
  service.bookFails = false;
  const all = { filter: {} };
  const counted = await (await post('-/incidents/retry', { ...all, dryRun: true })).json();
  const closed = { ...all, options: { reason: 'seen' } };
  expect(await (await post('-/incidents/resolve', closed)).json()).toEqual({ count: 0, left: 2, next: null });
  expect(counted).toEqual({ count: 1, left: 1, next: null });
  expect(await (await post('-/incidents/retry', all)).json()).toEqual({ count: 1, left: 1, next: null });
  await service.bridge.idle();
  expect(await doubts()).toBe(1);
  const asked = { filter: { code: 'ERR_RESTORED' } };
  expect(await (await post('-/incidents/retry', asked)).json()).toMatchObject({ count: 1 });
  expect(await doubts()).toBe(0);
});

test('a parked report: its problem, and that it is skipped only with a reason', async () => {
  refuseTasks(service.center);
  const instanceId = await service.begin('plain', 'P-1');
  const { rows, unsettled } = await json('-/outbox?state=parked');
  expect(rows).toMatchObject([{ instanceId, state: 'parked', reason: expect.stringContaining('no such account') }]);
  expect(unsettled).toEqual({ pending: 0, parked: 1, unconfirmed: 0 });
  const [{ seq }] = rows;
  expect(await json(`-/outbox?state=parked&reason=somebody&createdBefore=2199-01-01`)).toMatchObject({
    count: 0,
  });
  const others = { filter: { createdBefore: '1970-01-02' }, options: { reason: 'old' } };
  expect(await (await post('-/outbox/skip', others)).json()).toEqual({ count: 0, left: 0, next: null });
  expect((await post('-/outbox/skip', { ...others, filter: { code: 'E' } })).status).toBe(400);
  // Without a reason, none of the rows is skipped.
  expect(await (await post('-/outbox/skip', { filter: {} })).json()).toEqual({ count: 0, left: 1, next: null });
  expect((await post(`-/outbox/${seq}/skip`)).status).toBe(400);
  expect((await post(`-/outbox/${seq}/skip`, { reason: 'made by hand' })).status).toBe(200);
  expect(await service.bridge.outbox.list({ instanceId })).toMatchObject([
    { state: 'skipped', reason: 'made by hand' },
  ]);
  expect((await service.bridge.history({ instanceId })).at(-1)).toMatchObject({ data: { by: 'Olga' } });
});

describe('what changes an instance is a right of its own', () => {
  const tasksOf = async (instanceId: string) => service.bridge.tasks.list({ instanceId, open: true });

  test('who may retry, skip, suspend and end may not reassign, set variables, migrate or undeploy', async () => {
    const instanceId = await service.begin('plain', 'P-1');
    const [definition] = await service.bridge.definitions.list({ processId: 'plain' });
    service.user = { name: 'Otto', mayOperate: true };
    for (const [path, options] of [
      [`tasks/${instanceId}.1/reassign`, { handlers: ['carol'], reason: 'ill' }],
      ['tasks/reassign', { filter: {}, options: { handlers: ['carol'], reason: 'ill' } }],
      [`instances/${instanceId}/setVariables`, { variables: { a: 1 } }],
      [`instances/${instanceId}/migrate`, { to: definition?.definitionId }],
      [`definitions/${definition?.definitionId}/undeploy`, {}],
    ] as const) {
      expect((await post(`-/${path}`, options)).status, path).toBe(403);
    }
    // Nor name somebody else in a report.
    for (const path of ['outbox/1/retry', 'outbox/retry']) {
      const options = { handler: 'carol' };
      expect((await post(`-/${path}`, path === 'outbox/retry' ? { filter: {}, options } : options)).status).toBe(403);
    }
    expect((await tasksOf(instanceId)).map(({ handlers }) => handlers)).toEqual([['bo']]);
    service.user = { name: 'Mona', mayModify: true };
    expect((await post(`-/instances/${instanceId}/suspend`)).status).toBe(403);
  });

  test('who has it reassigns, sets variables and migrates, in their own name only', async () => {
    const instanceId = await service.begin('plain', 'P-1');
    const other = await service.begin('plain', 'P-2');
    service.user = { name: 'Mona', mayModify: true };
    const reassign = { handlers: ['carol'], reason: 'ill' };
    expect((await post(`-/tasks/${instanceId}.1/reassign`, { ...reassign, by: 'Bo' })).status).toBe(400);
    expect((await post(`-/tasks/${instanceId}.1/reassign`, reassign)).status).toBe(200);
    const several = { filter: { handler: 'bo' }, options: { handlers: ['dara'], reason: 'ill' } };
    expect(await (await post('-/tasks/reassign', several)).json()).toEqual({ count: 1, left: 0, next: null });
    expect((await tasksOf(instanceId)).map(({ handlers }) => handlers)).toEqual([['carol']]);
    expect((await tasksOf(other)).map(({ handlers }) => handlers)).toEqual([['dara']]);
    expect((await post(`-/instances/${instanceId}/setVariables`, { variables: { salary: 5 } })).status).toBe(200);
    expect(await service.bridge.instances.variables(instanceId)).toMatchObject({ salary: 5 });
    const xml = processFile([start(), userTask('check', { assignee: 'eva' }), end()], 'start > check > end', {
      id: 'plain',
    });
    const { definitionId } = await service.bridge.deploy(xml);
    expect((await post(`-/instances/${instanceId}/migrate`, { to: definitionId })).status).toBe(200);
    const again = await post(`-/instances/${instanceId}/migrate`, { to: definitionId });
    expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('runs this definition already')]);
    const history = await service.bridge.history({ instanceId, by: 'Mona' });
    const types = history.map(({ type }) => type);
    expect(types).toEqual(['action', 'instance.variables-set', 'instance.migrated']);
    expect(JSON.stringify(history)).not.toContain('5}');
  });

  test('a definition that nothing runs is undeployed', async () => {
    const [booking] = await service.bridge.definitions.list({ processId: 'booking' });
    expect((await post(`-/definitions/${booking?.definitionId}/undeploy`)).status).toBe(200);
    expect((await service.bridge.definitions.list({ processId: 'booking' }))[0]?.undeployedAt).not.toBeNull();
    expect(await json('-/processes')).toContain('plain');
  });

  test('an earlier definition is made the latest, in the name of the operator', async () => {
    const [earlier] = await service.bridge.definitions.list({ processId: 'plain' });
    const xml = processFile([start(), userTask('check', { assignee: 'eva' }), end()], 'start > check > end', {
      id: 'plain',
    });
    const later = await service.bridge.deploy(xml);
    const isLatest = async () =>
      (await service.bridge.definitions.list({ processId: 'plain' }))
        .filter((each) => each.isLatest)
        .map(({ definitionId }) => definitionId);
    const path = `-/definitions/${earlier?.definitionId}/makeLatest`;
    service.user = { name: 'Otto', mayOperate: true };
    expect((await post(path)).status).toBe(403);
    service.user = { name: 'Mona', mayModify: true };
    expect((await post(path, { by: 'Bo' })).status).toBe(400);
    expect(await isLatest()).toEqual([later.definitionId]);
    expect((await post(path)).status).toBe(200);
    expect(await isLatest()).toEqual([earlier?.definitionId]);
    expect(await service.bridge.history({ type: 'definition.made-latest' })).toMatchObject([
      { data: { definitionId: earlier?.definitionId, by: 'Mona' } },
    ]);
    const unknown = await post('-/definitions/none/makeLatest');
    expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringContaining('none')]);
  });
});

test('what is in doubt after a restore is listed', async () => {
  expect(await json('-/doubts')).toMatchObject({ restoredAt: null, tasks: [] });
  await service.close();
  service = await startService({ reconcile: true });
  expect(await json('-/doubts')).toMatchObject({ restoredAt: expect.any(Number), tasks: [], isPart: false });
});

test('jobs and tasks have lists, whose texts are searched only by those who may see variables', async () => {
  await service.begin('booking', 'B-1');
  const instanceId = await service.begin('plain', 'P-1');
  expect(await json('-/jobs?state=failed&service=book')).toMatchObject({ count: 1, rows: [{ state: 'failed' }] });
  expect(await json('-/tasks?handler=bo&open=true')).toMatchObject({ count: 1, rows: [{ instanceId, title: null }] });
  service.user = { name: 'Ingo' };
  expect((await get('-/tasks?text=check')).status).toBe(400);
  service.user = { name: 'Otto', mayOperate: true };
  const searched = { filter: { text: 'check' }, dryRun: true };
  expect((await post('-/instances/suspend', searched)).status).toBe(400);
});

test('where the open instances of a definition are', async () => {
  for (const number of [1, 2]) await service.begin('plain', `P-${number}`);
  const { rows } = await json('-/definitions');
  const plain = rows.find(({ processId }: { processId: string }) => processId === 'plain');
  expect(plain).toMatchObject({ openInstances: 2, isLatest: true });
  expect(await json(`-/definitions/${plain.definitionId}`)).toMatchObject({ counts: { check: 2 } });
});

test('a list goes on after its first part', async () => {
  for (let number = 0; number < 51; number += 1) await service.bridge.start('plain', { initiator: 'anna' });
  const first = await json('-/instances?processId=plain');
  expect([first.rows.length, first.count]).toEqual([50, 51]);
  const second = await json(`-/instances?processId=plain&after=${first.next}`);
  expect([second.rows.length, second.count, second.next]).toEqual([1, null, null]);
});
