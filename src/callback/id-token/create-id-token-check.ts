import type { JwtRecipe } from './check-jwt.ts';
import type { IdTokenCheck, IdTokenFunction } from './id-token.ts';

/** @param clock epoch milliseconds; the validity period of tokens is checked against it */
export function createIdTokenCheck(recipe: IdTokenCheck | JwtRecipe, clock: () => number): IdTokenCheck {
  if (typeof recipe !== 'object') return recipe;
  // Loaded on first use, because many hosts do not check JSON Web Tokens.
  let check: Promise<IdTokenFunction> | undefined;
  return async (token, account, headers) => {
    check ??= import('./check-jwt.ts').then(({ createJwtCheck }) => createJwtCheck(recipe, clock));
    return (await check)(token, account, headers);
  };
}
