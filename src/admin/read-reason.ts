import { invalid } from './admin-failure.ts';

/** Characters. */
const MAX_REASON = 1_000;

export const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null;

/** @returns undefined: the request gives none */
export function readReason(body: unknown): string | undefined {
  const reason = isObject(body) ? (body.reason ?? '') : undefined;
  if (typeof reason !== 'string' || reason.length > MAX_REASON) throw invalid('The reason is no text, or too long.');
  return reason.trim() || undefined;
}

export function requireReason(body: unknown): string {
  const reason = readReason(body);
  if (reason === undefined) throw invalid('A reason is required.');
  return reason;
}
