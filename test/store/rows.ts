import type { Report } from '../../src/index.ts';
import type {
  DefinitionRow,
  IncidentRow,
  InstanceRow,
  JobRow,
  MessageRow,
  PressRow,
  StepCommit,
  Store,
  TaskRow,
} from '../../src/store/store.ts';

/** Some moment; nothing depends on which. */
export const NOON = 1_760_000_000_000;

export const DEFINITION: DefinitionRow = {
  definitionId: 'hash-1',
  processId: 'leave',
  xml: '<definitions/>',
  drawing: null,
  deployedAt: NOON,
};

export function aReport(previousTaskId: string): Report {
  return {
    kind: 'handled',
    item: { appId: 'app', handler: 'ann', status: 'none', previousTaskId },
    reason: 'its branch ended',
  };
}

export function aTask(taskId: string, changes: Partial<TaskRow> = {}): TaskRow {
  return {
    taskId,
    instanceId: 'i-1',
    nodeId: 'approve',
    nodeName: 'Approve',
    executionId: `execution of ${taskId}`,
    state: 'IN_PROGRESS',
    handlers: ['ann', 'bob'],
    handlingGroups: [],
    isSystem: false,
    panel: null,
    reportWait: null,
    createdAt: NOON,
    closedAt: null,
    appliedAt: null,
    handler: null,
    opinions: null,
    handleStatus: null,
    handlerName: null,
    turnHandler: null,
    suspendedAt: null,
    signedBy: [],
    report: null,
    signingKeyId: 'k1',
    unconfirmedSeq: null,
    actionUses: {},
    title: null,
    summary: [],
    ...changes,
  };
}

export function aJob(jobId: string, changes: Partial<JobRow> = {}): JobRow {
  return {
    jobId,
    kind: 'service',
    instanceId: 'i-1',
    nodeId: 'book',
    executionId: `execution of ${jobId}`,
    service: 'bookRoom',
    variables: { days: 3 },
    input: {},
    idempotencyKey: `key of ${jobId}`,
    state: 'queued',
    attempts: 0,
    leases: 0,
    begun: 0,
    dueAt: NOON,
    createdAt: NOON,
    traceparent: null,
    reason: null,
    cause: null,
    ...changes,
  };
}

export function aMessage(sendId: string, changes: Partial<MessageRow> = {}): MessageRow {
  return {
    sendId,
    instanceId: null,
    nodeId: null,
    request: {
      appId: 'app',
      messageTypeCode: 'LEAVE',
      sendId,
      toPersons: 'ann',
      data: { title: 'Your leave', paramValueJson: { days: 3 } },
    },
    original: null,
    state: 'pending',
    attempts: 0,
    refusals: 0,
    dueAt: NOON,
    createdAt: NOON,
    sentAt: null,
    problems: [],
    reason: null,
    traceparent: null,
    ...changes,
  };
}

export function aPress(uuid: string, changes: Partial<PressRow> = {}): PressRow {
  return {
    uuid,
    taskId: 't-1',
    actionKey: 'approve',
    fingerprint: 'f-1',
    verdict: { kind: 'applied', message: 'done' },
    at: NOON,
    ...changes,
  };
}

export function anIncident(incidentId: string, changes: Partial<IncidentRow> = {}): IncidentRow {
  return {
    incidentId,
    instanceId: 'i-1',
    kind: 'job',
    subject: 'j-1',
    code: 'ERR_STEP_FAILED',
    reason: 'no flow can be taken',
    cause: null,
    at: NOON,
    latestAt: NOON,
    count: 1,
    resolvedAt: null,
    ...changes,
  };
}

export function anInstance(instanceId: string, changes: Partial<InstanceRow> = {}): Omit<InstanceRow, 'revision'> {
  const { revision: _revision, ...instance } = {
    instanceId,
    definitionId: DEFINITION.definitionId,
    processId: DEFINITION.processId,
    status: 'running' as const,
    initiator: 'ann',
    initiatorName: null,
    businessKey: null,
    startKey: null,
    chain: 0,
    currentNodes: [],
    title: null,
    summary: [],
    refusedTaskId: null,
    snapshot: '{}',
    path: '{}',
    revision: 0,
    wakeAt: null,
    startedAt: NOON,
    endedAt: null,
    ...changes,
  };
  return instance;
}

/** A step of a new instance that changes nothing but what is given. */
export function aStep(changes: Partial<StepCommit> = {}): StepCommit {
  return {
    instance: anInstance('i-1'),
    baseRevision: 0,
    tasksCreated: [],
    tasksClosed: [],
    tasksChanged: [],
    jobsCreated: [],
    jobsClosed: [],
    subscriptions: [],
    reports: [],
    messages: [],
    history: [],
    incidentsResolved: [],
    at: NOON,
    ...changes,
  };
}

/** Puts one instance with these reports into the store. */
export async function startInstance(store: Store, instanceId: string, reports: readonly Report[] = []): Promise<void> {
  await store.putDefinitions([DEFINITION]);
  const outcome = await store.commitStep(aStep({ instance: anInstance(instanceId), reports }));
  if (outcome !== 'committed') throw new Error(`the instance ${instanceId} was not stored`);
}
