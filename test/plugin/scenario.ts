import { expect } from 'vitest';
import type { Report } from '../../src/index.ts';
import type { Trigger } from '../../src/plugin/apply/trigger.ts';
import type { RunSettings } from '../../src/plugin/state/run-settings.ts';
import { EVENT_IDS } from '../support/event-ids.ts';
import {
  type CompiledDefinition,
  compileXml,
  iterationOf,
  migrateSnapshot,
  runStep,
  type StepResult,
} from '../support/inner/plugin.ts';

const SETTINGS: RunSettings = {
  appId: 'app',
  timeZone: 'UTC',
  actionUrl: (taskId, actionKey) => `https://service.test/tasks/${taskId}/${actionKey}`,
  taskDefaults: { urls: {} },
  bothMobileSpellings: false,
  systemName: 'System',
  texts: EVENT_IDS,
  translate: (text) => text,
  reportGone: true,
  standInFor: () => undefined,
  reportHoldMs: 10_000,
  // Endless loops are found by their moves, also on a busy machine.
  limits: { stepMs: 60_000 },
};

/** A process under test, told in node ids: the second signer of a countersign `sign` is `sign#1`, a second task that is open
 * at `sign` is `sign(2)`. */
export interface Scenario {
  /** Open tasks, sorted. */
  readonly open: string;
  /** Jobs that run, in the order they were made. */
  readonly jobs: readonly string[];
  readonly ended: boolean;
  /** What the latest step reported, e.g. `a next b,c`, `b none`, `a end`, `b gone (Terminated)`; `…` marks a continuation. */
  readonly reports: readonly string[];
  readonly last: StepResult;
  readonly snapshot: string | null;
  /** Presses the button of that label; without one the task must have a single button. */
  press(
    task: string,
    label?: string,
    variables?: Record<string, unknown>,
    account?: string,
  ): Promise<readonly string[]>;
  /** A press by somebody who acts for a handler. */
  pressFor(task: string, label: string, account: string): Promise<readonly string[]>;
  /** A transfer by a handler. */
  transfer(task: string, from: string, to: string): Promise<readonly string[]>;
  finishJob(nodeId: string, result?: unknown): Promise<readonly string[]>;
  /** A job throws the error of that code. */
  failJob(nodeId: string, code: string): Promise<readonly string[]>;
  /** A job's result by its execution, whether it runs or not. */
  finishExecution(executionId: string): Promise<readonly string[]>;
  /** Goes on in another version of the process. @returns the reports, or why it cannot: `node reason` */
  migrate(to: CompiledDefinition, nodes?: Readonly<Record<string, string>>): Promise<readonly string[]>;
  suspend(): Promise<readonly string[]>;
  activate(): Promise<readonly string[]>;
  /** @param reported whether the center is to be told */
  terminate(reported: boolean): Promise<readonly string[]>;
  /** A signal of that name from outside. */
  hear(name: string): Promise<readonly string[]>;
  /** Lets time pass and gives held reports their chance. */
  wake(afterMs: number): Promise<readonly string[]>;
  /** A press of a task as it was before, to be refused. */
  pressStale(task: string, label?: string): Promise<unknown>;
}

/** @property moves the option `limits.moves` */
interface GivenInstance {
  readonly previousTaskId?: string;
  readonly businessKey?: string;
  readonly moves?: number;
  /** The account of system tasks; they are called `[node]`. */
  readonly systemTaskHandler?: string;
  readonly oneTaskPerSigner?: boolean;
}

export async function startScenario(
  xml: string,
  variables: Record<string, unknown> = {},
  instance: GivenInstance = {},
): Promise<Scenario> {
  return startCompiled(await compileXml(xml, {}), variables, instance);
}

/** The same of a diagram that deploy refuses, as one that was deployed before it did. */
export async function startRefused(xml: string, variables: Record<string, unknown> = {}): Promise<Scenario> {
  await expect(compileXml(xml, {})).rejects.toMatchObject({ code: 'ERR_MODEL_REFUSED' });
  return startCompiled(await compileXml(xml, { accepted: true }), variables);
}

