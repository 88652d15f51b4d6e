import { randomUUID } from 'node:crypto';
import type { InstanceChange, NumberedReport } from '../../plugin/stored/engine-host-options.ts';

/** Texts as they occur: quotes, a line break, several scripts, a character outside of the basic plane, and many of them. */
const TRICKY = `{"text":"it's \\"quoted\\"\\n\\u0001 \\\\ 流程 🙂"}`;
const LARGE = JSON.stringify({ text: 'x'.repeat(200_000) });

/** An id that no other run of the suite has used: the suite empties nothing. */
export function newInstanceId(): string {
  return `contract-${randomUUID()}`;
}

/** A change with something in each of its fields. */
export function sampleChange(
  instanceId: string,
  revision: number,
  other: Partial<InstanceChange> = {},
): InstanceChange {
  const taskId = `${instanceId}.${revision}`;
  return {
    instanceId,
    revision,
    state: revision % 2 === 0 ? LARGE : TRICKY,
    snapshot: revision % 2 === 0 ? TRICKY : LARGE,
    ended: false,
    wakeAt: 4_102_444_800_000 + revision,
    tasks: [sampleTask(instanceId, taskId)],
    reports: [sampleReport(instanceId, revision, 0), sampleReport(instanceId, revision, 1)],
    messages: [{ ...MESSAGE, sendId: `${instanceId}.message.${revision}` }],
    jobs: [{ ...JOB, jobId: `${instanceId}.job_${revision}`, instanceId }],
    jobsGone: revision === 1 ? [] : [`${instanceId}.job_${revision - 1}`],
    waitsFor: [{ kind: 'message', name: 'paid', correlationKey: `key ${revision}` }],
    thrown: [],
    actions: [],
    deadlock: null,
    press: { replayKey: `${instanceId} press ${revision}`, verdict: { kind: 'applied', message: 'Done.' } },
    ...other,
  };
}

/** What is still to be delivered after the sample changes up to a revision. */
export function undeliveredAfter(instanceId: string, revision: number) {
  const revisions = Array.from({ length: revision }, (_, index) => index + 1);
  return {
    reports: revisions.flatMap((each) => [`${instanceId}.${each}.0`, `${instanceId}.${each}.1`]),
    messages: revisions.map((each) => `${instanceId}.message.${each}`),
    jobs: revision === 0 ? [] : [`${instanceId}.job_${revision}`],
  };
}

const MESSAGE = {
  ...{ appId: 'contract', messageTypeCode: 'CONTRACT', toPersons: 'anna' },
  data: { title: 'A sample', paramValueJson: {} },
} as const;

const JOB = { nodeId: 'work', kind: 'service', service: 'work', variables: { days: 2 }, input: {} } as const;

function sampleReport(instanceId: string, revision: number, index: number): NumberedReport {
  return {
    reportId: `${instanceId}.${revision}.${index}`,
    instanceId,
    kind: 'handled',
    reason: 'A sample of the contract.',
    item: { appId: 'contract', handler: 'anna', status: 'none', previousTaskId: `${instanceId}.${revision}` },
  };
}

function sampleTask(instanceId: string, taskId: string): InstanceChange['tasks'][number] {
  return {
    ...{ taskId, instanceId, nodeId: 'check', nodeName: 'Check', executionId: 'check_1', state: 'IN_PROGRESS' },
    ...{ handlers: ['anna'], handlingGroups: [], createdAt: 1, closedAt: null, appliedAt: null, handler: null },
    ...{ opinions: null, handleStatus: null, handlerName: null, turnHandler: null, suspendedAt: null, signedBy: [] },
    ...{ isSystem: false, panel: null, report: null, reportWait: null, actionUses: {}, actions: [] },
  };
}
