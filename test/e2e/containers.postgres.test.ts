/** What docs/containers.md shows, without containers: its files are read, and its service runs as they start it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { bundleProgram } from '../support/bundle-program.ts';
import { freePort } from '../support/free-port.ts';
import { type HalfOpenProxy, startHalfOpenProxy } from '../support/half-open-proxy.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../support/shared-postgres.ts';
import { REPOSITORY } from './run-node.ts';
import { makeTempFolder, type TempFolder } from './temp-folder.ts';

const fileOf = (name: string) => readFile(`${REPOSITORY}examples/containers/${name}`, 'utf8');
const [source, image] = [await fileOf('service.ts'), await fileOf('Dockerfile')];
/** What the service reads from its environment. */
const VARIABLES = [...source.matchAll(/read\('(\w+)'\)/g)].map(([, name = '']) => name).toSorted();
const PATHS = ['/live', '/ready'];

/** The part of the Compose Specification that the file uses (compose-spec.json); anything else is a mistake. */
const SERVICE = z.strictObject({
  build: z.string().optional(),
  image: z.string().optional(),
  command: z.array(z.string()).optional(),
  deploy: z.strictObject({ replicas: z.int() }).optional(),
  ports: z.array(z.string().regex(/^\d+(-\d+)?:\d+$/)).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(['service_started', 'service_healthy']) }))
    .optional(),
  healthcheck: z
    .strictObject({
      test: z.tuple([z.literal('CMD')], z.string()),
      interval: z.string().regex(/^\d+s$/),
      timeout: z
        .string()
        .regex(/^\d+s$/)
        .optional(),
    })
    .optional(),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']).optional(),
  volumes: z.array(z.string().regex(/^\w+:\/[\w/]+$/)).optional(),
});
const COMPOSE = z.strictObject({
  services: z.strictObject({ leave: SERVICE, database: SERVICE, sandbox: SERVICE }),
  volumes: z.record(z.string(), z.strictObject({})),
});
const { services, volumes } = COMPOSE.parse(parse(await fileOf('compose.yaml')));
const environment = services.leave.environment ?? {};

test('the image starts the service as a process that gets the signals', () => {
  expect(/^FROM (.*)$/m.exec(image)?.[1]).toBe('node:22-slim');
  expect(JSON.parse(/^CMD (.*)$/m.exec(image)?.[1] ?? '')).toEqual(['node', 'service.ts']);
});

test('the compose file gives the service all that it reads, and refers only to what is in it', () => {
  expect(Object.keys(environment).toSorted()).toEqual(VARIABLES);
  for (const { depends_on = {}, volumes: mounted = [] } of Object.values(services)) {
    for (const name of Object.keys(depends_on)) expect(services).toHaveProperty(name);
    for (const volume of mounted) expect(volumes).toHaveProperty(volume.split(':')[0] ?? '');
  }
  const hosts = Object.values(environment).flatMap((value) => (URL.canParse(value) ? [new URL(value).hostname] : []));
  expect(new Set(hosts)).toEqual(new Set(['leave', 'sandbox', 'database']));
  expect(services.leave.healthcheck?.test.join(' ')).toContain(`localhost:${environment.PORT}/ready`);
  expect(services.leave.deploy?.replicas).toBe(2);
});

test('the manifest probes what the service serves, and leaves it the time that it takes', async () => {
  const [deployment, service] = parseAllDocuments(await fileOf('kubernetes.yaml')).map((document) => document.toJS());
  const { template, selector, replicas } = deployment.spec;
  const [container] = template.spec.containers;
  expect(replicas).toBe(2);
  expect([template.metadata.labels, service.spec.selector]).toEqual([selector.matchLabels, selector.matchLabels]);
  const pathOf = (probe: string) => container[probe].httpGet.path;
  expect(['startupProbe', 'livenessProbe', 'readinessProbe'].map(pathOf)).toEqual(['/live', '/live', '/ready']);
  const [{ containerPort }] = container.ports;
  expect(service.spec.ports[0].targetPort).toBe(containerPort);
  // `health()` gives the database five seconds.
  expect(container.readinessProbe.timeoutSeconds).toBeGreaterThan(5);
  const [, seconds] = container.lifecycle.preStop.exec.command;
  // `close()` may take a minute if the connections to the database are half-open.
  expect(template.spec.terminationGracePeriodSeconds - Number(seconds)).toBeGreaterThanOrEqual(60);
  const secret = /# ([\w, ]+)$/m.exec(await fileOf('kubernetes.yaml'))?.[1]?.split(', ') ?? [];
  expect([...container.env.map(({ name }: { name: string }) => name), ...secret].toSorted()).toEqual(VARIABLES);
});

