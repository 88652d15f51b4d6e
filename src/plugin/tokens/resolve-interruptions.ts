import { eventStatus } from '../explain/wording.ts';
import { handleBySystem } from '../state/handled-task.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { OpenTask, Origin } from '../state/ledger.ts';
import type { StepFacts } from '../state/run-settings.ts';

/**
 * Finds the origins of interrupting events: for each event the handled task that caused it, if it is not reported yet; else
 * the oldest task that it ended, which is reported as handled by the system if anything follows it; otherwise the origin of
 * the interrupted activity.
 * @param vanished tasks that were removed, oldest first
 * @param fresh new tasks
 * @throws {StepError} `ERR_NO_HANDLER`: a group task ended, and the report has nobody to name
 */
export function resolveInterruptions(
  run: InstanceRun,
  vanished: readonly OpenTask[],
  fresh: readonly { readonly rootId: string }[],
  facts: StepFacts,
): void {
  const reported = new Set<string>();
  // Later events first: the next event may have interrupted what an earlier one led to.
  for (const interruption of run.notes.interruptions.toReversed()) {
    const { placeholder, hostId, openTaskIds, causedBy, fallback } = interruption;
    if (causedBy !== undefined) {
      replaceOrigin(run, placeholder, causedBy);
      continue;
    }
    const leadsOn =
      fresh.some(({ rootId }) => run.origins.of(rootId) === placeholder) ||
      [...run.openJobs.values()].some(({ origin }) => origin === placeholder) ||
      (run.ended && run.notes.completedOrigin === placeholder);
    const task = vanished.find(
      ({ taskId, rootId, scopeIds }) =>
        openTaskIds.has(taskId) && !reported.has(taskId) && (rootId === hostId || scopeIds.includes(hostId)),
    );
    if (leadsOn && task) {
      reported.add(task.taskId);
      const { event, label } = interruption;
      const handleStatus = eventStatus(facts.settings, event);
      handleBySystem(run, task, { handleStatus, endedBy: label, what: `was ended by ${event.nodeName}` }, facts);
    }
    replaceOrigin(run, placeholder, leadsOn && task ? task.taskId : fallback);
  }
}

function replaceOrigin(run: InstanceRun, from: string, to: Origin): void {
  run.origins.replace(from, to);
  for (const [id, job] of run.openJobs) if (job.origin === from) run.openJobs.set(id, { ...job, origin: to });
  run.notes.trace.ends = run.notes.trace.ends.map((end) => (end.origin === from ? { ...end, origin: to } : end));
  run.notes.trace.cancellations = run.notes.trace.cancellations.map((cancellation) =>
    cancellation.origin === from ? { ...cancellation, origin: to } : cancellation,
  );
  if (run.notes.completedOrigin === from) run.notes.completedOrigin = to;
}
