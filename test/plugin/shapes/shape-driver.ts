import { expect } from 'vitest';
import { BridgeError } from '../../../src/errors.ts';
import { type PrepareOptions, prepareDrawing } from '../../../src/model/prepare/prepare-drawing.ts';
import { type CompiledDefinition, compileDefinition, requireModel } from '../../../src/plugin/definition.ts';
import type { CreatedTask } from '../../../src/plugin/finish-step.ts';
import type { RunSettings } from '../../../src/plugin/run-settings.ts';
import { runStep, type StepResult, type Trigger } from '../../../src/plugin/step.ts';
import type { Report } from '../../../src/protocol/report.ts';

export const SETTINGS: RunSettings = {
  appId: 'app',
  timeZone: 'UTC',
  actionUrl: (taskId, actionKey) => `https://service.test/tasks/${taskId}/${actionKey}`,
  systemName: 'bridge',
  standInFor: () => undefined,
  taskDefaults: { urls: {} },
  bothMobileSpellings: false,
  reportHoldMs: 10_000,
};
export const STARTED_AT = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

/** One instance under test. Every step recovers the engine from the snapshot of the step before. */
export interface ShapeRun {
  /**
   * What is open, sorted: tasks, `job n`, `timer n`; `waiting` where only messages and the like are left, `stuck` where
   * nothing is, `END`. A task of the second iteration is `A#1`, in the second iteration of a sub-process `Q1.A`. Behind
   * it in brackets what a right step never shows, and messages nobody waited for.
   */
  readonly view: string;
  /** Of the latest step, e.g. `a next b,c`, `b none`, `a end`; `…` marks a continuation. */
  readonly reports: readonly string[];
  /** Tasks the latest step took away without anybody handling them, sorted. */
  readonly gone: readonly string[];
  readonly snapshot: string | null;
  /** The open task of that name. */
  task(name: string): CreatedTask;
  /**
   * One step, in words: `press A`, `press A "label"`, `press A {"variable": 1}`, `timer b` (when it is due), `message m1`,
   * `signal g1`, `finish job {"result": 1}`, `fail job CODE`, `wake 3h` (that much later). Of several timers of one name
   * `timer b 2` is the second. A step that fails leaves all as it was and shows as `failed CODE`.
   */
  do(step: string): Promise<string>;
}

/**
 * Plays a drawing and compares each step with what is written behind it, `step -> view`. Further parts, ` | A next B; B
 * none` and ` | gone C D`, say what is reported (`-` is nothing) and which tasks vanish.
 */
export async function play(drawn: string | CompiledDefinition, script: string, variables = {}): Promise<void> {
  const expected = script
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [line.trim().replace(/\s+->/, ' ->')]));
  const run = await begin(drawn, variables);
  const played: string[] = [];
  for (const line of expected) {
    const [step = '', told = ''] = line.split(' -> ');
    if (step !== 'start') await run.do(step);
    played.push(
      `${step} -> ${[
        run.view,
        ...told
          .split(' | ')
          .slice(1)
          .map((part) => answer(run, part)),
      ].join(' | ')}`,
    );
    if (played.at(-1) !== line) break;
  }
  expect(played).toEqual(expected.slice(0, played.length));
}

function answer(run: ShapeRun, asked: string): string {
  return asked.startsWith('gone') ? ['gone', ...run.gone].join(' ') : run.reports.join('; ') || '-';
}

/** Makes a file ready to run, as a deployment does. @throws {ModelError} `ERR_MODEL_REFUSED` */
export async function deploy(xml: string, options: Partial<PrepareOptions> = {}): Promise<CompiledDefinition> {
  const prepared = await prepareDrawing(xml, { calledProcesses: () => undefined, ...options });
  requireModel(prepared);
  return compileDefinition(prepared.xml, {});
}

/** What refuses a drawing at deploy, `rule elementId` each. */
export async function refusals(xml: string): Promise<string[]> {
  const { problems } = await prepareDrawing(xml, { calledProcesses: () => undefined });
  return problems.filter(({ severity }) => severity === 'error').map(({ rule, elementId }) => `${rule} ${elementId}`);
}

