import { z } from 'zod';
import { AnswerInteger } from './fields.ts';

/** The only grant of the token endpoint (spec, Authentication 3). */
export const GRANT_TYPE = 'client_credentials';

/** Content type of the token request (spec, Authentication 3). */
export const TOKEN_REQUEST_CONTENT_TYPE = 'application/x-www-form-urlencoded;charset=utf-8';

/** Form fields of the token request, all of which are always sent (spec, Authentication 3). */
export const TOKEN_FIELDS = ['grant_type', 'client_id', 'client_secret', 'scope'] as const;

/** For a token whose lifetime the endpoint does not say. One that ends sooner is refused with 401, and renewed then. */
const UNTOLD_LIFETIME_S = 300;

/** The answer of the token endpoint; `expires_in` in seconds (spec, Authentication 4). Other fields are dropped. */
export const TokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: AnswerInteger.pipe(z.int().nonnegative()).catch(UNTOLD_LIFETIME_S),
});
export type TokenResponse = z.infer<typeof TokenResponse>;
