/**
 * Whether the token of header `x-id-token` belongs to the account that the parameters name. Resolves or returns
 * false to refuse the press; rejects or throws when that cannot be found out now, and the press may be made again.
 * The headers are those of the call.
 */
export type IdTokenFunction = (token: string, accountName: string, headers: Headers) => boolean | Promise<boolean>;

/** `trust-center`: the account is believed because the address is signed, and the token is not looked at. */
export type IdTokenCheck = 'trust-center' | IdTokenFunction;

/** @throws what the function of the host throws */
export async function checkIdToken(check: IdTokenCheck, token: string, account: string, headers: Headers) {
  if (check === 'trust-center') return true;
  // Only true is a yes: a function that forgets to return must not let everybody in.
  return token !== '' && (await check(token, account, headers)) === true;
}
