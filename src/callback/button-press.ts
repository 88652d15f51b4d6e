import { createHash } from 'node:crypto';
import { ButtonParameters } from '../protocol/button-callback.ts';
import { isJsonObject } from '../protocol/fields.ts';
import { problemsOf } from '../protocol/problems.ts';
import { parseWireTime } from '../protocol/wire-time.ts';
import type { Catalogue } from '../texts/catalogue.ts';
import { fillText } from '../texts/fill-text.ts';
import type { ReceivedPress } from './port.ts';

/** The fields of a press that come from its parameters. */
export type PressParameters = Pick<ReceivedPress, 'account' | 'opinions' | 'nextNodeKey' | 'time' | 'fingerprint'>;

/** Describes the problems with parameters by name, without their values, in the language of a catalogue. */
export type DescribeProblem = (texts: Catalogue) => string;

/**
 * Checks the parameters of a button callback.
 * @param timeZone IANA time zone of the parameter `time`
 */
export function readPressParameters(
  raw: unknown,
  timeZone: string,
): PressParameters | { readonly problem: DescribeProblem } {
  const parsed = ButtonParameters.safeParse(raw);
  if (!parsed.success) {
    const problems = problemsOf(parsed.error);
    return { problem: (texts) => problems.map(({ path, message }) => describe(raw, path, message, texts)).join('; ') };
  }
  const { accountName: account, opinions, nextNodeKey, time: text } = parsed.data;
  const time = parseWireTime(text, timeZone);
  if (time === undefined) return { problem: (texts) => fillText(texts, 'call.timeUnknown', { timeZone }) };
  // A query cannot contain null, so an empty text means null everywhere.
  const parameters = { account, opinions: opinions || null, nextNodeKey: nextNodeKey || null, time };
  return { ...parameters, fingerprint: fingerprintOf(parameters) };
}

function describe(raw: unknown, name: string, problem: string, texts: Catalogue): string {
  if (!isJsonObject(raw)) return texts['call.parametersNotObject'];
  const value = raw[name];
  const isMissing = value === undefined || value === null || value === '';
  if (isMissing) return fillText(texts, 'call.parameterMissing', { name });
  return fillText(texts, 'call.parameterMalformed', { name, problem });
}

/** SHA-256 over the parameters in a fixed order; JSON separates them unambiguously. */
function fingerprintOf({ account, opinions, nextNodeKey, time }: Omit<PressParameters, 'fingerprint'>): string {
  return createHash('sha256')
    .update(JSON.stringify([account, opinions, nextNodeKey, time]))
    .digest('hex');
}
