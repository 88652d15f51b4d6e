/**
 * A browser on this machine visits pages that may call 127.0.0.1, and the control API presses buttons without a
 * password. Therefore a call is accepted only from a page of the sandbox itself, or from a client that is no browser:
 *
 * - `Host` is an IP address, localhost, or the host that was given to the sandbox. A page whose name was made to
 *   resolve to this machine (DNS rebinding) sends that name.
 * - `Origin`, if present, is the sandbox.
 * - `Sec-Fetch-Site`, which current browsers send and no page can change, is same-origin; for GET, `none` (a typed
 *   address) is accepted too. Another port of localhost is same-site, which is refused.
 *
 * In addition a body must be `application/json`, which no form can send, and no answer lets another origin read it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** Why a call is refused; undefined when it is accepted. */
export function refuseForeignPage(method: string, headers: IncomingHttpHeaders, ownHost: string): string | undefined {
  const { host = '', origin } = headers;
  if (!isOwnHost(host, ownHost)) {
    return 'the header Host names a host that is not this sandbox: call it by its IP address, or as localhost';
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
 * The same check for pages that may also be opened by following a link, on whatever site it is: the site with the link
 * cannot read the page. All calls that the page makes are checked by `refuseForeignPage`.
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
  // A Host header consists of a name and a port only.
  if (pathname !== '/' || search !== '' || hash !== '' || username !== '' || header.endsWith('/')) return false;
  const name = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return name === 'localhost' || name === ownHost.toLowerCase() || isIP(name) !== 0;
}
