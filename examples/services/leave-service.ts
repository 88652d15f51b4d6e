/**
 * A service for leave requests that keeps each request as an engine in memory and a file on the disk, with the plugin
 * alone: no bridge and no database. One process owns the folder.
 *
 * Run it with the variables of service-settings.ts and FOLDER: `npx tsx examples/services/leave-service.ts`.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCallbacks, openCenter, type TaskStatusEntry, type Verdict } from 'bpmn-transaction-bridge/plugin';
import { serveBridge } from '../serve-bridge.ts';
import { listFiles } from './leave-file.ts';
import { type LeaveCompany, LeaveRequest, type LeaveStart } from './leave-request.ts';
import { read, readSettings, type ServiceSettings } from './service-settings.ts';

const DIAGRAM = join(import.meta.dirname, '../../processes/leave-approval.bpmn');

export async function openLeaveService(settings: ServiceSettings & { readonly folder: string }) {
  const { folder, publicUrl, secret, port } = settings;
  const requests = new Map<string, Promise<LeaveRequest>>();
  const center = await openCenter(settings.center);
  const callbacks = await openCallbacks({
    ...{ appId: 'approvals', publicUrl, signingKeys: [{ id: 'k1', secret }] },
    ...{ cipher: { kind: 'none' }, idToken: 'trust-center' },
    press: async (taskId, press, call) =>
      (await requestOf(taskId))?.press(taskId, press, call) ??
      ({ kind: 'unknown', message: 'No such task.' } as Verdict),
    answerStatus,
  });
  const company: LeaveCompany = {
    ...{ folder, center, source: await readFile(DIAGRAM, 'utf8') },
    plugin: {
      appId: 'approvals',
      identity: 'trust-center',
      actionUrl: callbacks.actionUrl,
    },
  };
  for (const instanceId of await listFiles(folder)) {
    requests.set(instanceId, LeaveRequest.resume(company, instanceId));
  }
  await Promise.all(requests.values());

  /** Task ids begin with the id of their instance. */
  function requestOf(taskId: string): Promise<LeaveRequest> | undefined {
    return requests.get(taskId.replace(/\.\d+$/, ''));
  }

  async function answerStatus(taskIds: readonly string[]): Promise<TaskStatusEntry[]> {
    return Promise.all(
      taskIds.map(async (taskId) => {
        const [entry] = (await (await requestOf(taskId))?.answerStatus([taskId])) ?? [];
        return entry ?? { taskId, taskStatus: 'IN_PROGRESS', taskData: {} };
      }),
    );
  }

  /** Starts a request; the same id starts it once. */
  async function ask(start: LeaveStart): Promise<void> {
    const { instanceId } = start;
    const request = requests.get(instanceId) ?? LeaveRequest.start(company, start);
    requests.set(instanceId, request);
    await request;
  }

  const server = await serveBridge(async (request) => {
    if (!new URL(request.url).pathname.endsWith('/requests')) return callbacks.fetch(request);
    await ask((await request.json()) as LeaveStart);
    return new Response(null, { status: 204 });
  }, port);
  return { url: server.url, statusUrl: callbacks.statusUrl() };
}

if (process.argv[1] === import.meta.filename) {
  const { url } = await openLeaveService({ ...readSettings(), folder: read('FOLDER') });
  console.log(`Leave requests are served at ${url}.`);
}
