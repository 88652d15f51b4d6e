/**
 * Whether the token of header `x-id-token` belongs to the account that the parameters name. Resolves or returns
 * false to refuse the press; rejects or throws when that cannot be found out now, and the press may be made again.
 * The headers are those of the call.
 */
export type IdTokenFunction = (token: string, accountName: string, headers: Headers) => boolean | Promise<boolean>;

/** `trust-center`: the account is believed because the address is signed, and the token is not looked at. */
export type IdTokenCheck = 'trust-center' | IdTokenFunction;

/**
 * Why the token is not that of the account, in words for an operator; undefined: it is.
 * @throws what the function of the host throws: it cannot be found out now
 */
export async function findIdTokenFault(
  check: IdTokenCheck,
  token: string,
  account: string,
  headers: Headers,
): Promise<string | undefined> {
  if (check === 'trust-center') return undefined;
  if (token === '') return 'there is none';
  try {
    // Only true is a yes: a function that forgets to return must not let everybody in.
    return (await check(token, account, headers)) === true ? undefined : 'the check did not say true';
  } catch (error) {
    if (error instanceof IdTokenError) return error.message;
    throw error;
  }
}

/** A token is not accepted. The message says why to an operator and holds nothing of the token. */
export class IdTokenError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'IdTokenError';
  }
}
