import { BridgeError, type ErrorCode, StepError } from '../../errors.ts';
import { BpmnError } from '../../host/host.ts';
import { withTimeout } from '../../host/with-timeout.ts';
import { headOfCause } from '../../logger.ts';
import type { Trigger } from '../../plugin/apply/trigger.ts';
import { backoffMs } from '../../queue/backoff.ts';
import { createLaunchLoop, type LaunchLoop, type LeasedRun } from '../../queue/launch-loop.ts';
import type { PollSettings } from '../../queue/poll-loop.ts';
import { COUNTED_BY_LEASES } from '../../store/rows/job.ts';
import type { IncidentRow, InstanceRow, JobRow } from '../../store/store.ts';
import { errorTypeOf, secondsSince } from '../../telemetry/telemetry.ts';
import type { BridgeContext } from '../context/context.ts';
import { describeIncident } from '../steps/incidents.ts';
import type { InstanceSteps } from '../steps/instance-steps.ts';
import { callNeverReturned, callService, type FindFunction } from './calls.ts';
import { createRepeatedAttempts, stepNeverCameBack } from './repeated-attempts.ts';

export interface JobRunner extends Pick<LaunchLoop, 'start' | 'wake' | 'idle'> {
  /** Aborts running services and waits for them, at most `graceMs`. The next bridge calls a service again if it returned later. */
  stop(graceMs: number): Promise<void>;
}

type RunningJob = LeasedRun<JobRow>;

/** What became of an attempt of a job, as `bpmn_bridge.job.outcome` says it. */
type JobOutcome = 'done' | 'retried' | 'failed' | 'deferred' | 'left' | 'lost' | 'dropped';

interface JobResult {
  readonly outcome: JobOutcome;
  /** Why it was retried, or failed. */
  readonly error?: unknown;
}

/** Polling interval for a job of a suspended instance; activating the instance makes the job due at once. */
const SUSPENDED_PAUSE_MS = 60_000;

const OWN_WORK: Readonly<Record<keyof JobRunnerParts['own'], (name: string) => string>> = {
  call: (name) => `The call of ${name}`,
  message: (name) => `The delivery of the message ${name}`,
  signal: (name) => `The delivery of the signal ${name}`,
  request: (name) => `The request ${name} of an operator`,
};

/** Errors of call activities that retries cannot fix: another file must be deployed first. */
const FINAL_OF_CALLS: ReadonlySet<ErrorCode> = new Set(['ERR_PROCESS_UNKNOWN', 'ERR_MODEL_REFUSED']);

export interface JobRunnerParts {
  readonly steps: Pick<InstanceSteps, 'apply'>;
  readonly findFunction: FindFunction;
  /** Runs the jobs that do not call a function of the host. */
  readonly own: Readonly<Record<'call' | 'message' | 'signal' | 'request', (job: JobRow) => Promise<void>>>;
  /** Id of the holder of the leases. */
  readonly owner: string;
}

/**
 * Calls services outside of any transaction and applies their results as triggers. If the process dies, the job is called
 * again when its lease expires: at least once, with the same idempotencyKey. A job of which three attempts did not come back
 * is set aside with an incident; the third is made alone, so that it is not counted for another one.
 */
