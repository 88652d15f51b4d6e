import type { Execution } from 'bpmn-engine';
import { StepError } from '../../errors.ts';
import { requireIdle } from '../engine/copies/idle-copy.ts';
import { activitiesIn } from '../engine/engine-internals.ts';
import { liveScopes } from '../engine/live-scopes.ts';
import { statusText } from '../explain/wording.ts';
import type { TokenContent } from '../migrate/engine-state.ts';
import { handleBySystem } from '../state/handled-task.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { OpenTask } from '../state/ledger.ts';
import type { StepFacts } from '../state/run-settings.ts';

/** What a migration leaves to its step. */
export interface MigratedWaits {
  /** Tasks whose waits begin anew. */
  readonly replaced: readonly OpenTask[];
  /** Tokens on their way to the nodes where they wait from now on. */
  readonly tokens: readonly TokenContent[];
}

/** Goes on in another version of the process. @throws {StepError} `ERR_NO_HANDLER` */
export function continueMigrated(
  run: InstanceRun,
  execution: Execution,
  { replaced, tokens }: MigratedWaits,
  facts: Pick<StepFacts, 'settings' | 'now'>,
): void {
  // Each is handled by the system, and followed by its new task.
  const handleStatus = statusText(facts.settings, 'migrated');
  const how = { handleStatus, endedBy: 'the migration to another version', what: 'is replaced' };
  for (const task of replaced) handleBySystem(run, task, how, facts);
  for (const token of tokens) enterTarget(execution, token);
}

/** Starts the target of a token as if it had just arrived, in a copy if another token is there. */
function enterTarget(execution: Execution, token: TokenContent): void {
  const { targetId, parent } = token;
  const scope = liveScopes(execution).find(({ executionId }) => executionId === parent.executionId)?.execution;
  const target = scope && activitiesIn(scope).find(({ id }) => id === targetId);
  if (!scope || !target) {
    throw new StepError('ERR_STEP_FAILED', `The engine has no ${targetId} in ${parent.id}.`, {
      details: { id: targetId },
    });
  }
  (target.status ? requireIdle(scope, target) : target).run({ inbound: [token] });
}
