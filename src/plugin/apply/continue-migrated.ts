import type { Execution } from 'bpmn-engine';
import { StepError } from '../../errors.ts';
import { requireIdle } from '../engine/copies/idle-copy.ts';
import { activitiesIn } from '../engine/engine-internals.ts';
import { liveScopes } from '../engine/live-scopes.ts';
import { statusText } from '../explain/wording.ts';
import type { TokenContent } from '../migrate/engine-state.ts';
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
  replaceTasks(run, replaced, facts);
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

/**
 * Closes tasks whose waits began anew at another version: each is handled by the system, and followed by its new task.
 * @throws {StepError} `ERR_NO_HANDLER`: it is a task of a group, and the report has nobody to name
 */
function replaceTasks(
  run: InstanceRun,
  replaced: readonly OpenTask[],
  { settings, now }: Pick<StepFacts, 'settings' | 'now'>,
): void {
  for (const { taskId, nodeId, handlers, handlingGroups } of replaced) {
    const handler = handlers[0] ?? settings.standInFor(handlingGroups);
    if (handler === undefined) {
      throw new StepError(
        'ERR_NO_HANDLER',
        `Task ${taskId} of a group is replaced, and no account is known for it: provide identity.membersOf, or set defaults.systemHandler.`,
        { details: { taskId } },
      );
    }
    run.handled[taskId] = {
      taskId,
      nodeId,
      handler,
      handlerName: settings.systemName,
      handledAt: now,
      appliedAt: now,
      opinions: null,
      handleStatus: statusText(settings, 'migrated'),
      reported: false,
      turnHandler: null,
      endedBy: 'the migration to another version',
      ...(handlers.length === 0 && { standsInFor: handlingGroups }),
      again: run.handled[taskId]?.reported ?? false,
    };
    run.notes.justHandled.add(taskId);
    run.lastHandledTaskId = taskId;
  }
}
