import { answerInTime } from '../../host/with-timeout.ts';

/**
 * Checks whether the token of header `x-id-token` belongs to the account of the parameters. Only `true` accepts the
 * press; throw or reject if the check is not possible now, and answer within 5 seconds: the center is answered 503, and the press can be repeated.
 * @param headers all headers of the call
 */
export type IdTokenFunction = (token: string, accountName: string, headers: Headers) => boolean | Promise<boolean>;

/** `trust-center`: the token is not checked; the account is trusted because the address is signed. */
export type IdTokenCheck = 'trust-center' | IdTokenFunction;

/**
 * Returns for the log why the token does not belong to the account, or undefined if it does.
 * @throws the error of the host's function, or that it was late: the check is not possible now
 */
export async function findIdTokenFault(
  check: IdTokenCheck,
  token: string,
  account: string,
  headers: Headers,
): Promise<string | undefined> {
  if (check === 'trust-center') return undefined;
  if (token === '') return 'it is missing';
  try {
    // Any value except true refuses: a function without a return statement must not accept everybody.
    return (await answerInTime(() => check(token, account, headers))) === true
      ? undefined
      : 'the check did not return true';
  } catch (error) {
    if (error instanceof IdTokenError) return error.message;
    throw error;
  }
}

/** A token is not accepted. The message gives the reason for the log and contains nothing of the token. */
export class IdTokenError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'IdTokenError';
  }
}
