import type { TrafficEntry } from '../../http/traffic.ts';
import { hideSignature } from './hide-signatures.ts';

/** Headers that curl sets itself, or that belong to the recorded connection only. */
const LEFT_OUT = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
]);

/**
 * The same call as a command; tokens are not stored, so they appear as `<token 3>`, and the signature of the address as
 * `<signature>`. The body is unchanged.
 */
export function toCurl(entry: TrafficEntry, origin: string): string {
  const { method, path, headers, body } = entry;
  const url = path.startsWith('/') ? `${origin}${path}` : hideSignature(path);
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quote(url)}`,
    ...Object.entries(headers)
      .filter(([name]) => !LEFT_OUT.has(name.toLowerCase()))
      .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined || body === null || method === 'GET' ? [] : [`--data-raw ${quote(bodyText(entry))}`]),
  ];
  return lines.join(' \\\n  ');
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
