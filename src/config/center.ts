import type { Dispatcher } from 'undici';
import * as z from 'zod';
import { SCOPE_SEPARATOR, SCOPES } from '../protocol/endpoints.ts';
import type { ShapeOf } from '../read-options.ts';
import type { CenterOptions } from './bridge-options.ts';
import { baseUrl, ms, secret, text } from './fields.ts';

/** Longer than a center under load needs, shorter than people wait. */
const DEFAULT_TIMEOUT_MS = 10_000;

/** Option `center`. */
export const center = z.strictObject({
  baseUrl,
  authUrl: baseUrl,
  clientId: text,
  clientSecret: secret,
  scopes: z
    .array(text.refine((name) => !name.includes(SCOPE_SEPARATOR), { error: 'must be one scope per entry' }))
    .min(1)
    .default(Object.values(SCOPES)),
  appId: text,
  timeoutMs: ms.default(DEFAULT_TIMEOUT_MS),
  dispatcher: z
    .custom<Dispatcher>((value) => typeof (value as Partial<Dispatcher> | null)?.request === 'function', {
      error: 'must be a Dispatcher of undici',
    })
    .optional(),
  concludesItself: z.boolean().default(true),
  reportGone: z.boolean().default(true),
  signOffInData: z.boolean().default(false),
} satisfies ShapeOf<CenterOptions>);
