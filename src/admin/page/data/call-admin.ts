import type { AdminErrorAnswer } from '../../answers.ts';

/** Why a call failed. */
export class AdminFailure extends Error {
  /** `ERR_UNREACHABLE`: there was no answer of the service. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

/**
 * @param path below `-/` of the page, with encoded segments
 * @throws {AdminFailure} the call was refused, or there was no answer
 */
export async function callAdmin<Answer>(path: string, body?: object, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(`./-/${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new AdminFailure('ERR_UNREACHABLE', String(error));
  });
  const answer = (await response.json().catch(() => undefined)) as Answer | AdminErrorAnswer | undefined;
  if (answer !== undefined && response.ok) return answer as Answer;
  const refusal = (answer as Partial<AdminErrorAnswer> | undefined)?.error;
  throw new AdminFailure(refusal?.code ?? 'ERR_UNREACHABLE', refusal?.message ?? `HTTP ${response.status}`);
}

export function toFailure(error: unknown): AdminFailure {
  return error instanceof AdminFailure ? error : new AdminFailure('ERR_UNREACHABLE', String(error));
}
