import * as z from 'zod';
import { apps } from './apps-schema.ts';
import { callbackCipher } from './cipher-schema.ts';
import { DEFAULT_SETUP } from './default-setup.ts';
import { directory } from './directory-schema.ts';
import { noDuplicates, text, timerMs, timeZone } from './field-schemas.ts';
import { messageTypes } from './message-types-schema.ts';
import type { SandboxSetup } from './sandbox-setup.ts';
import { switches } from './switches-schema.ts';

/** The fields of a setup, with their defaults. */
export const setupFields = {
  directory: directory.default(() => directory.parse(DEFAULT_SETUP.directory)),
  apps: apps.default(() => apps.parse(DEFAULT_SETUP.apps)),
  transTypeCodes: z
    .array(text)
    .superRefine(noDuplicates((code) => code, ''))
    .optional(),
  messageTypes: messageTypes.default(() => messageTypes.parse(DEFAULT_SETUP.messageTypes)),
  callbackCipher: callbackCipher.default({ kind: 'none' }),
  switches: switches.default(() => switches.parse({})),
  timeZone: timeZone.default(DEFAULT_SETUP.timeZone),
  tokenLifetimeSeconds: z.int().positive().default(DEFAULT_SETUP.tokenLifetimeSeconds),
  callbackTimeoutMs: timerMs.default(DEFAULT_SETUP.callbackTimeoutMs),
  statusAfterHours: z.number().nonnegative().default(DEFAULT_SETUP.statusAfterHours),
  nightlyRun: z.boolean().default(DEFAULT_SETUP.nightlyRun),
} satisfies Record<keyof SandboxSetup, z.ZodType>;
