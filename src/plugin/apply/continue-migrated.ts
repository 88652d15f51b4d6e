import type { Id } from '../../net/state.ts';
import { statusText } from '../explain/wording.ts';
import { handleBySystem } from '../state/handled-task.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { OpenTask } from '../state/ledger.ts';
import type { StepFacts } from '../state/run-settings.ts';

/** What a migration leaves to its step. */
export interface MigratedWaits {
  /** Tasks whose waits begin anew. */
  readonly replaced: readonly OpenTask[];
  /** Tokens, and the nodes where they wait from now on. */
  readonly tokens: readonly { readonly token: Id; readonly to: string }[];
  /** Starts of event sub-processes that begin to wait. */
  readonly starts: readonly { readonly scope: Id; readonly start: string }[];
}

/** Goes on in another version of the process. @throws {StepError} `ERR_NO_HANDLER` */
export function continueMigrated(
  run: InstanceRun,
  { replaced, tokens, starts }: MigratedWaits,
  facts: Pick<StepFacts, 'settings' | 'now'>,
): void {
  // Each is handled by the system, and followed by its new task.
  const handleStatus = statusText(facts.settings, 'migrated');
  const how = { handleStatus, endedBy: 'the migration to another version', what: 'is replaced' };
  for (const task of replaced) handleBySystem(run, task, how, facts);
  for (const { scope, start } of starts) run.net.listen(scope, start);
  for (const { token, to } of tokens) {
    // A condition that is true at once may have ended it.
    if (token in run.net.state.tokens) run.net.move(token, to);
  }
}
