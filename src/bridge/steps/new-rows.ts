/** Rows of work that is done later: jobs, and messages to people. */

import * as z from 'zod';
import type { StepResult } from '../../plugin/step.ts';
import { DIAGRAM_MESSAGE } from '../../protocol/constants.ts';
import type { InstanceRow, JobRow, MessageRow } from '../../store/store.ts';

/** Input of the job that delivers a thrown message. */
export const MessageJobInput = z.object({
  /** null: the message is not delivered, because its receiver cannot be identified. */
  correlationKey: z.string().nullable(),
  initiator: z.string(),
  initiatorName: z.string().nullable(),
});
type MessageJobInput = z.infer<typeof MessageJobInput>;

/** Input of the job that delivers a thrown signal, and of the jobs for each receiver into which it is split. */
export const SignalJobInput = z.object({
  businessKey: z.string().nullable(),
  initiator: z.string(),
  initiatorName: z.string().nullable(),
  /** null: the receivers have not been determined yet. */
  target: z
    .union([z.object({ instanceId: z.string() }), z.object({ processId: z.string(), startNodeId: z.string() })])
    .nullable(),
});
export type SignalJobInput = z.infer<typeof SignalJobInput>;

type JobContent = Pick<JobRow, 'jobId' | 'kind' | 'instanceId' | 'nodeId' | 'service' | 'variables' | 'input'> &
  Partial<Pick<JobRow, 'executionId'>>;

/** A job that is due at once. */
export function newJob(job: JobContent, at: number, traceparent: string | null): JobRow {
  const { jobId } = job;
  return {
    executionId: jobId,
    ...job,
    idempotencyKey: jobId,
    state: 'queued',
    ...{ attempts: 0, leases: 0, begun: 0, dueAt: at, createdAt: at },
    ...{ traceparent, reason: null, cause: null },
  };
}

/** An execution waits for one job, so the id of the job follows from it. */
export function jobIdOf(instanceId: string, executionId: string): string {
  return `${instanceId}.${executionId}`;
}

/** The jobs of a step: calls, and the delivery of thrown messages and signals to other instances and to processes. */
export function jobsOf(
  { instanceId, revision, businessKey, initiator, initiatorName }: InstanceRow,
  { jobsCreated, unmatched, signals }: StepResult['changes'],
): JobContent[] {
  const thrownJob = (kind: 'message' | 'signal', index: number, nodeId: string, service: string) => {
    const jobId = `${instanceId}.${kind}.${revision + 1}.${index}`;
    return { jobId, kind, instanceId, nodeId, service, variables: {} };
  };
  return [
    ...jobsCreated.map((job) => ({ ...job, instanceId, jobId: jobIdOf(instanceId, job.executionId) })),
    ...unmatched.map(({ nodeId, name, correlationKey }, index) => ({
      ...thrownJob('message', index, nodeId, name),
      input: { correlationKey: correlationKey ?? businessKey, initiator, initiatorName } satisfies MessageJobInput,
    })),
    ...signals.map(({ nodeId, name }, index) => ({
      ...thrownJob('signal', index, nodeId, name),
      input: { businessKey, initiator, initiatorName, target: null } satisfies SignalJobInput,
    })),
  ];
}

/** The id of an instance, which is a UUID, as a pattern. */
export const INSTANCE_ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const INSTANCE = new RegExp(`^${INSTANCE_ID}$`, 'i');

/** Whether a sendId has the form that is reserved for messages of diagrams; messages of the host must not use it. */
export function isDiagramSendId(sendId: string): boolean {
  const [instanceId = '', number = '', ...others] = sendId.toLowerCase().split(DIAGRAM_MESSAGE);
  return INSTANCE.test(instanceId) && /^\d+$/.test(number) && others.length === 0;
}

/** A message to people that is due at once. */
export function newMessage(
  { instanceId, nodeId, request }: Pick<MessageRow, 'instanceId' | 'nodeId' | 'request'>,
  at: number,
  traceparent: string | null,
): MessageRow {
  return {
    sendId: String(request.sendId),
    ...{ instanceId, nodeId, request, original: null },
    ...{ state: 'pending', attempts: 0, refusals: 0, dueAt: at, createdAt: at, sentAt: null },
    ...{ problems: [], reason: null, traceparent },
  };
}
