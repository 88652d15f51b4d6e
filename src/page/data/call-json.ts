/** What an answer that is not 2xx has in its body. */
interface Refusal {
  readonly error?: { readonly code: string; readonly message: string };
}

/** Why a call failed. */
export class CallFailure extends Error {
  /** `ERR_UNREACHABLE`: there was no answer, or one that is not from the service. */
  readonly code: string;
  /** What it is about does not exist, or no longer. */
  readonly isGone: boolean;

  constructor(code: string, message: string, isGone = false) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.isGone = isGone;
  }
}

export interface JsonCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** @throws {CallFailure} the call was refused, or there was no answer */
export async function callJson<Answer>(url: string, { method = 'GET', body, signal }: JsonCall = {}): Promise<Answer> {
  const response = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw toFailure(error);
  });
  const answer = (await response.json().catch(() => undefined)) as Answer | undefined;
  if (answer !== undefined && response.ok) return answer;
  const { error } = (answer ?? {}) as Refusal;
  throw new CallFailure(
    error?.code ?? 'ERR_UNREACHABLE',
    error?.message ?? `HTTP ${response.status}`,
    error !== undefined && response.status === 404,
  );
}

export function toFailure(error: unknown): CallFailure {
  return error instanceof CallFailure ? error : new CallFailure('ERR_UNREACHABLE', String(error));
}
