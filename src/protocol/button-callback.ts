import * as z from 'zod';
import { nullIsAbsent, WireTime } from './fields.ts';

/** Header that carries the token of the person who pressed (spec, Button callback). */
export const ID_TOKEN_HEADER = 'x-id-token';

/** Header that carries the random uuid of the call (spec, Button callback). */
export const UUID_HEADER = 'uuid';

/**
 * The four parameters of a pressed button, after decryption (spec, Button callback). Other fields are ignored.
 * Account and time are required; the next node and the opinion are optional.
 */
export const ButtonParameters = z.preprocess(
  nullIsAbsent,
  z.object({
    nextNodeKey: z.string().optional(),
    opinions: z.string().optional(),
    accountName: z.string().min(1),
    time: WireTime,
  }),
);
export type ButtonParameters = z.infer<typeof ButtonParameters>;
