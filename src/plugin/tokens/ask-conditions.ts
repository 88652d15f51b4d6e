import { readListenerKey } from '../../net/state.ts';
import { labelOf } from '../explain/moves.ts';
import type { CreatedJob } from '../outcome/created-job.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { type AskKey, askKeyOf } from '../state/job-key.ts';
import type { AskedCondition, Origin } from '../state/ledger.ts';
import { visibleAt } from '../variables/called-variables.ts';
import { readDecision } from '../variables/conditions.ts';
import { eventAt, type Listening } from './events.ts';

/**
 * Creates a job for each conditional event whose script must be evaluated: its wait began in this step, or a variable
 * changed that it listens to. An event has one such job at a time; an earlier job is dropped, because its answer was for
 * other variables.
 * @param listening the waits for events at the end of the step; none once the instance has ended
 */
export function askConditions(
  run: InstanceRun,
  listening: readonly Listening[],
): { readonly jobsCreated: readonly CreatedJob[]; readonly jobsGone: readonly string[] } {
  const waits = new Map(listening.flatMap((wait) => (scriptOf(wait) ? [[wait.key, wait] as const] : [])));
  const jobsGone: string[] = [];
  for (const [key, asked] of Object.entries(run.asked)) {
    if (waits.has(key) && !run.notes.toAsk.has(key)) continue;
    jobsGone.push(keyOfAsked(key, asked));
    delete run.asked[key];
  }
  const jobsCreated: CreatedJob[] = [];
  for (const key of run.notes.toAsk) {
    const wait = waits.get(key);
    if (wait === undefined) continue;
    const { nodeId } = wait.described;
    run.askedCount += 1;
    const asked = { nodeId, index: readListenerKey(key).index, number: run.askedCount };
    run.asked[key] = asked;
    jobsCreated.push({
      nodeId,
      executionId: keyOfAsked(key, asked),
      kind: 'script',
      service: scriptOf(wait)?.format ?? '',
      variables: visibleAt(run, wait.scope),
      input: {},
    });
  }
  return { jobsCreated, jobsGone };
}

export function keyOfAsked(key: string, { index, number }: AskedCondition): string {
  return askKeyOf({ key, index, number });
}

function scriptOf({ described: { trigger } }: Listening) {
  return trigger.kind === 'condition' ? trigger.script : undefined;
}

/** The tasks that caused the waits of events that hold a token and whose scripts are being evaluated. */
export function originsOfAsked(run: InstanceRun, listening: readonly Listening[]): readonly Origin[] {
  return listening.flatMap(({ key, owner, described }) =>
    described.role.kind === 'catch' && owner !== undefined && key in run.asked ? [run.origins.of(owner)] : [],
  );
}

/**
 * Fires an event whose script returned true. An answer for an event that no longer waits changes nothing.
 * @throws {StepError} `ERR_EXPRESSION_FAILED`: it is neither true nor false
 */
export function takeAnswer(run: InstanceRun, { key, number }: AskKey, answer: unknown): void {
  if (run.asked[key]?.number !== number) return;
  delete run.asked[key];
  const listener = run.net.state.listeners[key];
  if (listener?.kind !== 'condition') return;
  const event = eventAt(run.model, run.net.marking.listenerPlace(key));
  if (!event) return;
  run.answers.set(key, readDecision(answer, `condition of ${labelOf(event)}`));
  run.net.answer(key);
}
