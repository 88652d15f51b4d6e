import { CALLBACK_ANSWER_CODES, TASK_HANDLING_CODES } from '../protocol/error-codes.ts';
import type { Verdict, VerdictKind } from '../protocol/verdict.ts';
import type { Catalogue, TextName } from '../texts/catalogue.ts';

/** The answer to a callback. The spec does not define it; it has the form of the center's own answers. */
export interface Answer {
  /** 200 for every press that was decided; any other status means that the call was not accepted. */
  readonly httpStatus: number;
  /** Sent as JSON: `code` is 0 or the reason, `message` is for the person. */
  readonly body: {
    readonly code: number;
    readonly message: string;
    /** Null if the call was not accepted. */
    readonly data: { readonly verdict: VerdictKind } | null;
  };
  /** Headers besides the content type. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Codes of a decided press. The HTTP status is 200, because a repeat would get the same answer. */
export const PRESS_CODES = {
  applied: CALLBACK_ANSWER_CODES.done,
  duplicate: CALLBACK_ANSWER_CODES.done,
  unknown: CALLBACK_ANSWER_CODES.taskUnknown,
  stale: CALLBACK_ANSWER_CODES.taskFinished,
  invalid: CALLBACK_ANSWER_CODES.invalid,
  forbidden: CALLBACK_ANSWER_CODES.forbidden,
  suspended: CALLBACK_ANSWER_CODES.suspended,
  failed: TASK_HANDLING_CODES.businessError,
} as const satisfies Record<VerdictKind, number>;

/** Reasons to refuse a call, in the order of the checks: HTTP status, which is also the `code`, and message. */
export const CALL_REFUSALS = {
  'path-unknown': { status: 404, text: 'call.pathUnknown' },
  'method-not-allowed': { status: 405, text: 'call.methodNotAllowed' },
  'too-large': { status: 413, text: 'call.tooLarge' },
  'signature-wrong': { status: 401, text: 'call.signatureWrong' },
  'uuid-missing': { status: 400, text: 'call.uuidMissing' },
  'uuid-malformed': { status: 400, text: 'call.uuidMalformed' },
  'id-token-missing': { status: 401, text: 'call.idTokenMissing' },
  'media-type-wrong': { status: 415, text: 'call.mediaTypeWrong' },
  undecodable: { status: 400, text: 'call.undecodable' },
  /** Names the parameter, if the cipher has integrity (`oracleSafe`). */
  'parameter-wrong': { status: 400, text: 'call.undecodable' },
  'id-token-refused': { status: 401, text: 'call.idTokenRefused' },
  /** The press was not decided; the same call can be repeated. */
  unavailable: { status: 503, text: 'call.unavailable' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly text: TextName }>>;
export type CallRefusal = keyof typeof CALL_REFUSALS;

export const ALLOWED_METHODS = ['POST', 'PUT', 'GET'] as const;

/** In seconds: long enough for a database failover, short enough for a person who waits. */
export const RETRY_LATER = { 'retry-after': '5' };

export const COMMON_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

export function answerVerdict({ kind, message }: Verdict): Answer {
  return {
    httpStatus: 200,
    body: { code: PRESS_CODES[kind], message, data: { verdict: kind } },
    headers: COMMON_HEADERS,
  };
}

/** @param message replaces the message of the table, to name a parameter */
export function answerRefusal(
  refusal: CallRefusal,
  texts: Catalogue,
  message: string = texts[CALL_REFUSALS[refusal].text],
): Answer {
  const { status } = CALL_REFUSALS[refusal];
  const extra =
    refusal === 'method-not-allowed'
      ? { allow: ALLOWED_METHODS.join(', ') }
      : refusal === 'unavailable'
        ? RETRY_LATER
        : {};
  return { httpStatus: status, body: { code: status, message, data: null }, headers: { ...COMMON_HEADERS, ...extra } };
}

/** The media type of a call, in lower case and without parameters; empty if there is none. */
export function mediaTypeOf(headers: Headers): string {
  return (headers.get('content-type') ?? '')
    .replace(/;[\s\S]*/, '')
    .trim()
    .toLowerCase();
}

export function toResponse({ httpStatus, body, headers }: Answer): Response {
  return Response.json(body, { status: httpStatus, headers });
}
