import type { AccessTokens, TokenGrant } from './access-tokens.ts';

/** Why a whole call is refused before anything in it is looked at. */
export interface CallRefusal {
  readonly status: number;
  readonly message: string;
}

/**
 * What the token in the header Authorization allows (spec, Authentication 2).
 * @param missingScopes the scopes a token would need, or undefined when it has them
 */
export function authorize(
  tokens: AccessTokens,
  header: string | undefined,
  missingScopes: (scopes: readonly string[]) => string | undefined,
): TokenGrant | CallRefusal {
  if (header === undefined || header === '') return { status: 401, message: 'the header Authorization is missing' };
  if (header.includes(' ')) {
    const message = 'the value of Authorization is the access token alone, without a scheme such as Bearer before it';
    return { status: 401, message };
  }
  const grant = tokens.verify(header);
  if (typeof grant === 'string') return { status: 401, message: grant };
  const wanted = missingScopes(grant.scopes);
  return wanted === undefined ? grant : { status: 403, message: `the access token lacks the scope ${wanted}` };
}