/** The same from a definition that is compiled already. */
export async function startCompiled(
  compiled: CompiledDefinition,
  variables: Record<string, unknown> = {},
  instance: GivenInstance = {},
): Promise<Scenario> {
  const { moves, systemTaskHandler, oneTaskPerSigner = false } = instance;
  const settings = {
    ...SETTINGS,
    systemTaskHandler,
    oneTaskPerSigner,
    limits: { ...SETTINGS.limits, ...(moves !== undefined && { moves }) },
  };
  let definition = compiled;
  const names = new Map<string, string>();
  const taskIds = new Map<string, string>();
  const jobs = new Map<string, string>();
  let now = Date.UTC(2026, 0, 1);
  let last: StepResult | undefined;
  let snapshot: string | null = null;

  async function step(trigger: Trigger): Promise<readonly string[]> {
    const facts = { settings, now };
    const result = await runStep(definition, { instanceId: 'i', snapshot }, trigger, facts);
    const { changes } = result;
    for (const { taskId } of changes.handled) forget(taskId);
    for (const { taskId } of changes.gone) forget(taskId);
    for (const { taskId, nodeId, executionId, isSystem } of changes.created) {
      const index = iterationOf(result.snapshot, executionId);
      const countersign = definition.model.userTasks.get(nodeId)?.multiInstance;
      const own = countersign && !countersign.shared ? `${nodeId}#${index}` : nodeId;
      const base = isSystem ? `[${nodeId}]` : own;
      const name = taskIds.has(base) ? `${base}(2)` : base;
      names.set(taskId, name);
      taskIds.set(name, taskId);
    }
    for (const executionId of changes.jobsGone) jobs.delete(executionId);
    for (const { executionId, nodeId } of changes.jobsCreated) jobs.set(executionId, nodeId);
    last = result;
    snapshot = result.snapshot;
    now += 1000;
    return changes.reports.map((report) => describeReport(report, names));
  }

  function forget(taskId: string): void {
    for (const [name, id] of taskIds) if (id === taskId) taskIds.delete(name);
  }

  function idOf(task: string): string {
    const taskId = taskIds.get(task);
    if (taskId === undefined) throw new Error(`${task} is not open; open: ${[...taskIds.keys()].join(' ')}`);
    return taskId;
  }

  function takeJob(nodeId: string): string {
    const [executionId] = [...jobs].find(([, node]) => node === nodeId) ?? [];
    if (executionId === undefined) throw new Error(`no job ${nodeId}`);
    jobs.delete(executionId);
    return executionId;
  }

  function pressTrigger(
    taskId: string,
    label: string | undefined,
    variables: Record<string, unknown>,
    account = 'ann',
  ): Trigger {
    const node = [...definition.model.userTasks.values()].find(
      ({ nodeId }) => nodeId === names.get(taskId)?.replace(/(?:#\d+)?(?:\(2\))?$/, ''),
    );
    const [button, ...others] = (node?.buttons ?? []).filter((each) => label === undefined || each.label === label);
    if (!button || others.length > 0) throw new Error(`which button of ${node?.nodeId}? ${label}`);
    return { kind: 'press', taskId, button, account, opinions: 'fine', pressedAt: now, variables };
  }

  await step({
    kind: 'start',
    instance: {
      instanceId: 'i',
      initiator: 'ann',
      initiatorName: null,
      businessKey: instance.businessKey ?? null,
      previousTaskId: instance.previousTaskId ?? null,
    },
    variables,
  });
  const lastResult = (): StepResult => {
    if (!last) throw new Error('not started');
    return last;
  };
  return {
    get open() {
      return [...taskIds.keys()].toSorted().join(' ');
    },
    get jobs() {
      return [...jobs.values()];
    },
    get ended() {
      return lastResult().changes.ended;
    },
    get reports() {
      return lastResult().changes.reports.map((report) => describeReport(report, names));
    },
    get last() {
      return lastResult();
    },
    get snapshot() {
      return snapshot;
    },
    press(task, label, variables = {}, account = 'ann') {
      return step(pressTrigger(idOf(task), label, variables, account));
    },
    pressFor(task, label, account) {
      return step({ ...pressTrigger(idOf(task), label, {}, account), actsForOthers: true } as Trigger);
    },
    transfer(task, account, to) {
      return step({
        ...{ kind: 'hand-over', taskId: idOf(task), account, to: [to], button: undefined },
        ...{ handlerName: null, handleStatus: 'Transfer', opinions: null, pressedAt: now },
      });
    },
    pressStale(task, label) {
      const taskId = [...names].find(([id, name]) => name === task && ![...taskIds.values()].includes(id))?.[0];
      if (taskId === undefined) throw new Error(`${task} was never handled`);
      return step(pressTrigger(taskId, label, {}));
    },
    suspend: () => step({ kind: 'suspend' }),
    activate: () => step({ kind: 'activate' }),
    terminate: (reported) =>
      step({
        ...{ kind: 'end', as: 'terminated', account: 'ann', handlerName: 'Ann', opinions: null },
        ...{ handleStatus: 'Terminate', reported, now },
      }),
    hear: (name) => step({ kind: 'signal', name }),
    finishJob: (nodeId, result) => step({ kind: 'job', executionId: takeJob(nodeId), result }),
    failJob: (nodeId, code) => step({ kind: 'job-error', executionId: takeJob(nodeId), code }),
    async migrate(to, nodes = {}) {
      if (snapshot === null) throw new Error('it has ended');
      const input = { instanceId: 'i', snapshot, from: definition, to, nodes: new Map(Object.entries(nodes)) };
      const migrated = migrateSnapshot(input);
      if ('refusals' in migrated) return migrated.refusals.map(({ reason, nodeId }) => `${nodeId ?? '-'} ${reason}`);
      definition = to;
      snapshot = migrated.snapshot;
      const { replaced, tokens, starts } = migrated;
      return step({ kind: 'migrate', replaced, tokens, starts });
    },
    finishExecution: (executionId) => step({ kind: 'job', executionId, result: null }),
    wake(afterMs) {
      now += afterMs;
      return step({ kind: 'wake' });
    },
  };
}

function describeReport({ kind, item }: Report, names: ReadonlyMap<string, string>): string {
  const previous = names.get(item.previousTaskId) ?? item.previousTaskId.replace(/^i\./, '');
  const mark = kind === 'continuation' || kind === 'start-continuation' ? '…' : '';
  if (kind === 'gone') return `${previous} gone (${item.handleStatus})`;
  const next = (item.next ?? []).map(({ taskId }) => names.get(taskId ?? '')).toSorted();
  return [`${mark}${previous}`, item.status, ...(next.length > 0 ? [next.join(',')] : [])].join(' ');
}