export function createJobRunner(
  { store, clock, config, emit, log, telemetry }: BridgeContext,
  { steps, findFunction, own, owner }: JobRunnerParts,
  polling: PollSettings,
): JobRunner {
  const settings = config.jobs;
  const { concurrency, leaseMs } = settings;
  const repeated = createRepeatedAttempts();
  const closing = new AbortController();
  let isOver = false;

  const loop = createLaunchLoop<JobRow>({
    limit: () => concurrency,
    nextDueAt: () => store.nextDueAt('job'),
    async lease(limit) {
      const due = await store.leaseJobs({ now: clock(), limit, leaseMs, owner }, (incident) =>
        emit('incident', incident),
      );
      return { taken: due.length, rows: due };
    },
    keyOf: ({ jobId }) => jobId,
    async renew({ jobId }) {
      const renewed = await store.renewLeases('jobs', [jobId], { owner, freeAt: clock() + leaseMs });
      return renewed.length > 0;
    },
    run: runInSpan,
    ...polling,
  });

  /** Linked to the step that queued the job. */
  async function runInSpan(run: RunningJob): Promise<void> {
    const { jobId, instanceId, nodeId, kind, service, attempts, traceparent } = run.held;
    const about = { 'bpmn_bridge.job.kind': kind, 'bpmn_bridge.job.name': service };
    const attributes = {
      ...about,
      'bpmn_bridge.instance.id': instanceId,
      'bpmn_bridge.node.id': nodeId,
      'bpmn_bridge.job.id': jobId,
      'bpmn_bridge.attempt': attempts,
    };
    const startedAt = performance.now();
    await telemetry.inSpan('bpmn_bridge.job', { attributes, origins: [{ traceparent }] }, async (span) => {
      const { outcome, error } = await runJob(run);
      span.set({ 'bpmn_bridge.job.outcome': outcome });
      if (error !== undefined) span.failed(errorTypeOf(error));
      if (outcome === 'lost') telemetry.count('bpmn_bridge.lease.lost', { 'bpmn_bridge.lease.kind': 'job' });
      const recorded = { ...about, 'bpmn_bridge.job.outcome': outcome };
      telemetry.record('bpmn_bridge.job.duration', secondsSince(startedAt), recorded);
    });
  }

  async function runJob(run: RunningJob): Promise<JobResult> {
    const job = run.held;
    // Messages and signals that were thrown before the suspension are still delivered, and requests of operators are fulfilled.
    const isOwn = job.kind !== 'message' && job.kind !== 'signal' && job.kind !== 'request';
    const instance = isOwn ? await store.getInstance(job.instanceId) : undefined;
    if (instance?.status === 'suspended') return defer(run);
    if (!(await run.isHeld())) return { outcome: 'lost' };
    const { kind } = job;
    const ofHost = kind === 'service' || kind === 'script';
    const result = await repeated.run({
      key: job.jobId,
      isSuspected: job.begun >= COUNTED_BY_LEASES,
      // The lease may have been renewed while others were tried.
      begin: async () => (closing.signal.aborted ? undefined : store.beginJob(run.held)),
      work: () => (ofHost ? runService(run, instance) : runOwn(run, kind)),
      setAside: (attempts) => setAside(run, ofHost ? callNeverReturned(job, attempts) : stepNeverCameBack(attempts)),
    });
    return result ?? { outcome: closing.signal.aborted ? 'left' : 'lost' };
  }

  async function runOwn(run: RunningJob, kind: keyof JobRunnerParts['own']): Promise<JobResult> {
    const job = run.held;
    try {
      await own[kind](job);
      return { outcome: 'done' };
    } catch (error) {
      const what = OWN_WORK[kind](job.service);
      return retryOrFail(run, error, { code: 'ERR_STEP_FAILED', what });
    }
  }

  async function runService(run: RunningJob, instance: InstanceRow | undefined): Promise<JobResult> {
    const job = run.held;
    const { executionId } = job;
    let trigger: Trigger;
    try {
      const service = await findFunction(job, instance);
      const attributes = {
        'bpmn_bridge.instance.id': job.instanceId,
        'bpmn_bridge.node.id': job.nodeId,
        'bpmn_bridge.job.name': job.service,
      };
      const result = await telemetry.inSpan('bpmn_bridge.service', { attributes }, () =>
        callService(service, job, settings.timeoutMs, closing.signal),
      );
      trigger = { kind: 'job', executionId, result };
    } catch (error) {
      if (!(error instanceof BpmnError)) {
        // Aborted because the bridge is closing: the lease is released, and the next bridge calls the service again.
        const failed = { code: 'ERR_SERVICE_FAILED', what: `The service ${job.service}` } as const;
        return closing.signal.aborted ? { outcome: 'left' } : retryOrFail(run, error, failed);
      }
      trigger = { kind: 'job-error', executionId, code: error.errorCode };
    }
    if (isOver) return { outcome: 'left' };
    let outcome: JobOutcome = 'done';
    try {
      await steps.apply(job.instanceId, async () => {
        const current = await store.getJob(job.jobId);
        outcome = current?.state === 'queued' ? 'done' : current?.state === 'done' ? 'lost' : 'dropped';
        if (outcome !== 'done') return { refuse: outcome };
        return {
          trigger,
          extras: { jobsClosed: [{ jobId: job.jobId, state: 'done' }] },
        };
      });
      return { outcome };
    } catch (error) {
      return retryOrFail(run, error, { code: 'ERR_STEP_FAILED', what: `The step after the service ${job.service}` });
    }
  }

  async function defer({ held }: RunningJob): Promise<JobResult> {
    await store.deferJob(held, clock() + SUSPENDED_PAUSE_MS);
    return { outcome: 'deferred' };
  }

  async function retryOrFail(
    run: RunningJob,
    error: unknown,
    failed: Parameters<typeof describeIncident>[3],
  ): Promise<JobResult> {
    // The instance was suspended during the call; the service is called again after it is activated.
    if (error instanceof StepError && error.code === 'ERR_SUSPENDED') return defer(run);
    const job = run.held;
    const at = clock();
    if (job.attempts < settings.maxAttempts && !isFinal(error, job)) {
      const nextAt = at + backoffMs(settings, job.attempts);
      const { jobId, instanceId, nodeId, service: name, attempts: attempt } = job;
      const { reason, cause } = describeIncident(error, whereOf(job), at, failed);
      await store.retryJob(job, { at, dueAt: nextAt, reason, cause: headOfCause(cause) });
      const causes = cause === null ? {} : { cause };
      log('service.failed', { jobId, instanceId, nodeId, name, attempt, nextAt, reason, ...causes });
      return { outcome: 'retried', error };
    }
    return fail(run, describeIncident(error, whereOf(job), at, failed), { error });
  }

  /** An operator who retries it gets one attempt, which is counted: each may end a process. */
  function setAside(run: RunningJob, error: StepError): Promise<JobResult> {
    return fail(run, describeIncident(error, whereOf(run.held), clock()), { error, begun: COUNTED_BY_LEASES });
  }

  async function fail(
    run: RunningJob,
    incident: IncidentRow,
    { error, begun }: { readonly error: unknown; readonly begun?: number },
  ): Promise<JobResult> {
    if (!(await store.failJob(run.held, incident, begun))) return { outcome: 'lost' };
    emit('incident', incident);
    return { outcome: 'failed', error };
  }

  return {
    start: loop.start,
    wake: loop.wake,
    idle: loop.idle,
    async stop(graceMs) {
      await loop.stop();
      closing.abort();
      await withTimeout(graceMs, loop.drained());
      isOver = true;
    },
  };
}

/** Whether retries cannot help: the job becomes an incident at once. */
function isFinal(error: unknown, { kind }: JobRow): boolean {
  if (!(error instanceof BridgeError)) return false;
  if (error.code === 'ERR_CALL_TOO_DEEP' || (kind === 'call' && FINAL_OF_CALLS.has(error.code))) return true;
  // A defect, or a damaged row: calling the service again would only repeat its work.
  return error instanceof StepError && (error.code === 'ERR_UNEXPECTED' || error.code === 'ERR_SNAPSHOT_INVALID');
}

function whereOf({ jobId, instanceId }: JobRow): Pick<IncidentRow, 'instanceId' | 'kind' | 'subject'> {
  return { instanceId, kind: 'job', subject: jobId };
}
