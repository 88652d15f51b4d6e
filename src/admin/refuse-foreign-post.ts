/**
 * Why a request that changes something is refused; undefined: it comes from the page itself. A session of the service is sent
 * with requests of other sites too, so these must be told apart:
 *
 * - `Sec-Fetch-Site`, which current browsers send and no page can change, is `same-origin`;
 * - without it, `Origin` is this host;
 * - the body is `application/json`, which no form can send.
 */
export function refuseForeignPost({ headers, url }: Request): string | undefined {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return 'The body must be application/json.';
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' ? undefined : 'The request comes from a page of another site.';
  const origin = headers.get('origin');
  const host = headers.get('host') ?? new URL(url).host;
  const isOwn = origin !== null && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
  return isOwn ? undefined : 'The request does not say that it comes from this page.';
}
