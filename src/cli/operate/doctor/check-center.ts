import { SCOPE_SEPARATOR, SCOPES, TASK_HANDLE_PATH, TOKEN_PATH } from '../../../protocol/endpoints.ts';
import { GRANT_TYPE, TOKEN_REQUEST_CONTENT_TYPE, TokenResponse } from '../../../protocol/token.ts';
import { durationOf } from '../print/layout.ts';
import { describe, type Found, fail, fine, skip, warn } from './finding.ts';
import type { Settings } from './settings.ts';

const TIMEOUT_MS = 10_000;
/** Tokens and times of handling are judged by clocks; a header Date has seconds. */
const FAR_MS = 30_000;

const join = (address: string, path: string) => `${address.replace(/(?<!\/)\/+$/, '')}${path}`;

/** @param clock epoch milliseconds, as the service has them */
export async function checkCenter(
  { AUTH_URL, CENTER_URL, CLIENT_ID, CLIENT_SECRET }: Settings,
  clock: () => number,
): Promise<{ readonly center: readonly Found[]; readonly clock: readonly Found[] }> {
  if (AUTH_URL === undefined || CLIENT_ID === undefined || CLIENT_SECRET === undefined) {
    const settings = 'Set CENTER_URL, AUTH_URL, CLIENT_ID and CLIENT_SECRET.';
    return { center: [skip('The center is not called.', settings)], clock: [] };
  }
  let answer: Response;
  try {
    answer = await fetch(join(AUTH_URL, TOKEN_PATH), {
      method: 'POST',
      headers: { 'content-type': TOKEN_REQUEST_CONTENT_TYPE, accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: GRANT_TYPE,
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        scope: Object.values(SCOPES).join(SCOPE_SEPARATOR),
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    const remedy =
      'Correct AUTH_URL (center.authUrl), or let this machine reach it: name, firewall, proxy, certificate.';
    return { center: [fail(`The token endpoint does not answer: ${describe(error)}.`, remedy)], clock: [] };
  }
  const ofClock = compareClocks(answer.headers.get('date'), clock());
  if (!answer.ok) {
    const remedy =
      answer.status >= 500
        ? 'Ask those who operate the center: the settings of the client are not the cause.'
        : 'Check CLIENT_ID, CLIENT_SECRET, and whether the client is locked in the center or lacks scopes.';
    return { center: [fail(`The token endpoint answers HTTP ${answer.status}.`, remedy)], clock: ofClock };
  }
  const token = TokenResponse.safeParse(await answer.json().catch(() => undefined));
  if (!token.success) {
    const remedy = 'Check AUTH_URL: it may lead to another server.';
    return { center: [fail('The token endpoint answers without a token.', remedy)], clock: ofClock };
  }
  const given = fine('The center gives a token to the client.');
  return { center: [given, await checkTasks(CENTER_URL, token.data.access_token)], clock: ofClock };
}

/** With an empty list, so that nothing is written. */
async function checkTasks(address: string | undefined, token: string): Promise<Found> {
  if (address === undefined) return skip('The endpoint of tasks is not called.', 'Set CENTER_URL.');
  const remedy = 'Check CENTER_URL (center.baseUrl), and the scopes of the client.';
  try {
    const { status, headers } = await fetch(join(address, TASK_HANDLE_PATH), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authorization: token },
      body: '[]',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (status === 401 || status === 403) return fail(`The center refuses the token: HTTP ${status}.`, remedy);
    if (status === 404) return fail('The endpoint of tasks is not at this address: HTTP 404.', remedy);
    if (status >= 500) return fail(`The center answers HTTP ${status}.`, 'Ask those who operate the center.');
    // It may refuse an empty list, but it has read it.
    return headers.get('content-type')?.includes('json')
      ? fine('The endpoint of tasks answers.')
      : warn('The endpoint of tasks answers, but not with JSON: perhaps a proxy answers.', remedy);
  } catch (error) {
    return fail(`The endpoint of tasks does not answer: ${describe(error)}.`, remedy);
  }
}

function compareClocks(date: string | null, now: number): Found[] {
  const at = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(at)) return [skip('The center sends no date, so its clock is not compared.', 'Compare it by hand.')];
  const offset = at - now;
  if (Math.abs(offset) <= FAR_MS) return [fine('The clock of the center agrees with that of the service.')];
  return [
    warn(
      `The clock of the center is ${durationOf(Math.abs(offset))} ${offset < 0 ? 'behind' : 'ahead of'} that of the service.`,
      'Synchronize both (NTP): id tokens are refused, and times in the center are wrong.',
    ),
  ];
}
