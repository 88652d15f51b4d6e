import { StepError } from '../../../src/index.ts';
import { EVENT_IDS } from '../../support/event-ids.ts';
import { definitionIdOf, expandCall } from '../../support/inner/model.ts';
import {
  type CreatedJob,
  compileXml,
  type RunSettings,
  refusalOfStep,
  runStep,
  type Snapshot,
  type StepResult,
  type Trigger,
} from '../../support/inner/plugin.ts';
import { renderFound, renderPrepared } from '../render/prepared-xml.ts';
import {
  ALLOW,
  BUSINESS_KEY,
  INSTANCE_ID,
  LIMITS,
  MEMBER,
  type Refused,
  type Seen,
  type SeenTask,
  type Subject,
  type SubjectJob,
  type SubjectMaker,
} from './subject.ts';

/** The product step by step: each one begins with the snapshot of the one before. */
export const makeRecoveredSubject: SubjectMaker = (...drawn) => makeSteps(drawn);

async function makeSteps([graph, clock, holdMs]: Parameters<SubjectMaker>): Promise<Subject> {
  let xml = await renderPrepared(graph);
  let definition = await compileXml(xml, { allow: ALLOW });
  const found = await renderFound(graph);
  const settings: RunSettings = {
    appId: 'app',
    timeZone: 'UTC',
    actionUrl: (taskId, key) => `https://service.test/${taskId}/${key}`,
    taskDefaults: { urls: {} },
    bothMobileSpellings: false,
    systemName: 'System',
    texts: EVENT_IDS,
    translate: (text) => text,
    reportGone: true,
    standInFor: () => MEMBER,
    systemTaskHandler: MEMBER,
    reportHoldMs: holdMs,
    limits: LIMITS,
  };
  const open = new Map<string, SeenTask>();
  const jobs = new Map<string, { readonly nodeId: string; runs: boolean; readonly call?: CreatedJob }>();
  let snapshot: string | null = null;

  async function step(trigger: Trigger): Promise<Seen | Exclude<Refused, 'stale'>> {
    let result: StepResult;
    try {
      result = await runStep(definition, { instanceId: INSTANCE_ID, snapshot }, trigger, {
        settings,
        now: clock.now,
      });
    } catch (error) {
      if (refusalOfStep(error) !== undefined) return 'forbidden';
      if (error instanceof StepError) return error.code === 'ERR_EXPRESSION_FAILED' ? 'undecided' : 'failed';
      throw error;
    }
    snapshot = result.snapshot;
    const { changes } = result;
    for (const { taskId } of [...changes.handled, ...changes.gone]) open.delete(taskId);
    for (const { taskId, nodeId, handlers, handlingGroups, origin, isSystem } of changes.created) {
      if (isSystem) continue;
      open.set(taskId, { taskId, nodeId, handlers: [...handlers, ...handlingGroups].join(','), origin });
    }
    for (const { taskId, nodeId, handlers } of changes.signed) {
      open.set(taskId, { taskId, nodeId, handlers: handlers.join(','), origin: open.get(taskId)?.origin });
    }
    for (const executionId of changes.jobsGone) stopJob(executionId);
    for (const job of changes.jobsCreated) {
      const isCall = job.kind === 'call';
      // A late call is drawn with a wait in front of each process it may come to, which has that process's id.
      jobs.set(job.executionId, {
        nodeId: isCall ? job.service : job.nodeId,
        runs: true,
        ...(isCall && { call: job }),
      });
    }
    return look(changes);
  }

  const look = ({ reports, ended, wakeAt, unmatched }: StepResult['changes']): Seen => ({
    ...(snapshot !== null && { variables: (JSON.parse(snapshot) as Snapshot).variables }),
    open: [...open.values()],
    jobs: [...jobs].map(([jobId, { nodeId, runs }]) => ({ jobId, nodeId, runs })),
    tellsJobs: true,
    reports,
    ended,
    wakeAt,
    unmatched: unmatched.map(({ name }) => name),
  });

  function stopJob(executionId: string): void {
    const job = jobs.get(executionId);
    if (job) job.runs = false;
  }

  async function endJob({ jobId, gone }: SubjectJob, trigger: Trigger): Promise<Seen | Refused> {
    const seen = await step(trigger);
    if (typeof seen === 'string') return gone ? 'stale' : seen;
    stopJob(jobId);
    return { ...seen, jobs: seen.jobs.map((job) => (job.jobId === jobId ? { ...job, runs: false } : job)) };
  }

  /** Draws in the process that a late call has come to, as the job of the call does. */
  async function enter({ executionId, nodeId, service }: CreatedJob): Promise<Trigger> {
    const process = found.get(service) ?? '';
    const named = { processId: service, definitionId: definitionIdOf(process), xml: process };
    const expanded = await expandCall(xml, nodeId, named);
    if (expanded.xml !== xml) definition = await compileXml(expanded.xml, { accepted: true, allow: ALLOW });
    xml = expanded.xml;
    return { kind: 'call', executionId, gatewayId: expanded.gatewayId, flowId: expanded.flowId };
  }

  return {
    name: 'step by step',
    survivesFailure: true,
    start: (variables) => {
      const instance = {
        instanceId: INSTANCE_ID,
        initiator: 'ann',
        initiatorName: null,
        businessKey: BUSINESS_KEY,
        previousTaskId: null,
      };
      return step({ kind: 'start', instance, variables });
    },
    async press({ taskId, nodeId, button, account, variables, doubled }) {
      const { userTasks, ownButtons } = definition.model;
      const buttons = [...(userTasks.get(nodeId)?.buttons ?? []), ownButtons.opinion, ownButtons.resubmit];
      const found = buttons.find(({ label }) => button.name === null || label === button.name);
      if (!found) throw new Error(`${nodeId} has no button ${button.name}, but ${buttons.map(({ label }) => label)}`);
      const handlers = open.get(taskId)?.handlers?.split(',') ?? [];
      const wasOpen = handlers.includes(account) || (handlers.length > 0 && account === MEMBER);
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
    ask: ({ kind, ...ask }) => {
      const handleStatus = kind === 'delegate' ? 'Delegate' : 'Ask others first';
      const how = { handlerName: null, handleStatus, opinions: null, pressedAt: clock.now };
      return step({ kind: 'ask', ask: { kind, ...ask, ...how } });
    },
    sendBack: (sendBack) => {
      const how = { handlerName: null, handleStatus: 'Send back', opinions: null, pressedAt: clock.now };
      return step({ kind: 'send-back', ...sendBack, ...how });
    },
    recall: (recall) => {
      const how = { handlerName: 'System', handleStatus: 'Recall', opinions: null, pressedAt: clock.now };
      return step({ kind: 'recall', ...recall, ...how });
    },
    async finishJob(job, result) {
      const call = jobs.get(job.jobId)?.call;
      return endJob(job, call ? await enter(call) : { kind: 'job', executionId: job.jobId, result });
    },
    failJob: (job, code) => endJob(job, { kind: 'job-error', executionId: job.jobId, code }),
    send: (event) => step(event),
    set: (variables, call) => step({ kind: 'set-variables', variables, ...(call !== undefined && { callId: call }) }),
    wake: () => step({ kind: 'wake' }),
    close() {},
  };
}
