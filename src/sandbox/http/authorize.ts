import type { Switches } from '../setup/switches.ts';
import type { AccessTokens, TokenGrant } from './access-tokens.ts';

/** Why a whole call is refused, before its items are checked. */
export interface CallRefusal {
  readonly status: number;
  readonly message: string;
}

/**
 * Checks the access token in the header Authorization (spec, Authentication 2).
 * @param missingScopes the scopes that a token lacks, or undefined when it has them
 */
export function authorize(
  tokens: AccessTokens,
  header: string | undefined,
  { authorizationScheme }: Switches,
  missingScopes: (scopes: readonly string[]) => string | undefined,
): TokenGrant | CallRefusal {
  if (header === undefined || header === '') return { status: 401, message: 'the header Authorization is missing' };
  const hasScheme = header.includes(' ');
  if (hasScheme && (authorizationScheme === 'refused' || !/^bearer /i.test(header))) {
    return { status: 401, message: WRONG_SCHEME[authorizationScheme] };
  }
  if (!hasScheme && authorizationScheme === 'needed') return { status: 401, message: WRONG_SCHEME.needed };
  const grant = tokens.verify(tokenIn(header));
  if (typeof grant === 'string') return { status: 401, message: grant };
  const wanted = missingScopes(grant.scopes);
  return wanted === undefined ? grant : { status: 403, message: `the access token lacks the scope ${wanted}` };
}

const WRONG_SCHEME = {
  refused: 'the value of Authorization is the access token alone, without a scheme such as Bearer before it',
  taken: 'the value of Authorization is the access token, alone or with the scheme Bearer before it',
  needed: 'the value of Authorization is the access token with the scheme Bearer before it',
} as const satisfies Readonly<Record<Switches['authorizationScheme'], string>>;

/** The token, without the scheme if there is one. */
export function tokenIn(header: string): string {
  return header.slice(header.lastIndexOf(' ') + 1);
}
