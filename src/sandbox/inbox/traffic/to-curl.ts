import type { TrafficEntry } from '../../http/traffic.ts';
import { hideSignature } from './hide-signatures.ts';

/** Made by curl itself, or true only of the connection that was. */
const LEFT_OUT = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
]);

/**
 * The same call as a command; tokens are not kept, and stand in it as `<token 3>`, what signs its address as
 * `<signature>`. The body is as it was sent.
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

/** For the shells of POSIX. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
