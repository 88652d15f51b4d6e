import type { Report } from '../../src/index.ts';
import type { Trigger } from '../../src/plugin/apply/trigger.ts';
import { type CompiledDefinition, runStep, type StepResult } from '../support/inner/plugin.ts';
import { SETTINGS, STARTED_AT } from './shapes/shape-driver.ts';

const HOUR_MS = 3_600_000;

/** What happens to an instance. Tasks are told by their number in the instance, and by their node. */
export type StoryStep =
  | { readonly press: number; readonly at: string; readonly button?: string; readonly by?: string }
  | { readonly does: 'suspend' | 'activate' }
  | { readonly finish: string }
  | { readonly message: string }
  | { readonly wakeAfterHours: number };

/** What a step is to show: reports as `3 next 4 sign,5 sign`, `…` marks a continuation; tasks that vanish. */
export interface ToldStep {
  readonly does: StoryStep;
  readonly reports: readonly string[];
  readonly gone: readonly number[];
}

/** An instance between two steps, with what a store keeps beside its snapshot. */
export interface Standing {
  readonly snapshot: string | null;
  readonly now: number;
  /** Executions of the jobs that run, by node. */
  readonly jobs: Readonly<Record<string, string>>;
}

/** Starts an instance `i`. */
export function startInstance(
  definition: CompiledDefinition,
  variables: Readonly<Record<string, unknown>>,
  now: number,
): Promise<{ told: Omit<ToldStep, 'does'>; next: Standing }> {
  const instance = { instanceId: 'i', initiator: 'ann', initiatorName: null, businessKey: null, previousTaskId: null };
  return apply(definition, { kind: 'start', instance, variables }, { snapshot: null, now, jobs: {} });
}

/** One step of the story: recovers the instance from its snapshot. */
export async function tellStep(
  definition: CompiledDefinition,
  does: StoryStep,
  standing: Standing,
): Promise<{ told: ToldStep; next: Standing }> {
  const now = standing.now + 1000 + ('wakeAfterHours' in does ? does.wakeAfterHours * HOUR_MS : 0);
  const { told, next } = await apply(definition, triggerOf(definition, does, standing, now), { ...standing, now });
  return { told: { does, ...told }, next };
}

/** Recovers an instance without doing anything to it. */
export function recover(definition: CompiledDefinition, snapshot: string, instanceId: string): Promise<StepResult> {
  return runStep(definition, { instanceId, snapshot }, { kind: 'wake' }, { settings: SETTINGS, now: STARTED_AT });
}

async function apply(definition: CompiledDefinition, trigger: Trigger, standing: Standing) {
  const { changes, snapshot } = await runStep(definition, { instanceId: 'i', snapshot: standing.snapshot }, trigger, {
    settings: SETTINGS,
    now: standing.now,
  });
  const told = {
    reports: changes.reports.map(describeReport),
    gone: changes.gone.map(({ taskId }) => numberOf(taskId)).toSorted((a, b) => a - b),
  };
  return { told, next: { snapshot, now: standing.now, jobs: jobsAfter(standing.jobs, trigger, changes) } };
}

function triggerOf({ model }: CompiledDefinition, does: StoryStep, { jobs }: Standing, pressedAt: number): Trigger {
  if ('wakeAfterHours' in does) return { kind: 'wake' };
  if ('does' in does) return { kind: does.does };
  if ('message' in does) return { kind: 'message', name: does.message };
  if ('finish' in does) return { kind: 'job', executionId: jobs[does.finish] ?? '', result: { done: true } };
  const buttons = model.userTasks.get(does.at)?.buttons ?? [];
  const [button, ...others] = buttons.filter(({ label }) => does.button === undefined || does.button === label);
  if (!button || others.length > 0) throw new Error(`which button of ${does.at}?`);
  const { press, by: account = 'ann' } = does;
  return { kind: 'press', taskId: `i.${press}`, button, account, opinions: 'fine', pressedAt, variables: {} };
}

function jobsAfter(
  jobs: Readonly<Record<string, string>>,
  trigger: Trigger,
  { jobsGone, jobsCreated }: StepResult['changes'],
): Record<string, string> {
  const done = new Set([...jobsGone, ...('executionId' in trigger ? [trigger.executionId] : [])]);
  const left = Object.entries(jobs).filter(([, executionId]) => !done.has(executionId));
  return Object.fromEntries([...left, ...jobsCreated.map(({ nodeId, executionId }) => [nodeId, executionId] as const)]);
}

function describeReport({ kind, item }: Report): string {
  const mark = kind === 'continuation' || kind === 'start-continuation' ? '…' : '';
  if (kind === 'gone') return `${item.previousTaskId.replace(/^i\./, '')} gone (${item.handleStatus})`;
  const next = (item.next ?? []).map(({ taskId, nodeId }) => `${numberOf(taskId ?? '')} ${nodeId}`).toSorted();
  const words = [`${mark}${item.previousTaskId.replace(/^i\./, '')}`, item.status, next.join(', ')];
  return words.filter((word) => word !== '').join(' ');
}

function numberOf(taskId: string): number {
  return Number(taskId.replace(/^i\./, ''));
}
