import type { StepChanges } from '../outcome/finish-step.ts';
import { listThrown } from '../outcome/thrown-events.ts';
import type { AwaitedEvent, InstanceChange, NumberedReport, StoredJob } from './engine-host-options.ts';
import type { StoredRun } from './stored-run.ts';

interface ChangedInstance {
  readonly instanceId: string;
  readonly businessKey: string | null;
  /** Of the change. It makes the ids unique: only one change with a revision can be saved. */
  readonly revision: number;
}

/**
 * Describes everything that changed since an instance was loaded, as text and plain JSON.
 * @param since `revision`: of the change
 */
export function describeRun(
  { plugin, before: stored, steps, actions, write }: StoredRun,
  since: {
    readonly instanceId: string;
    readonly revision: number;
  },
): Omit<InstanceChange, 'press'> {
  const { instanceId, revision } = since;
  const { instance, tasks } = plugin;
  const before = new Map(stored.map((task) => [task.taskId, JSON.stringify(task)]));
  return {
    ...{ instanceId, revision },
    ...write(),
    ...describeSteps(steps, { instanceId, revision, businessKey: instance?.businessKey ?? null }),
    ended: instance?.endedAt !== null,
    wakeAt: instance?.wakeAt ?? null,
    tasks: tasks.filter((task) => before.get(task.taskId) !== JSON.stringify(task)),
    actions,
    deadlock: steps.at(-1)?.deadlock?.reason ?? null,
  };
}

type OfSteps = Pick<InstanceChange, 'reports' | 'messages' | 'jobs' | 'jobsGone' | 'waitsFor' | 'thrown'>;

/** What the steps of one trigger changed; the engine may have had something to do before the trigger. */
function describeSteps(steps: readonly StepChanges[], instance: ChangedInstance): OfSteps {
  const last = steps.at(-1);
  const { instanceId, businessKey, revision } = instance;
  const thrown = steps.flatMap((step) => listThrown(step, businessKey));
  const reports = steps.flatMap((step) => step.reports);
  const jobs = steps.flatMap((step) => step.jobsCreated);
  return {
    reports: reports.map(
      (report, index): NumberedReport => ({ ...report, reportId: `${instanceId}.${revision}.${index}`, instanceId }),
    ),
    messages: steps.flatMap((step) =>
      step.messages.map(({ request }) => ({ ...request, sendId: String(request.sendId) })),
    ),
    jobs: jobs.map(({ executionId, ...job }): StoredJob => {
      const { nodeId, kind, service, variables, input } = job;
      return { jobId: jobIdOf(instanceId, executionId), instanceId, nodeId, kind, service, variables, input };
    }),
    jobsGone: steps.flatMap((step) => step.jobsGone.map((executionId) => jobIdOf(instanceId, executionId))),
    waitsFor: (last?.ended ? [] : (last?.events ?? [])).flatMap(({ kind, name, correlationKey }): AwaitedEvent[] =>
      (kind === 'message' || kind === 'signal') && name !== null ? [{ kind, name, correlationKey }] : [],
    ),
    thrown: thrown.map((event, index) => ({
      ...event,
      eventId: `${instanceId}.${revision}.thrown.${index}`,
      instanceId,
    })),
  };
}

/** An execution waits for one job, so the id of the job follows from it. */
function jobIdOf(instanceId: string, executionId: string): string {
  return `${instanceId}.${executionId}`;
}
