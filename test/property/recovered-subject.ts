import { StepError } from '../../src/errors.ts';
import { compileDefinition } from '../../src/plugin/definition.ts';
import type { RunSettings } from '../../src/plugin/run-settings.ts';
import { runStep, type StepResult, type Trigger } from '../../src/plugin/step.ts';
import { renderXml } from './render.ts';
import { INSTANCE_ID, type JobName, type Seen, type SeenTask, type SubjectMaker } from './subject.ts';

/** The product step by step: each one recovers the engine from the snapshot of the one before. */
export const makeRecoveredSubject: SubjectMaker = async (graph, clock, holdMs) => {
  const definition = await compileDefinition(renderXml(graph), {});
  const settings: RunSettings = {
    appId: 'app',
    timeZone: 'UTC',
    actionUrl: (taskId, key) => `https://service.test/${taskId}/${key}`,
    taskDefaults: { urls: {} },
    bothMobileSpellings: false,
    systemName: 'System',
    standInFor: () => undefined,
    reportHoldMs: holdMs,
  };
  const open = new Map<string, SeenTask>();
  const jobs = new Map<string, string>();
  const finished = new Map<string, string>();
  let snapshot: string | null = null;

  async function step(trigger: Trigger): Promise<Seen | 'failed'> {
    let result: StepResult;
    try {
      result = await runStep(definition, snapshot, INSTANCE_ID, trigger, settings, clock.now);
    } catch (error) {
      if (error instanceof StepError) return 'failed';
      throw error;
    }
    snapshot = result.snapshot;
    const { changes } = result;
    for (const { taskId } of [...changes.handled, ...changes.gone]) open.delete(taskId);
    for (const { taskId, nodeId, handlers, origin } of changes.created) {
      open.set(taskId, { taskId, nodeId, handlers: handlers.join(','), origin });
    }
    for (const executionId of changes.jobsGone) finishJob(executionId);
    for (const { executionId, nodeId } of changes.jobsCreated) jobs.set(executionId, nodeId);
    return {
      open: [...open.values()],
      jobs: [...jobs.values()],
      reports: changes.reports,
      ended: changes.ended,
      wakeAt: changes.wakeAt,
    };
  }

  function finishJob(executionId: string): void {
    finished.set(executionId, jobs.get(executionId) ?? '');
    jobs.delete(executionId);
  }

  function findJob({ nodeId, index, gone }: JobName): string {
    const named = [...(gone ? finished : jobs)].filter(([, node]) => node === nodeId).map(([id]) => id);
    const executionId = named.findLast((id) => index === null || id.endsWith(`_${index}`));
    if (executionId === undefined) throw new Error(`no job ${nodeId}#${index}`);
    return executionId;
  }

  return {
    name: 'recovered before every step',
    survivesFailure: true,
    start: (variables) => {
      const instance = {
        instanceId: INSTANCE_ID,
        initiator: 'ann',
        initiatorName: null,
        businessKey: null,
        previousTaskId: null,
      };
      return step({ kind: 'start', instance, variables });
    },
    async press({ taskId, nodeId, button, account, variables, doubled }) {
      const buttons = definition.model.userTasks.get(nodeId)?.buttons ?? [];
      const found = buttons.find(({ label }) => button.name === null || label === button.name);
      if (!found) throw new Error(`${nodeId} has no button ${button.name}, but ${buttons.map(({ label }) => label)}`);
      const wasOpen = open.has(taskId);
      const trigger: Trigger = {
        kind: 'press',
        taskId,
        button: found,
        account,
        opinions: null,
        pressedAt: clock.now,
        variables,
      };
      const seen = await step(trigger);
      if (!wasOpen) return seen === 'failed' ? 'stale' : seen;
      if (doubled && (await step(trigger)) !== 'failed') throw new Error(`${taskId} was handled twice`);
      return seen;
    },
    async finishJob(job, result) {
      const executionId = findJob(job);
      const trigger: Trigger = { kind: 'job', executionId, result };
      const seen = await step(trigger);
      if (job.gone) return seen === 'failed' ? 'stale' : seen;
      if (seen === 'failed') return seen;
      finishJob(executionId);
      return { ...seen, jobs: [...jobs.values()] };
    },
    async wake() {
      const seen = await step({ kind: 'wake' });
      if (seen === 'failed') throw new Error('waking failed');
      return seen;
    },
  };
};
