import { createHash } from 'node:crypto';
import { ButtonParameters } from '../protocol/button-callback.ts';
import { isJsonObject } from '../protocol/null-is-absent.ts';
import { problemsOf } from '../protocol/problems.ts';
import { parseWireTime } from '../protocol/wire-time.ts';
import type { PressCommand } from './port.ts';

/** The part of a press that its parameters say. */
export type PressParameters = Pick<PressCommand, 'account' | 'opinions' | 'nextNodeKey' | 'time' | 'fingerprint'>;

/**
 * Checks the parameters of a button callback, in the words of the spec.
 * @param timeZone the zone that `time` is written in
 * @returns the parameters, or what is wrong with them by name, without any value
 */
export function readPressParameters(raw: unknown, timeZone: string): PressParameters | { readonly problem: string } {
  const parsed = ButtonParameters.safeParse(raw);
  if (!parsed.success) {
    const problems = problemsOf(parsed.error).map(({ path, message }) => describe(raw, path, message));
    return { problem: problems.join('; ') };
  }
  const { accountName: account, opinions, nextNodeKey, time: text } = parsed.data;
  const time = parseWireTime(text, timeZone);
  if (time === undefined) return { problem: `time: there is no such time in ${timeZone}` };
  // A query cannot say null, so that an empty text means the same everywhere.
  const parameters = { account, opinions: opinions || null, nextNodeKey: nextNodeKey || null, time };
  return { ...parameters, fingerprint: fingerprintOf(parameters) };
}

function describe(raw: unknown, name: string, message: string): string {
  if (!isJsonObject(raw)) return 'the parameters are no JSON object';
  const value = raw[name];
  const isMissing = value === undefined || value === null || value === '';
  return isMissing ? `${name} is null` : `${name}: ${message}`;
}

/** SHA-256 over the parameters in a fixed order; JSON keeps them apart. */
function fingerprintOf({ account, opinions, nextNodeKey, time }: Omit<PressParameters, 'fingerprint'>): string {
  return createHash('sha256')
    .update(JSON.stringify([account, opinions, nextNodeKey, time]))
    .digest('hex');
}
