import { createJwtCheck, type JwtRecipe } from './check-jwt.ts';
import type { IdTokenCheck } from './id-token.ts';

/** @param clock epoch milliseconds, for when tokens begin and end */
export function createIdTokenCheck(recipe: IdTokenCheck | JwtRecipe, clock: () => number): IdTokenCheck {
  return typeof recipe === 'object' ? createJwtCheck(recipe, clock) : recipe;
}
