import { describe, type Found, fail, fine, skip, warn } from './finding.ts';
import type { Settings } from './settings.ts';

const TIMEOUT_MS = 10_000;

/** Calls the service as the center would, from this machine; nothing is pressed. */
export async function checkCallback({ CALLBACK_URL, STATUS_URL }: Settings): Promise<Found[]> {
  return [await checkAddress(CALLBACK_URL), await checkStatus(STATUS_URL)];
}

/** An address that no bridge has: its refusal shows that a bridge answers, and not a proxy. */
async function checkAddress(address: string | undefined): Promise<Found> {
  if (address === undefined) return skip('The address of the callbacks is not called.', 'Set CALLBACK_URL.');
  const remedy =
    'Start the service, and check callback.publicUrl, the path at which bridge.fetch is mounted, and the proxy before it.';
  try {
    const answer = await call(`${address.replace(/(?<!\/)\/+$/, '')}/doctor`, { method: 'GET' });
    if (answer.code === 404 && answer.status === 404)
      return fine('A bridge answers at the address of the callbacks, as seen from this machine.');
    return fail(`Something else than a bridge answers at CALLBACK_URL: HTTP ${answer.status}.`, remedy);
  } catch (error) {
    return fail(`Nothing answers at CALLBACK_URL: ${describe(error)}.`, remedy);
  }
}

async function checkStatus(address: string | undefined): Promise<Found> {
  if (address === undefined)
    return skip('The status address is not called.', 'Set STATUS_URL to what bridge.statusUrl() returns.');
  const register = 'Register bridge.statusUrl() in the center again.';
  try {
    const answer = await call(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ taskIds: ['doctor'] }),
    });
    if (answer.status === 200 && answer.code === 0) return fine('The status address answers for tasks.');
    if (answer.status === 401)
      return fail(
        'The status address is refused: the key that signed it is not in callback.signingKeys, or center.appId has changed.',
        `Put the key back; or: ${register}`,
      );
    if (answer.status === 503)
      return warn('The status address answers 503: the service cannot read its database.', 'See the findings on it.');
    return fail(`The status address answers HTTP ${answer.status}, and not as a bridge does.`, register);
  } catch (error) {
    return fail(`Nothing answers at the status address: ${describe(error)}.`, `Start the service; or: ${register}`);
  }
}

async function call(url: string, request: RequestInit): Promise<{ readonly status: number; readonly code: unknown }> {
  const response = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const body: unknown = await response.json().catch(() => undefined);
  return { status: response.status, code: (body as { readonly code?: unknown } | null | undefined)?.code };
}
