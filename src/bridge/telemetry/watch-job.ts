import type { JobRow } from '../../store/store.ts';
import { errorTypeOf, secondsSince, type Telemetry } from '../../telemetry/telemetry.ts';

/** What became of an attempt of a job, as `bpmn_bridge.job.outcome` says it. */
export type JobOutcome = 'done' | 'retried' | 'failed' | 'deferred' | 'left' | 'lost' | 'dropped';

export interface JobResult {
  readonly outcome: JobOutcome;
  /** Why it was retried, or failed. */
  readonly error?: unknown;
}

/** Runs an attempt of a job in a span of its own, linked to the step that queued the job. */
export async function watchJob(telemetry: Telemetry, job: JobRow, attempt: () => Promise<JobResult>): Promise<void> {
  const { jobId, instanceId, nodeId, kind, service, attempts, traceparent } = job;
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
    const { outcome, error } = await attempt();
    span.set({ 'bpmn_bridge.job.outcome': outcome });
    if (error !== undefined) span.failed(errorTypeOf(error));
    if (outcome === 'lost') telemetry.count('bpmn_bridge.lease.lost', { 'bpmn_bridge.lease.kind': 'job' });
    const recorded = { ...about, 'bpmn_bridge.job.outcome': outcome };
    telemetry.record('bpmn_bridge.job.duration', secondsSince(startedAt), recorded);
  });
}

/** Runs the call of a function of the host in a span within that of its job. */
export function watchService<Result>(telemetry: Telemetry, job: JobRow, call: () => Promise<Result>): Promise<Result> {
  const attributes = {
    'bpmn_bridge.instance.id': job.instanceId,
    'bpmn_bridge.node.id': job.nodeId,
    'bpmn_bridge.job.name': job.service,
  };
  return telemetry.inSpan('bpmn_bridge.service', { attributes }, call);
}