export async function begin(drawn: string | CompiledDefinition, variables = {}): Promise<ShapeRun> {
  const definition = typeof drawn === 'string' ? await deploy(drawn) : drawn;
  const { userTasks, services, subProcesses } = definition.model;
  const repeated = [...subProcesses.values()].filter(({ countersign }) => countersign).map(({ nodeId }) => nodeId);
  const open = new Map<string, CreatedTask>();
  const names = new Map<string, string>();
  const jobs = new Map<string, string>();
  /** By name, those that are done too. */
  const knownJobs = new Map<string, string>();
  let now = STARTED_AT;
  let last: StepResult | undefined;
  let faults: string[] = [];
  let gone: string[] = [];
  let endReports = 0;

  function nameOf({ nodeId, executionId, scopeIds }: CreatedTask): string {
    const iterations = scopeIds.toReversed().flatMap((scopeId) => {
      const nodes = repeated.filter((id) => iterationOf(id, scopeId) !== undefined);
      return nodes.map((id) => `${id}${iterationOf(id, scopeId)}.`);
    });
    return `${iterations.join('')}${withIteration(nodeId, executionId)}`;
  }

  function withIteration(nodeId: string, executionId: string): string {
    const node = userTasks.get(nodeId) ?? services.get(nodeId);
    const isRepeated = node?.countersign ?? (node && 'standardLoop' in node ? node.standardLoop : undefined);
    return isRepeated ? `${nodeId}#${iterationOf(nodeId, executionId)}` : nodeId;
  }

  async function step(trigger: Trigger): Promise<void> {
    const result = await runStep(definition, last?.snapshot ?? null, 'i', trigger, SETTINGS, now);
    const { changes, matched } = result;
    const announced = changes.reports.flatMap(({ item }) => (item.next ?? []).map(({ taskId }) => taskId));
    for (const { taskId } of [...changes.handled, ...changes.gone]) {
      if (!open.delete(taskId)) faults.push(`closed twice: ${names.get(taskId)}`);
    }
    gone = changes.gone.map(({ taskId }) => names.get(taskId) ?? taskId).toSorted();
    for (const task of changes.created) {
      names.set(task.taskId, nameOf(task));
      open.set(task.taskId, task);
      if (announced.filter((id) => id === task.taskId).length !== 1) faults.push(`not announced once: ${nameOf(task)}`);
    }
    if ('executionId' in trigger) jobs.delete(trigger.executionId);
    for (const executionId of changes.jobsGone) jobs.delete(executionId);
    for (const { executionId, nodeId } of changes.jobsCreated) {
      jobs.set(executionId, withIteration(nodeId, executionId));
      knownJobs.set(withIteration(nodeId, executionId), executionId);
    }
    endReports += changes.reports.filter(({ item }) => item.status === 'end').length;
    if (endReports !== (changes.ended && names.size > 0 ? 1 : 0)) faults.push(`end reported ${endReports} times`);
    if (!matched && 'name' in trigger) faults.push(`nobody waits for ${trigger.name}`);
    for (const { name } of changes.unmatched) faults.push(`nobody waits for ${name}`);
    last = result;
    now += 1000;
  }

  function triggerOf(words: string): Trigger {
    const [, kind = '', name = '', rest = ''] = /^(\S+) ?(\S*) ?(.*)$/.exec(words) ?? [];
    const payload = (rest.startsWith('{') ? JSON.parse(rest) : {}) as Record<string, unknown>;
    switch (kind) {
      case 'press':
        return pressTrigger(name, rest.startsWith('"') ? rest.slice(1, -1) : undefined, payload);
      case 'timer': {
        const { executionId, dueAt } =
          timersOf(last).filter(({ nodeId }) => nodeId === name)[Number(rest || 1) - 1] ?? {};
        if (executionId === undefined || dueAt === undefined) throw new Error(`no timer ${words}`);
        now = Math.max(now, dueAt);
        return { kind: 'timer', executionId };
      }
      case 'message':
      case 'signal':
        return { kind, name, payload };
      case 'finish':
        return { kind: 'job', executionId: jobNamed(name), result: payload };
      case 'fail': {
        const failure = { kind: 'job-error', executionId: jobNamed(name), code: rest, message: 'no' } as const;
        return failure;
      }
      case 'wake':
        now += Number.parseFloat(name) * HOUR_MS;
        return { kind: 'wake' };
      default:
        throw new Error(`no step "${words}"`);
    }
  }

  function pressTrigger(name: string, label: string | undefined, pressed: Record<string, unknown>): Trigger {
    const { taskId, nodeId } = taskNamed(name);
    const wanted = (userTasks.get(nodeId)?.buttons ?? []).filter((each) => label === undefined || each.label === label);
    const [button, ...others] = wanted;
    if (!button || others.length > 0) throw new Error(`which button of ${name}? ${label}`);
    return { kind: 'press', taskId, button, account: 'ann', opinions: 'fine', pressedAt: now, variables: pressed };
  }

  function taskNamed(name: string): CreatedTask {
    const [task, ...others] = [...open.values()].filter(({ taskId }) => names.get(taskId) === name);
    if (!task || others.length > 0) throw new Error(`${others.length + (task ? 1 : 0)} open tasks are named ${name}`);
    return task;
  }

  function jobNamed(name: string): string {
    const executionId = knownJobs.get(name);
    if (executionId === undefined) throw new Error(`no job ${name}`);
    return executionId;
  }

  const run: ShapeRun = {
    get view() {
      return [
        viewOf(
          last,
          [...open.keys()].map((id) => names.get(id) ?? id),
          [...jobs.values()],
        ),
        ...faults.map((fault) => `(${fault})`),
      ].join(' ');
    },
    get reports() {
      return (last?.changes.reports ?? []).map((report) => describeReport(report, names));
    },
    get gone() {
      return gone;
    },
    get snapshot() {
      return last?.snapshot ?? null;
    },
    task: taskNamed,
    async do(words) {
      faults = [];
      try {
        await step(triggerOf(words));
      } catch (error) {
        faults.push(error instanceof BridgeError ? `failed ${error.code}` : `failed ${(error as Error).message}`);
      }
      return run.view;
    },
  };
  await step({
    kind: 'start',
    instance: { instanceId: 'i', initiator: 'ann', initiatorName: null, businessKey: null, previousTaskId: null },
    variables,
  });
  return run;
}

