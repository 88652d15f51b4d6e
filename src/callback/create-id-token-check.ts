import type { JwtRecipe } from './check-jwt.ts';
import type { IdTokenCheck, IdTokenFunction } from './id-token.ts';

/** @param clock epoch milliseconds, for when tokens begin and end */
export function createIdTokenCheck(recipe: IdTokenCheck | JwtRecipe, clock: () => number): IdTokenCheck {
  if (typeof recipe !== 'object') return recipe;
  // Only a host that checks JSON Web Tokens loads the library for them.
  let check: Promise<IdTokenFunction> | undefined;
  return async (token, account, headers) => {
    check ??= import('./check-jwt.ts').then(({ createJwtCheck }) => createJwtCheck(recipe, clock));
    return (await check)(token, account, headers);
  };
}
