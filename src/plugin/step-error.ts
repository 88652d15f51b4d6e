import { BridgeError, StepError } from '../errors.ts';
import { NetError } from '../net/net-error.ts';

/** Errors of the engine about the process itself, such as a gateway without a true flow. */
const ENGINE_ERRORS: ReadonlySet<string> = new Set(['ActivityError', 'RunError', 'BpmnError']);

/** Converts any error of a step to a `StepError`. An unknown error becomes `ERR_UNEXPECTED`; `cause` keeps it for the log. */
export function asStepError(failure: unknown): StepError {
  const cause = innermost(failure);
  if (cause instanceof StepError) return cause;
  if (cause instanceof BridgeError) return new StepError(cause.code, cause.message, { cause });
  if (cause instanceof NetError) return netFailed(cause);
  // Errors of the engine copy `name` from the error that they wrap, so the constructor is compared.
  if (cause instanceof Error && !ENGINE_ERRORS.has(cause.constructor.name)) {
    return new StepError(
      'ERR_UNEXPECTED',
      `The step failed unexpectedly (${cause.name}). Nothing was changed; the log of the service has the stack.`,
      { cause },
    );
  }
  const why = cause instanceof Error ? cause.message : 'the engine failed';
  return new StepError('ERR_STEP_FAILED', `The process cannot go on: ${why}`, { cause });
}

/** The engine wraps errors of our expressions, sometimes more than once. */
function innermost(failure: unknown): unknown {
  let at = failure;
  for (let inner = innerOf(at); inner !== undefined; inner = innerOf(at)) at = inner;
  return at;
}

function innerOf(failure: unknown): Error | undefined {
  const inner = (failure as { readonly inner?: unknown } | undefined)?.inner;
  return inner instanceof Error ? inner : undefined;
}

const REMEDY: Readonly<Partial<Record<NetError['reason'], string>>> = {
  moves: 'The process contains a loop without a wait. If it has an end, raise the option limits.moves. ',
  tokens: 'The process contains a loop without a wait that leaves a token in each round. ',
};

function netFailed(cause: NetError): StepError {
  const { reason, message, nodeId } = cause;
  const details = nodeId === undefined ? {} : { nodeId };
  return new StepError('ERR_STEP_FAILED', `${REMEDY[reason] ?? ''}${message}`, { details, cause });
}

/** @param id of the task or job */
export function notWaiting(what: string, id: string): StepError {
  return new StepError('ERR_STEP_FAILED', `The process does not wait for ${what} ${id}.`, { details: { id } });
}