function timersOf(result: StepResult | undefined) {
  return (result?.changes.events ?? []).flatMap(({ kind, nodeId, executionId, dueAt }) =>
    kind === 'timer' && dueAt !== null ? [{ nodeId, executionId, dueAt }] : [],
  );
}

function viewOf(result: StepResult | undefined, tasks: readonly string[], jobs: readonly string[]): string {
  const timers = timersOf(result).map(({ nodeId }) => `timer ${nodeId}`);
  const open = [...tasks.toSorted(), ...jobs.map((job) => `job ${job}`).toSorted(), ...timers.toSorted()];
  if (result?.changes.ended) return ['END', ...open].join(', ');
  if (open.length > 0) return open.join(', ');
  const listeners = result?.changes.events.filter(({ kind }) => kind === 'message' || kind === 'signal') ?? [];
  return listeners.length > 0 ? 'waiting' : 'stuck';
}

/** The engine names an iteration `<node>_<hex digits>_<index>`. */
function iterationOf(nodeId: string, executionId: string): number | undefined {
  if (!executionId.startsWith(`${nodeId}_`)) return undefined;
  const index = /^[0-9a-f]+_(\d+)$/.exec(executionId.slice(nodeId.length + 1))?.[1];
  return index === undefined ? undefined : Number(index);
}

function describeReport({ kind, item }: Report, names: ReadonlyMap<string, string>): string {
  const previous = names.get(item.previousTaskId) ?? item.previousTaskId.replace(/^i\./, '');
  const mark = kind === 'continuation' || kind === 'start-continuation' ? '…' : '';
  const next = (item.next ?? []).map(({ taskId }) => names.get(taskId ?? '')).toSorted();
  return [`${mark}${previous}`, item.status, ...(next.length > 0 ? [next.join(',')] : [])].join(' ');
}
