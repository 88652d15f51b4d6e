import { BpmnError, BridgeError } from '../../../src/index.ts';
import { createDatabaseFile } from '../../bridge/database-file.ts';
import { createWorld } from '../../bridge/world.ts';
import { type Graph, hasLateCalls, isService, LANES } from '../draw/graph.ts';
import { createRandom } from '../random.ts';
import { processIdOf, renderOthers, renderXml } from '../render/render-files.ts';
import { type JobLine, openStoredRows } from './stored-rows.ts';
import {
  ALLOW,
  ASKED,
  BUSINESS_KEY,
  INSTANCE_ID,
  LIMITS,
  MEMBER,
  type Refused,
  type Seen,
  type SubjectMaker,
} from './subject.ts';

interface Call {
  readonly finish: (result: object) => void;
  readonly fail: (error: Error) => void;
}

/** A step takes milliseconds, on a busy machine a second. */
const MOST_MS = 20_000;

/** A whole bridge on a database file, which is closed and opened again between steps, by chance. */
export const makeRestartedSubject: SubjectMaker = async (graph, clock, holdMs) => {
  // A bridge does the job of such a call by itself, not when the driver says so.
  if (hasLateCalls(graph)) return undefined;
  const file = createDatabaseFile();
  const chance = createRandom(graph.nodes.length);
  /** By the key of the job; none of them outlives its bridge. */
  const calls = new Map<string, Call>();
  const call = (job: { readonly idempotencyKey: string }) =>
    new Promise<object>((finish, fail) => {
      calls.set(job.idempotencyKey, { finish, fail });
    });
  const accounts = listAccounts(graph).map((account) => ({ account, name: account }));
  const groups = LANES.map((id) => ({ id, name: id, members: [MEMBER] }));
  const world = await createWorld({
    sandbox: { clock: () => clock.now, directory: { accounts, groups } },
    bridge: {
      store: file.store,
      clock: () => clock.now,
      reportHoldMs: holdMs,
      limits: LIMITS,
      identity: { isMember: async (_group, account) => account === MEMBER },
      defaults: { systemHandler: MEMBER, systemName: 'System', allow: ALLOW },
      systemTasks: true,
      services: Object.fromEntries(graph.nodes.filter(isService).map(({ id }) => [id, call])),
      scripts: call,
      jobs: { concurrency: 1000, timeoutMs: 600_000, leaseMs: 86_400_000, maxAttempts: 1 },
    },
  });
  await world.bridge.deploy([...renderOthers(graph).values(), renderXml(graph)]);

  const rows = openStoredRows(file.path);
  const { jobsNow, instanceNow } = rows;
  let told = 0;
  let instanceId = '';
  const outside = (id: string) => id.replace(instanceId, INSTANCE_ID);
  const inside = (id: string) => id.replace(INSTANCE_ID, instanceId);

  function isAtRest(): boolean {
    const instance = instanceNow();
    // A message that nothing waits for is tried again later.
    const isWaiting = ({ kind, state, due_at: dueAt, idempotency_key: key }: JobLine) =>
      state !== 'queued' || (kind === 'message' ? dueAt > clock.now : calls.has(key));
    const isDue = instance?.status !== 'ended' && instance?.wake_at != null && instance.wake_at <= clock.now;
    // One that failed is tried again once the clock has moved, or the instance.
    const hasFailed = instance?.wake_owner === null && rows.wakeFailedAt() === clock.now;
    return (!isDue || hasFailed) && jobsNow().every(isWaiting);
  }

  const describe = () => {
    const queued = jobsNow().filter(({ state }) => state === 'queued');
    const { status, wake_at: wakeAt } = instanceNow() ?? {};
    const waits = queued.map((job) => ({ ...job, isCalled: calls.has(job.idempotency_key) }));
    return JSON.stringify({ now: clock.now, status, wakeAt, waits, log: world.log.slice(-3) });
  };

  /** Until nothing is left to do before the next trigger. */
  async function rest(): Promise<void> {
    // It looks at once at what is due, and then waits for services, which wait for the next trigger.
    world.bridge.idle().catch(() => undefined);
    const begun = Date.now();
    while (!isAtRest()) {
      if (Date.now() - begun > MOST_MS) throw new Error(`does not come to rest: ${describe()}`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  async function look(): Promise<Seen> {
    await rest();
    const instance = instanceNow();
    const filter = { instanceId, limit: 10_000 };
    const reports = await world.bridge.outbox.list(filter);
    const tasks = await world.bridge.tasks.list({ ...filter, state: 'IN_PROGRESS' });
    const ended = instance?.status !== 'running';
    const seen: Seen = {
      open: tasks.map(({ taskId, nodeId, handlers, handlingGroups }) => ({
        taskId: outside(taskId),
        nodeId,
        handlers: [...handlers, ...handlingGroups].join(','),
        origin: undefined,
      })),
      jobs: jobsNow()
        .filter(({ kind }) => /^(service|script)$/.test(kind))
        .map((job) => ({
          jobId: job.execution_id,
          nodeId: job.node_id,
          runs: job.state === 'queued' || job.state === 'failed',
        })),
      tellsJobs: true,
      reports: reports.slice(told).map(({ report: { kind, item } }) => ({
        kind,
        item: JSON.parse(JSON.stringify(item).replaceAll(instanceId, INSTANCE_ID).replaceAll('"approvals"', '"app"')),
      })),
      ended,
      wakeAt: ended ? null : (instance?.wake_at ?? null),
      unmatched: undefined,
    };
    told = reports.length;
    if (chance.chance(0.3)) await restart();
    return seen;
  }

  async function restart(): Promise<void> {
    calls.clear();
    await world.reopen();
    await rest();
  }

  /** The call of a job, as the bridge has made it. */
  function callOf(jobId: string): Call | undefined {
    const key = jobsNow().find(({ execution_id }) => execution_id === jobId)?.idempotency_key;
    const found = key === undefined ? undefined : calls.get(key);
    if (key !== undefined) calls.delete(key);
    return found;
  }

  async function endCall(jobId: string, gone: boolean, end: (call: Call) => void): Promise<Seen | Refused> {
    const failed = gone ? undefined : await incidentOf(jobId);
    if (failed) {
      await world.bridge.incidents.retry(failed.incidentId);
      await rest();
    }
    const found = callOf(jobId);
    if (gone) {
      if (found) end(found);
      return 'stale';
    }
    if (!found) throw new Error(`the service of ${jobId} was not called`);
    const before = rows.picture();
    end(found);
    await rest();
    const incident = await incidentOf(jobId);
    return incident ? refused(incident.code, before) : look();
  }

  /** What the step behind a service failed with. */
  async function incidentOf(jobId: string) {
    const found = jobsNow().find(({ execution_id }) => execution_id === jobId);
    const open = await world.bridge.incidents.list({ open: true, limit: 10_000 });
    return open.find(({ kind, subject }) => kind === 'job' && subject === found?.job_id);
  }

  async function refused(code: string, before: readonly string[]): Promise<Refused> {
    const changed = rows.picture().find((part, index) => part !== before[index]);
    if (changed !== undefined) throw new Error(`the step failed with ${code} and has left ${changed}`);
    if (chance.chance(0.3)) await restart();
    return code === 'ERR_EXPRESSION_FAILED' ? 'undecided' : 'failed';
  }

  /** What is called may fail, and has changed nothing then. */
  async function attempt(act: () => Promise<unknown>): Promise<Seen | Refused> {
    const before = rows.picture();
    try {
      await act();
    } catch (error) {
      if (error instanceof BridgeError) return refused(error.code, before);
      throw error;
    }
    return look();
  }

  async function operate(work: () => ReturnType<typeof world.bridge.recall>): Promise<Seen | Refused> {
    const before = rows.picture();
    const { kind, message } = await work();
    if (kind === 'applied') return look();
    if (kind !== 'forbidden' && kind !== 'invalid') throw new Error(`it was ${kind}: ${message}`);
    await refused(kind, before);
    return 'forbidden';
  }

  return {
    name: 'a bridge that is opened again',
    survivesFailure: true,
    readsClock: true,
    async start(variables) {
      const options = { initiator: 'ann', businessKey: BUSINESS_KEY, variables: structuredClone(variables) as never };
      return attempt(async () => {
        ({ instanceId } = await world.bridge.start(processIdOf(graph), options));
      });
    },
    async press({ taskId, button, account, variables, doubled }): Promise<Seen | Refused> {
      const told = (await world.bridge.outbox.list({ instanceId, limit: 10_000 }))
        .flatMap(({ report: { item } }) => item.next ?? [])
        .find((next) => next.taskId === inside(taskId));
      const action = told?.actions?.find(({ name }) => button.name === null || name === button.name);
      if (!action) throw new Error(`${taskId} was told without a button ${button.name}`);
      const { nextNodeKey } = action;
      const options = { account, variables: variables as never, ...(nextNodeKey !== undefined && { nextNodeKey }) };
      const before = rows.picture();
      const press = async () => world.bridge.press(inside(taskId), options);
      const first = await press();
      if (first.kind === 'failed') return refused(/ERR_[A-Z_]+/.exec(first.message)?.[0] ?? '', before);
      const verdicts = [first.kind, ...(doubled ? [(await press()).kind] : [])];
      if (verdicts[0] === 'stale') return 'stale';
      if (verdicts.join() !== (doubled ? 'applied,stale' : 'applied')) throw new Error(`press was ${verdicts}`);
      return look();
    },
    ask: ({ taskId, kind, account: from, to, rule }) =>
      operate(() =>
        kind === 'delegate'
          ? world.bridge.delegate(inside(taskId), { from, to: to[0] ?? '' })
          : world.bridge.addSigners(inside(taskId), { from, to, rule }),
      ),
    sendBack: ({ taskId, account, to }) => operate(() => world.bridge.sendBack(inside(taskId), { account, to })),
    recall: ({ taskId, account }) => operate(() => world.bridge.recall(inside(taskId), { account })),
    finishJob: ({ jobId, gone }, result) => endCall(jobId, gone, ({ finish }) => finish({ ...result })),
    failJob: ({ jobId, gone }, code) => endCall(jobId, gone, ({ fail }) => fail(new BpmnError(code))),
    async send({ kind, name, payload, correlationKey }) {
      const event = { name, payload: payload as never };
      const about = correlationKey === undefined ? { instanceId } : { correlationKey };
      return attempt(() =>
        kind === 'signal' ? world.bridge.signal(instanceId, event) : world.bridge.message({ ...about, ...event }),
      );
    },
    async set(variables, call) {
      return attempt(() =>
        world.bridge.setVariables(instanceId, variables, call === undefined ? {} : { callId: call }),
      );
    },
    async wake() {
      const before = rows.picture();
      await rest();
      const [failed] = await world.bridge.incidents.list({ open: true, instanceId, limit: 10_000 });
      return failed?.kind === 'wake' && failed.latestAt === clock.now ? refused(failed.code, before) : look();
    },
    async close() {
      rows.close();
      await world[Symbol.asyncDispose]();
      file[Symbol.dispose]();
    },
  };
};

/** Everybody who may be named by a process, as the center has to know them. */
function listAccounts({ nodes }: Graph): string[] {
  const people = ['ann', MEMBER, ...ASKED, 'amy', 'bob', 'cid', 'dan', 'eve', 'fay'];
  const counted = Array.from({ length: 70 }, (_, index) => `p${index}`);
  return [...new Set([...people, ...counted, ...nodes.map(({ id }) => id)])];
}
