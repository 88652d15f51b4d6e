/**
 * Whoever runs a browser on this machine visits pages that may call 127.0.0.1, and the control API presses buttons
 * without a password. So a call is taken only from a page of the sandbox itself, or from no browser at all:
 *
 * - `Host` names an address or localhost, or the host the sandbox was given. A page whose name was made to point at this
 *   machine (DNS rebinding) calls by that name.
 * - `Origin`, where there is one, is the sandbox.
 * - `Sec-Fetch-Site`, which every browser of today sends and no page can change, is same-origin; for reading, an address
 *   that the person typed will do. Another port of localhost is same-site, and not enough.
 *
 * Beside it a body must be `application/json`, which no form can send, and no answer allows another origin to read it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** Why a call is not taken; undefined where it is. */
export function refuseForeignPage(method: string, headers: IncomingHttpHeaders, ownHost: string): string | undefined {
  const { host = '', origin } = headers;
  if (!isOwnHost(host, ownHost)) {
    return 'the header Host names another host than the sandbox: call it by its address, or by localhost';
  }
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    return 'the call comes from a page of another origin';
  }
  const site = headers['sec-fetch-site'];
  const isTyped = site === 'none' && method === 'GET';
  if (site !== undefined && site !== 'same-origin' && !isTyped) return 'the call comes from a page of another site';
  return undefined;
}

/**
 * The same for a page that a person may be led to by a link, wherever that stands: who made the link sees nothing of the
 * page. What the page itself then calls is held to the whole of the guard.
 */
export function refuseForeignView(method: string, headers: IncomingHttpHeaders, ownHost: string): string | undefined {
  const isLinkFollowed = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (method !== 'GET' || !isLinkFollowed) return refuseForeignPage(method, headers, ownHost);
  const { 'sec-fetch-site': _site, ...rest } = headers;
  return refuseForeignPage(method, rest, ownHost);
}

function isOwnHost(header: string, ownHost: string): boolean {
  const url = `http://${header}`;
  if (header === '' || !URL.canParse(url)) return false;
  const { hostname, pathname, search, hash, username } = new URL(url);
  // Anything beside a name and a port would be no Host.
  if (pathname !== '/' || search !== '' || hash !== '' || username !== '' || header.endsWith('/')) return false;
  const name = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return name === 'localhost' || name === ownHost.toLowerCase() || isIP(name) !== 0;
}
