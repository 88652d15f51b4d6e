import type { ControlErrorAnswer, ControlErrorCode } from '../../control/control-error.ts';

/** The control API, on the origin of the page. */
export const CONTROL_PATH = '/sandbox';

/** Why a call of the control API failed. */
export class ControlFailure extends Error {
  /** `ERR_UNREACHABLE`: there was no answer, or one that is not from the control API. */
  readonly code: ControlErrorCode | 'ERR_UNREACHABLE';

  constructor(code: ControlFailure['code'], message: string) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

export interface ControlCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/**
 * @param path relative to the control API, with percent-encoded segments
 * @throws {ControlFailure} the call was refused, or there was no answer
 */
export async function callControl<Answer>(path: string, call: ControlCall = {}): Promise<Answer> {
  const { method = 'GET', body, signal } = call;
  const response = await fetch(`${CONTROL_PATH}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new ControlFailure('ERR_UNREACHABLE', String(error));
  });
  const answer = (await response.json().catch(() => undefined)) as Answer | ControlErrorAnswer | undefined;
  if (answer !== undefined && response.ok) return answer as Answer;
  const refusal = (answer as Partial<ControlErrorAnswer> | undefined)?.error;
  if (refusal === undefined) throw new ControlFailure('ERR_UNREACHABLE', `HTTP ${response.status}`);
  throw new ControlFailure(refusal.code, refusal.message);
}

export function toControlFailure(error: unknown): ControlFailure {
  return error instanceof ControlFailure ? error : new ControlFailure('ERR_UNREACHABLE', String(error));
}