describe('two nodes, a database and a sandbox, started as the compose file says', () => {
  const programs: ChildProcess[] = [];
  let folder: TempFolder;
  let database: EmptyDatabase;
  let toDatabase: HalfOpenProxy;
  /** What stands before the nodes. */
  let front: HalfOpenProxy;
  let sandboxUrl: string;
  const nodes: { readonly url: string; readonly port: number; readonly program: ChildProcess }[] = [];

  beforeAll(async () => {
    folder = await makeTempFolder();
    await symlink(`${REPOSITORY}processes`, join(folder.path, 'processes'));
    database = await createEmptyDatabase();
    const url = new URL(database.url);
    toDatabase = await startHalfOpenProxy(Number(url.port || 5432));
    url.host = `127.0.0.1:${toDatabase.port}`;

    const sandboxPort = await freePort();
    sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
    const [, ...args] = services.sandbox.command ?? [];
    start(await bundleProgram('src/cli/main.ts', { withPackages: true }), [...args, '--port', String(sandboxPort)], {});
    await answers(`${sandboxUrl}/sandbox/accounts`);

    const ports = [await freePort(), await freePort()];
    front = await startHalfOpenProxy(ports[0] ?? 0);
    for (const port of ports) {
      const changed: Record<string, string> = { PORT: String(port), BRIDGE_STORE: url.href };
      for (const [name, value] of Object.entries(environment)) {
        changed[name] ??= value
          .replace('http://leave:3000', `http://127.0.0.1:${front.port}`)
          .replace('http://sandbox:8484', sandboxUrl);
      }
      const program = start(await bundleProgram('examples/containers/service.ts'), [], changed);
      nodes.push({ url: `http://127.0.0.1:${port}`, port, program });
    }
    for (const node of nodes) await answers(`${node.url}/ready`);
  }, 120_000);

  afterAll(async () => {
    for (const program of programs) program.kill('SIGKILL');
    await front?.[Symbol.asyncDispose]();
    await toDatabase?.[Symbol.asyncDispose]();
    await database?.drop();
    await folder?.[Symbol.asyncDispose]();
  });

  function start(file: string, args: readonly string[], variables: Record<string, string>): ChildProcess {
    const program = spawn(process.execPath, [file, ...args], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, ...variables },
      stdio: 'ignore',
    });
    programs.push(program);
    return program;
  }

  const ask = (node: number) =>
    fetch(`${nodes[node]?.url}/leaves`, {
      method: 'POST',
      body: JSON.stringify({ initiator: 'anna', manager: 'bo', days: 2 }),
    }).then(async (answer) => (answer.status === 201 ? ((await answer.json()) as { instanceId: string }) : undefined));

  async function pending(account: string): Promise<readonly string[]> {
    const answer = await fetch(`${sandboxUrl}/sandbox/accounts/${account}/pending`);
    const { tasks } = (await answer.json()) as { tasks: { taskId: string }[] };
    return tasks.map(({ taskId }) => taskId);
  }

  async function press(taskId: string, account: string, action: string): Promise<unknown> {
    const answer = await fetch(`${sandboxUrl}/sandbox/tasks/${taskId}/press`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account, action }),
    });
    return answer.json();
  }

  test('what is pressed at one node is continued at the other', async () => {
    await ask(0);
    await expect.poll(() => pending('anna')).toHaveLength(1);
    const [apply = ''] = await pending('anna');
    expect(await press(apply, 'anna', 'Handle')).toMatchObject({ taken: true });
    front.turnTo(nodes[1]?.port ?? 0);
    await expect.poll(() => pending('bo')).toHaveLength(1);
    const [approve = ''] = await pending('bo');
    expect(await press(approve, 'bo', 'Approve')).toMatchObject({ taken: true });
    await expect.poll(() => pending('bo')).toEqual([]);
  });

  test('SIGTERM while a node works ends it with code 0, and all that it has acknowledged reaches the center', async () => {
    const program = nodes[0]?.program;
    const exited = program && once(program, 'exit');
    const asked = Array.from({ length: 20 }, () => ask(0));
    await Promise.any(asked);
    program?.kill('SIGTERM');
    const settled = await Promise.allSettled(asked);
    const taken = settled.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value.instanceId] : []));
    expect(taken).not.toEqual([]);
    expect(await exited).toEqual([0, null]);
    await expect
      .poll(async () => (await pending('anna')).map((taskId) => taskId.split('.')[0]))
      .toEqual(expect.arrayContaining(taken));
  });

  test('without a database a node is alive and not ready, and it is ready again when there is one', async () => {
    const { url } = nodes[1] ?? {};
    toDatabase.turnTo(await freePort());
    await expect.poll(() => statusOf(`${url}/ready`)).toBe(503);
    expect(await (await fetch(`${url}/ready`)).text()).toContain('The database does not answer');
    expect(await statusOf(`${url}/live`)).toBe(200);
    toDatabase.turnTo(Number(new URL(database.url).port || 5432));
    await expect.poll(() => statusOf(`${url}/ready`)).toBe(200);
  });

  test('what is no path of the service is not found, so that a probe with a mistake is seen', async () => {
    for (const path of PATHS) expect(await statusOf(nodes[1]?.url + path)).toBe(200);
    expect(await statusOf(`${nodes[1]?.url}/alive`)).toBe(404);
  });
});

/** Waits until a server that is starting answers. */
function answers(url: string): Promise<void> {
  return vi.waitFor(async () => expect(await statusOf(url)).toBe(200), { timeout: 60_000, interval: 50 });
}

/** Undefined: nobody answered. */
function statusOf(url: string): Promise<number | undefined> {
  return fetch(url).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => undefined,
  );
}
