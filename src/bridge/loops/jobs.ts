import type { JobOptions } from '../../config/bridge-options.ts';
import { BridgeError, type ErrorCode, StepError } from '../../errors.ts';
import { BpmnError } from '../../host.ts';
import type { Trigger } from '../../plugin/apply/trigger.ts';
import { within } from '../../plugin/live/within.ts';
import { createPollLoop, type PollLoop } from '../../poll-loop.ts';
import type { JobRow, Store } from '../../store/port.ts';
import type { EmitEvent } from '../events.ts';
import { describeIncident } from '../steps/incidents.ts';
import type { InstanceSteps } from '../steps/instance-steps.ts';
import { callService } from './call-service.ts';
import type { FindFunction } from './find-function.ts';
import { retryPauseMs } from './retry-pause.ts';

export interface JobSettings extends Required<JobOptions> {
  readonly pollMs: number;
}

export interface JobRunner extends Pick<PollLoop, 'start' | 'wake'> {
  /** Resolves when no job runs and none is due. */
  idle(): Promise<void>;
  /** Aborts what runs and waits until it is over, at most `graceMs`; what returns later is called again by the next. */
  stop(graceMs: number): Promise<void>;
}

interface RunningJob {
  /** As it was leased last: what gives it back must name that lease. */
  held: JobRow;
  work: Promise<void>;
}

/** Between two looks at the job of a suspended instance; its activation makes it due at once. */
const SUSPENDED_PAUSE_MS = 60_000;

/** What a call fails with until somebody deploys another file, which no retry can know of. */
const FINAL_OF_CALLS: ReadonlySet<ErrorCode> = new Set([
  'ERR_PROCESS_UNKNOWN',
  'ERR_MODEL_REFUSED',
  'ERR_CALL_TOO_DEEP',
]);

/**
 * Calls services outside of any transaction and hands their results back as triggers. A job whose process dies is
 * called again when its lease runs out: at least once, with the same idempotencyKey.
 * @param own does the jobs that call nothing of the host
 */
export function createJobRunner(
  store: Store,
  steps: InstanceSteps,
  findFunction: FindFunction,
  own: Readonly<Record<'call' | 'message' | 'signal', (job: JobRow) => Promise<void>>>,
  emit: EmitEvent,
  settings: JobSettings,
  { clock, owner, onError }: { clock: () => number; owner: string; onError: (error: unknown) => void },
): JobRunner {
  const running = new Map<string, RunningJob>();
  const closing = new AbortController();
  let isOver = false;

  const loop = createPollLoop(
    async () => {
      const limit = settings.concurrency - running.size;
      if (limit <= 0) return 0;
      const due = await store.leaseJobs({ now: clock(), limit, leaseMs: settings.leaseMs, owner });
      for (const job of due) launch(job);
      return due.length;
    },
    () => (running.size >= settings.concurrency ? Promise.resolve(null) : store.nextDueAt('job')),
    { clock, pollMs: settings.pollMs, onError },
  );

  function launch(job: JobRow): void {
    const known = running.get(job.jobId);
    if (known) {
      // Its lease ran out while it works: it is still ours, and goes on under the new one.
      known.held = job;
      return;
    }
    const begun: RunningJob = { held: job, work: Promise.resolve() };
    running.set(job.jobId, begun);
    begun.work = runJob(begun)
      .catch(onError)
      .finally(() => {
        running.delete(job.jobId);
        loop.wake();
      });
  }

  async function runJob(run: RunningJob): Promise<void> {
    const job = run.held;
    // What it threw before it was suspended is on its way already.
    const isOwn = job.kind !== 'message' && job.kind !== 'signal';
    if (isOwn && (await store.getInstance(job.instanceId))?.status === 'suspended') return defer(run);
    const { kind, service: name } = job;
    if (kind === 'service' || kind === 'script') return runService(run);
    try {
      await own[kind](job);
    } catch (error) {
      const what = kind === 'call' ? `The call of ${name}` : `The delivery of the ${kind} ${name}`;
      await giveBack(run, error, { code: 'ERR_STEP_FAILED', what });
    }
  }

  async function runService(run: RunningJob): Promise<void> {
    const job = run.held;
    const { executionId } = job;
    let trigger: Trigger;
    try {
      const result = await callService(await findFunction(job), job, settings.timeoutMs, closing.signal);
      trigger = { kind: 'job', executionId, result };
    } catch (error) {
      if (!(error instanceof BpmnError)) {
        // Cut short by the close of the bridge: the lease is given back and the next one calls it again.
        const failed = { code: 'ERR_SERVICE_FAILED', what: `The service ${job.service}` } as const;
        if (!closing.signal.aborted) await giveBack(run, error, failed);
        return;
      }
      trigger = { kind: 'job-error', executionId, code: error.errorCode };
    }
    if (isOver) return;
    try {
      await steps.apply(job.instanceId, async () => {
        const current = await store.getJob(job.jobId);
        if (current?.state !== 'queued') return { refuse: 'over' };
        return {
          trigger,
          extras: { jobsClosed: [{ jobId: job.jobId, state: 'done' }] },
        };
      });
    } catch (error) {
      await giveBack(run, error, { code: 'ERR_STEP_FAILED', what: `The step behind the service ${job.service}` });
    }
  }

  function defer({ held }: RunningJob): Promise<void> {
    return store.deferJob(held, clock() + SUSPENDED_PAUSE_MS);
  }

  async function giveBack(
    run: RunningJob,
    error: unknown,
    failed: Parameters<typeof describeIncident>[3],
  ): Promise<void> {
    // It was suspended while the service worked: the same call comes again once it is activated.
    if (error instanceof StepError && error.code === 'ERR_SUSPENDED') return defer(run);
    const job = run.held;
    const at = clock();
    if (job.attempts < settings.maxAttempts && !isFinal(error, job)) {
      await store.retryJob(job, at + retryPauseMs(job.attempts, settings));
      return;
    }
    const { jobId, instanceId } = job;
    const incident = describeIncident(error, { instanceId, kind: 'job', subject: jobId }, at, failed);
    if (await store.failJob(job, incident)) emit('incident', incident);
  }

  return {
    start: loop.start,
    wake: loop.wake,
    async idle() {
      await loop.idle();
      // A job that ends wakes the loop, which may launch the next.
      while (running.size > 0) {
        await Promise.all([...running.values()].map(({ work }) => work));
        await loop.idle();
      }
    },
    async stop(graceMs) {
      await loop.stop();
      closing.abort();
      await within(graceMs, Promise.all([...running.values()].map(({ work }) => work)));
      isOver = true;
    },
  };
}

/** Whether the job would only fail again: it is an incident at once, without the retries. */
function isFinal(error: unknown, { kind }: JobRow): boolean {
  if (!(error instanceof BridgeError)) return false;
  if (kind === 'call' && FINAL_OF_CALLS.has(error.code)) return true;
  // A defect: to call the service for it would only do its work twice.
  return error instanceof StepError && error.code === 'ERR_UNEXPECTED';
}
