import { callJson } from '../../../page/data/call-json.ts';

/**
 * @param path below `-/` of the page, with encoded segments
 * @throws {CallFailure} the call was refused, or there was no answer
 */
export function callAdmin<Answer>(path: string, body?: object): Promise<Answer> {
  return callJson(urlOf(path), body === undefined ? {} : { method: 'POST', body });
}

export function urlOf(path: string): string {
  return `./-/${path}`;
}
