import * as z from 'zod';
import { AnswerInteger } from './fields.ts';

/** The only grant of the token endpoint (spec, Authentication 3). */
export const GRANT_TYPE = 'client_credentials';

/** Content type of the token request (spec, Authentication 3). */
export const TOKEN_REQUEST_CONTENT_TYPE = 'application/x-www-form-urlencoded;charset=utf-8';

/** Form fields of the token request; all are required (spec, Authentication 3). */
export const TOKEN_FIELDS = ['grant_type', 'client_id', 'client_secret', 'scope'] as const;

/** Lifetime of a token if the endpoint returns none. If it ends sooner, a call gets a 401, and the token is renewed. */
const DEFAULT_LIFETIME_S = 300;

/** The answer of the token endpoint; `expires_in` in seconds (spec, Authentication 4). Other fields are ignored. */
export const TokenResponse = z.object({
  // Visible characters only (RFC 6749, A.12): anything else could not be sent in a header.
  access_token: z.string().regex(/^[\x20-\x7e]+$/),
  expires_in: AnswerInteger.pipe(z.int().nonnegative()).catch(DEFAULT_LIFETIME_S),
});
