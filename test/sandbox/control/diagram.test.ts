/** The diagram of a task, as the center gets it from the business system and gives it to the inbox. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { CenterAnswer } from '../../../src/sandbox/control/running-routes.ts';
import type { SandboxOptions } from '../../../src/sandbox/index.ts';
import { DEFAULT_APPS } from '../../../src/sandbox/setup/apps.ts';
import { nextTask, openBusinessSystem, openSandbox, openTasks, type RawObject } from '../business-system.ts';
import { ask, callControl, refusal, send } from './control-client.ts';

const DIAGRAM = {
  ...{ instanceId: 'i-1', processId: 'leave', status: 'running', xml: '<definitions/>' },
  ...{ nodes: { current: ['check'], done: ['start', 'apply'] }, flows: ['f1', 'f2'] },
  reports: [{ previousTaskId: 't-0', status: 'next', next: ['t-1'], state: 'delivered', reason: 'It was handled.' }],
};
const answering = (data: unknown) => ({ code: 0, message: 'success', data });

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A business system that does with the connection what it is told to. */
async function openRawSystem(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/diagrams/k1.signature`;
}

async function openCenter(options: SandboxOptions = {}) {
  const sandbox = await openSandbox({ nightlyRun: false, ...options });
  await openTasks(sandbox, nextTask('t-1'));
  return sandbox;
}

describe('GET /tasks/{taskId}/diagram', () => {
  it('returns the diagram of the business system, without other fields', async () => {
    const system = await openBusinessSystem(200, answering({ ...DIAGRAM, salary: 1, reports: DIAGRAM.reports }));
    const sandbox = await openCenter();
    await send(sandbox, '/apps/approvals/diagram-url', { url: `${system.url}/diagrams/k1.signature?v=2` }, 'PUT');
    expect(await ask(sandbox, '/tasks/t-1/diagram')).toEqual({ diagram: DIAGRAM });
    const [call] = system.received;
    expect([call?.method, call?.url]).toEqual(['GET', '/diagrams/k1.signature?v=2&taskId=t-1']);
  });

  it('is not a call of the center, and not in the traffic', async () => {
    const system = await openBusinessSystem(200, answering(DIAGRAM));
    const sandbox = await openCenter();
    sandbox.setDiagramUrl('approvals', system.url);
    const before = sandbox.traffic.length;
    await ask(sandbox, '/tasks/t-1/diagram');
    expect(system.received).toHaveLength(1);
    expect(sandbox.traffic).toHaveLength(before);
  });

  it('is missing without an address, and if the business system has none', async () => {
    const sandbox = await openCenter();
    const none = { status: 404, code: 'ERR_DIAGRAM_NONE' };
    expect(await refusal(sandbox, '/tasks/t-1/diagram')).toMatchObject(none);
    const system = await openBusinessSystem(404, { code: 2004, message: 'this task is not exist', data: null });
    sandbox.setDiagramUrl('approvals', system.url);
    expect(await refusal(sandbox, '/tasks/t-1/diagram')).toMatchObject(none);
    await send(sandbox, '/apps/approvals/diagram-url', { url: null }, 'PUT');
    expect(await refusal(sandbox, '/tasks/t-1/diagram')).toMatchObject(none);
    expect(system.received).toHaveLength(1);
  });

  it('knows no diagram of a task that the center does not have', async () => {
    const sandbox = await openCenter();
    expect(await refusal(sandbox, '/tasks/t-9/diagram')).toMatchObject({ status: 404, code: 'ERR_TASK_UNKNOWN' });
    expect(await sandbox.diagram('t-9')).toMatchObject({ none: expect.any(String) });
  });
});

describe('an answer that is not a diagram is reported, and the center continues', () => {
  const wrong: [string, unknown][] = [
    ['null', null],
    ['a list', []],
    ['a code that is not 0', { ...answering(DIAGRAM), code: 500 }],
    ['no data', answering(null)],
    ['the diagram itself, without the envelope', DIAGRAM],
    ...(Object.keys(DIAGRAM) as (keyof typeof DIAGRAM)[]).map((field): [string, unknown] => [
      `no ${field}`,
      answering({ ...DIAGRAM, [field]: undefined }),
    ]),
    ['ids that are none', answering({ ...DIAGRAM, flows: ['f1', { id: 'f2' }] })],
    ['nodes as a list', answering({ ...DIAGRAM, nodes: ['check'] })],
    ['a report without a reason', answering({ ...DIAGRAM, reports: [{ ...DIAGRAM.reports[0], reason: null }] })],
  ];

  it.each(wrong)('%s', async (_what, answer) => {
    const system = await openBusinessSystem(200, answer);
    const sandbox = await openCenter();
    sandbox.setDiagramUrl('approvals', system.url);
    expect(await refusal(sandbox, '/tasks/t-1/diagram')).toMatchObject({ status: 502, code: 'ERR_DIAGRAM_FAILED' });
    expect((await callControl(sandbox, '/accounts/bo')).status).toBe(200);
  });

  const failing: [string, RegExp, (response: ServerResponse) => void][] = [
    ['a page', /not JSON/, (response) => response.end('<html>Log in, please</html>')],
    ['nothing', /not JSON/, (response) => response.end()],
    ['HTTP 401', /HTTP 401/, (response) => response.writeHead(401).end('{}')],
    ['HTTP 500', /HTTP 500/, (response) => response.writeHead(500).end()],
    ['a broken connection', /could not be reached/, (response) => response.destroy()],
    [
      'half an answer',
      /could not be reached/,
      (response) => {
        response.writeHead(200, { 'content-length': 1000 });
        response.write('{"code":', () => response.destroy());
      },
    ],
    [
      'an answer without end',
      /larger than \d+ bytes/,
      (response) => {
        const chunk = Buffer.alloc(256 * 1024, ' ');
        const more = () => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on('drain', more);
        more();
      },
    ],
  ];

  it.each(failing)('%s', async (_what, message, answer) => {
    const sandbox = await openCenter();
    sandbox.setDiagramUrl('approvals', await openRawSystem(answer));
    const refused = await refusal(sandbox, '/tasks/t-1/diagram');
    expect(refused).toMatchObject({ status: 502, code: 'ERR_DIAGRAM_FAILED', message: expect.stringMatching(message) });
    expect(refused.message).not.toContain('k1.signature');
  });

  it('a redirect is not followed', async () => {
    const elsewhere = await openBusinessSystem(200, answering(DIAGRAM));
    const sandbox = await openCenter();
    const location = `${elsewhere.url}/diagrams`;
    sandbox.setDiagramUrl('approvals', await openRawSystem((response) => response.writeHead(302, { location }).end()));
    expect(await refusal(sandbox, '/tasks/t-1/diagram')).toMatchObject({ status: 502, code: 'ERR_DIAGRAM_FAILED' });
    expect(elsewhere.received).toEqual([]);
  });

  it('one that does not come is not waited for longer than for a button', async () => {
    const sandbox = await openCenter({ callbackTimeoutMs: 50 });
    sandbox.setDiagramUrl('approvals', await openRawSystem(() => undefined));
    const refused = await refusal(sandbox, '/tasks/t-1/diagram');
    expect(refused).toMatchObject({ status: 502, message: expect.stringContaining('50 ms') });
  });

  it('one that begins and does not end neither', async () => {
    const sandbox = await openCenter({ callbackTimeoutMs: 200 });
    sandbox.setDiagramUrl('approvals', await openRawSystem((response) => response.write('{')));
    expect(await refusal(sandbox, '/tasks/t-1/diagram')).toMatchObject({ status: 502, code: 'ERR_DIAGRAM_FAILED' });
  });

  it('no listening server', async () => {
    const sandbox = await openCenter();
    const url = await openRawSystem(() => undefined);
    for (const close of closing.splice(0)) close();
    sandbox.setDiagramUrl('approvals', url);
    const refused = await refusal(sandbox, '/tasks/t-1/diagram');
    expect(refused).toMatchObject({ status: 502, message: expect.stringContaining('could not be reached') });
  });
});

describe('where an application gives its diagrams', () => {
  const url = 'http://127.0.0.1:9/diagrams/k1.signature';

  it('is part of the setup; the control API shows that there is an address, but not which', async () => {
    const apps = DEFAULT_APPS.map((app) => ({ ...app, diagramUrl: url }));
    const { apps: told } = await ask<CenterAnswer>(await openSandbox({ apps }), '');
    expect(told).toMatchObject([{ appId: 'approvals', hasStatusUrl: false, hasDiagramUrl: true }]);
    expect(JSON.stringify(told)).not.toContain('k1.signature');
  });

  it('is set while it runs', async () => {
    const sandbox = await openSandbox();
    const set = (body: RawObject) => send(sandbox, '/apps/approvals/diagram-url', body, 'PUT');
    expect(await set({ url })).toMatchObject({ app: { appId: 'approvals', hasDiagramUrl: true } });
    expect(await set({ url: null })).toMatchObject({ app: { hasDiagramUrl: false } });
    expect(() => sandbox.setDiagramUrl('payroll', url)).toThrow('the center has no application payroll');
  });

  it.each([
    ['/apps/payroll/diagram-url', { url: null }, 404, 'ERR_APP_UNKNOWN'],
    ['/apps/approvals/diagram-url', { url: 'ftp://host/' }, 400, 'ERR_INPUT_INVALID'],
    ['/apps/approvals/diagram-url', {}, 400, 'ERR_INPUT_INVALID'],
  ])('PUT %s with %j is refused', async (path, body, status, code) => {
    const sandbox = await openSandbox();
    expect(await refusal(sandbox, path, { method: 'PUT', body })).toMatchObject({ status, code });
  });

  it('is stored with the rest of the state, and so is its removal', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diagram-'));
    closing.push(() => rmSync(folder, { recursive: true }));
    const apps = DEFAULT_APPS.map((app) => ({ ...app, statusUrl: url, diagramUrl: url }));
    const open = (options: SandboxOptions = {}) => openSandbox({ data: join(folder, 'state.json'), ...options });
    const isSet = async (sandbox: Awaited<ReturnType<typeof open>>) => (await ask<CenterAnswer>(sandbox, '')).apps[0];
    const first = await open();
    first.setDiagramUrl('approvals', url);
    await first.close();
    const second = await open();
    expect(await isSet(second)).toMatchObject({ hasDiagramUrl: true, hasStatusUrl: false });
    second.setDiagramUrl('approvals', undefined);
    await second.close();
    expect(await isSet(await open({ apps }))).toMatchObject({ hasDiagramUrl: false, hasStatusUrl: true });
  });
});
