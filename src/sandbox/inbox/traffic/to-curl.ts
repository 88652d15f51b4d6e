import type { CalledButton } from '../../control/traffic-routes.ts';
import type { TrafficEntry } from '../../http/traffic.ts';
import { readField } from './read-call.ts';

/** Headers that curl sets itself, or that belong to the recorded connection only. */
const LEFT_OUT = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
]);

export interface CurlPlace {
  /** Of the center. */
  readonly origin: string;
  readonly controlUrl: string;
  /** The application that a token is fetched for. */
  readonly appId: string;
  /** The center wants `Bearer` before a token. */
  readonly isBearer: boolean;
}

/**
 * A command for POSIX shells that makes the same call again, with the address as it is: a signature in it is not hidden.
 * Tokens are not stored, so it fetches one. A press is made through the control API, since only the center can encrypt
 * it and sign the token of the person.
 * @param button that the call pressed, if the center knows it
 */
export function toCurl(entry: TrafficEntry, button: CalledButton | undefined, place: CurlPlace): string {
  if (entry.call === 'token') return fetchToken(place, ' \\\n  ');
  return button === undefined ? repeatCall(entry, place) : repeatPress(entry, button, place);
}

function repeatCall(entry: TrafficEntry, place: CurlPlace): string {
  const { method, path, headers, body } = entry;
  const url = path.startsWith('/') ? `${place.origin}${path}` : path;
  const sent = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quote(url)}`,
    ...sent.map(([name, value]) => (name === 'authorization' ? authorize(place) : `-H ${quote(`${name}: ${value}`)}`)),
    ...(body === undefined || body === null || method === 'GET' ? [] : [`--data-raw ${quote(bodyText(entry))}`]),
  ];
  return lines.join(' \\\n  ');
}

function repeatPress({ body, headers }: TrafficEntry, button: CalledButton, { controlUrl }: CurlPlace): string {
  const press = {
    ...{ account: readField(body, 'accountName'), action: button.name, opinions: readField(body, 'opinions') },
    ...{ nextNodeKey: readField(body, 'nextNodeKey'), time: readField(body, 'time') },
    ...(headers.uuid === undefined ? {} : { uuid: headers.uuid }),
  };
  const url = `${controlUrl}/tasks/${encodeURIComponent(button.taskId)}/press`;
  return [`curl -X POST ${quote(url)}`, JSON_TYPE, `--data-raw ${quote(JSON.stringify(press))}`].join(' \\\n  ');
}

const JSON_TYPE = `-H 'content-type: application/json'`;

function fetchToken({ controlUrl, appId }: CurlPlace, between: string): string {
  const url = `${controlUrl}/apps/${encodeURIComponent(appId)}/token`;
  return [`curl -s -X POST ${quote(url)}`, JSON_TYPE, `--data-raw '{}'`].join(between);
}

function authorize(place: CurlPlace): string {
  const token = `$(${fetchToken(place, ' ')} | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')`;
  return `-H "authorization: ${place.isBearer ? 'Bearer ' : ''}${token}"`;
}

function bodyText({ body, bodyForm }: TrafficEntry): string {
  if (bodyForm === 'form' && typeof body === 'object' && body !== null) {
    return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString();
  }
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Quotes for POSIX shells. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
