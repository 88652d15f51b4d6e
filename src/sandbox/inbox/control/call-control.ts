import { callJson, type JsonCall } from '../../../page/data/call-json.ts';

export { CallFailure as ControlFailure, toFailure as toControlFailure } from '../../../page/data/call-json.ts';

/** The control API, on the origin of the page. */
export const CONTROL_PATH = '/sandbox';

/**
 * @param path relative to the control API, with percent-encoded segments
 * @throws {ControlFailure} the call was refused, or there was no answer
 */
export function callControl<Answer>(path: string, call: JsonCall = {}): Promise<Answer> {
  return callJson(`${CONTROL_PATH}${path}`, call);
}
