import { Engine } from 'bpmn-engine';
import { BpmnError, type TaskHandlingItem } from '../../../src/index.ts';
import { createPlugin, type PluginOptions, type PressOptions } from '../../../src/plugin/index.ts';
import { EVENT_IDS } from '../../support/event-ids.ts';
import { isService } from '../draw/graph.ts';
import { renderFound, renderPrepared } from '../render/prepared-xml.ts';
import { createTimers } from './captured-timers.ts';
import {
  ALLOW,
  BUSINESS_KEY,
  INSTANCE_ID,
  MEMBER,
  type Refused,
  type Seen,
  type SubjectJob,
  type SubjectMaker,
} from './subject.ts';

interface Call {
  readonly nodeId: string;
  readonly finish: (result: object) => void;
  /** Of a late call: its call activity. */
  readonly callId?: string;
  readonly fail: (error: Error) => void;
  runs: boolean;
}

/**
 * The product on an engine of a host: one that stays alive, or one that is recovered before each call. A failed step would
 * leave the engine somewhere, so it is spared those.
 */
export const makeHotSubject: SubjectMaker = async (graph, clock, holdMs) => {
  // Every other process.
  const recovers = graph.nodes.length % 2 === 1;
  const calls = new Map<string, Call>();
  /** Processes that are being given, by their call activities. */
  const given = new Map<string, string>();
  /** Its own: an engine is recovered before what is due. */
  const ownClock = { now: clock.now };
  const timers = createTimers(ownClock);
  let items: TaskHandlingItem[] = [];
  let errors: unknown[] = [];

  const call = (nodeId: string) => (job: { readonly idempotencyKey: string }) =>
    new Promise<object>((finish, fail) => {
      calls.set(job.idempotencyKey, { nodeId, finish, fail, runs: true });
    });
  const options: PluginOptions = {
    appId: 'app',
    instanceId: INSTANCE_ID,
    businessKey: BUSINESS_KEY,
    initiator: 'ann',
    timeZone: 'UTC',
    locale: EVENT_IDS,
    reportHoldMs: holdMs,
    clock: () => ownClock.now,
    scripts: (job) => call(job.nodeId)(job),
    identity: { isMember: async (_group, account) => account === MEMBER },
    defaults: { systemHandler: MEMBER, allow: ALLOW },
    systemTasks: true,
    services: Object.fromEntries(graph.nodes.filter(isService).map(({ id }) => [id, call(id)])),
    actionUrl: (taskId, { key }) => `https://service.test/${taskId}/${key}`,
    onReports: (told) => items.push(...told),
    findProcess: ({ callId, processId: nodeId }) => {
      const file = found.get(nodeId);
      // The file of a call is asked for before its process, and those that a found process calls.
      const isWait = graph.nodes.some(({ id }) => id === nodeId);
      if (!isWait || (given.get(callId) ?? nodeId) !== nodeId) return file;
      // A late call is drawn with a wait in front of each process it may come to, which has that process's id.
      return new Promise((find, fail) => {
        calls.set(`${callId}.${calls.size}`, { nodeId, callId, finish: () => find(file), fail, runs: true });
      });
    },
    onError: (error) => errors.push(error),
  };
  const found = await renderFound(graph);
  const source = await renderPrepared(graph);
  let { plugin, engine } = open();
  const buttons = new Map<string, NonNullable<NonNullable<TaskHandlingItem['next']>[number]['actions']>>();

  function open() {
    const opened = createPlugin(options);
    const engineOptions = { name: 'hot', source, ...opened.engineOptions };
    return { plugin: opened, engine: new Engine(engineOptions as ConstructorParameters<typeof Engine>[0]) };
  }

  /** Goes on in another engine, from what a host stores. A service at work would be called again. */
  async function recover(): Promise<void> {
    if (!recovers || engine.state !== 'running' || [...calls.values()].some(({ runs }) => runs)) return;
    await goOn({ snapshot: plugin.snapshot(), state: await engine.getState() });
  }

  async function goOn(states: { readonly snapshot: string; readonly state: object }): Promise<void> {
    const { snapshot, state } = JSON.parse(JSON.stringify(states));
    await engine.stop();
    // What it says meanwhile is heard in microtasks.
    await new Promise((resolve) => setImmediate(resolve));
    ({ plugin, engine } = open());
    plugin.recover(snapshot);
    engine.recover(state);
    await engine.resume({ listener: plugin.listener });
    await new Promise((resolve) => setImmediate(resolve));
  }

  /**
   * @param isWake it is up again by the time: an engine that is resumed later tells at once what was held back too long, and
   * fires its timers after that
   */
  async function move<Answer>(work: () => Promise<Answer>, { isWake = false } = {}): Promise<Answer> {
    items = [];
    errors = [];
    return timers.capture(async () => {
      if (!isWake) ownClock.now = clock.now;
      await recover();
      ownClock.now = clock.now;
      const answer = await work();
      // What the call has started goes on in microtasks.
      await new Promise((resolve) => setImmediate(resolve));
      return answer;
    });
  }

  function look(): Seen {
    if (errors.length > 0) throw errors[0];
    for (const { taskId, actions } of items.flatMap(({ next }) => next ?? [])) buttons.set(taskId ?? '', actions ?? []);
    return {
      open: plugin.openTasks.map(({ taskId, nodeId, handlers, handlingGroups, origin }) => ({
        taskId,
        nodeId,
        handlers: [...handlers, ...handlingGroups].join(','),
        origin,
      })),
      jobs: [...calls].map(([jobId, { nodeId, runs }]) => ({ jobId, nodeId, runs })),
      tellsJobs: false,
      reports: items.map((item) => ({ kind: undefined, item })),
      ended: engine.state === 'idle',
      wakeAt: timers.dueAt,
      alarmSetAt: clock.now,
      unmatched: undefined,
    };
  }

  async function endCall({ jobId, gone }: SubjectJob, end: (call: Call) => void): Promise<Seen | Refused> {
    const found = calls.get(jobId);
    if (!found) throw new Error(`service ${jobId} was not called`);
    await move(async () => {
      found.runs = false;
      if (found.callId !== undefined) given.set(found.callId, found.nodeId);
      end(found);
    });
    given.clear();
    if (gone && errors.length === 0 && items.length === 0) return 'stale';
    return look();
  }

  async function operate(work: () => ReturnType<typeof plugin.recall>): Promise<Seen | Refused> {
    const { kind } = await move(work);
    if (kind !== 'applied' && kind !== 'forbidden' && kind !== 'invalid') throw new Error(`it was ${kind}`);
    return kind === 'applied' ? look() : 'forbidden';
  }

  return {
    name: recovers ? 'one engine with the plugin, recovered before each call' : 'one live engine',
    survivesFailure: false,
    async start(variables) {
      await move(() => engine.execute({ listener: plugin.listener, variables }));
      return look();
    },
    async press({ taskId, button, account, variables, doubled }): Promise<Seen | Refused> {
      const action = (buttons.get(taskId) ?? []).find(({ name }) => button.name === null || name === button.name);
      if (!action) throw new Error(`${taskId} was told without a button ${button.name}`);
      const options = {
        account,
        variables: variables as NonNullable<PressOptions['variables']>,
        ...(action.nextNodeKey !== undefined && { nextNodeKey: action.nextNodeKey }),
      };
      const press = async () => (await plugin.press(taskId, options)).kind;
      const verdicts = await move(() => Promise.all(doubled ? [press(), press()] : [press()]));
      if (verdicts[0] === 'stale') return 'stale';
      if (verdicts.join() !== (doubled ? 'applied,stale' : 'applied')) throw new Error(`press was ${verdicts}`);
      return look();
    },
    ask: ({ taskId, kind, account: from, to, rule }) =>
      operate(() =>
        kind === 'delegate'
          ? plugin.delegate(taskId, { from, to: to[0] ?? '' })
          : plugin.addSigners(taskId, { from, to, rule }),
      ),
    sendBack: ({ taskId, account, to }) => operate(() => plugin.sendBack(taskId, { account, to })),
    recall: ({ taskId, account }) => operate(() => plugin.recall(taskId, { account })),
    finishJob: (job, result) => endCall(job, ({ finish }) => finish(result)),
    failJob: (job, code) => endCall(job, ({ fail }) => fail(new BpmnError(code))),
    async send(event) {
      // What it is about, the host decides that owns the engine; the bridge says it with what it delivers.
      await move(async () => plugin.deliver(event as Parameters<typeof plugin.deliver>[0]));
      return look();
    },
    async set(variables, call) {
      const given = variables as Parameters<typeof plugin.setVariables>[0];
      await move(() => plugin.setVariables(given, call === undefined ? {} : { callId: call }));
      return look();
    },
    async wake() {
      await move(async () => timers.fireDue(), { isWake: true });
      return look();
    },
    close: () => {
      void engine.stop();
    },
  };
};
