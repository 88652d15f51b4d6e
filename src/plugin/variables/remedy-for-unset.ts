import { contextOf } from '../../model/expressions/evaluation-context.ts';
import type { Scope } from '../../model/expressions/expression.ts';

/** What to do about a variable that was never set, as the beginning of a sentence. */
export function remedyForUnset(scope: Scope): string {
  const callId = contextOf(scope)?.callId;
  if (callId === undefined) return 'Set it, or correct the diagram';
  return (
    `Pass it in the call activity ${callId}, whose process has variables of its own; while that runs, ` +
    `setVariables sets them with the callId ${callId}`
  );
}
