import * as z from 'zod';
import { apps, DEFAULT_APPS, type SandboxApp } from './apps.ts';
import { type CallbackCipher, callbackCipher } from './callback-cipher.ts';
import { DEFAULT_DIRECTORY, type Directory, directory } from './directory.ts';
import { noDuplicates, text, timerMs, timeZone } from './field-schemas.ts';
import { DEFAULT_MESSAGE_TYPES, messageTypes, type SandboxMessageTypes } from './message-types.ts';
import { DEFAULT_SWITCHES, type Switches, switches } from './switches.ts';

/** The setup of a center, as JSON: a setup file of the command line, and part of the options of `createSandbox`. */
export interface SandboxSetup {
  /** Accounts, groups and departments. Default: seven people in a small company, anna to gu. */
  readonly directory?: Directory;
  /** The registered business systems. Default: one, `approvals`. */
  readonly apps?: readonly SandboxApp[];
  /** Transaction type codes that the center knows; omitted: all codes. */
  readonly transTypeCodes?: readonly string[];
  /** By code; omitted: NOTICE and OUTCOME. */
  readonly messageTypes?: SandboxMessageTypes;
  /** How the parameters of a press are encrypted; in options it may be a function. Default: `none`. */
  readonly callbackCipher?: CallbackCipher;
  /** Readings of the points that the spec leaves open. Default: the readings in `../README.md`. */
  readonly switches?: Partial<Switches>;
  /** Time zone of all times that the center writes, an IANA name. Default `Asia/Shanghai`. */
  readonly timeZone?: string;
  /** Default two hours. */
  readonly tokenLifetimeSeconds?: number;
  /** How long the center waits for the answer to a press. Default ten seconds. */
  readonly callbackTimeoutMs?: number;
  /** Age in hours from which opening a pending task sends a task-status request. Default 24. */
  readonly statusAfterHours?: number;
  /** Whether a task-status request about all open tasks is sent when the clock passes 23:00:00. Default true. */
  readonly nightlyRun?: boolean;
}

/** The default setup. It knows every transaction type, so `transTypeCodes` has no default. */
export const DEFAULT_SETUP: Required<Omit<SandboxSetup, 'transTypeCodes'>> = {
  directory: DEFAULT_DIRECTORY,
  apps: DEFAULT_APPS,
  messageTypes: DEFAULT_MESSAGE_TYPES,
  callbackCipher: 'none',
  switches: DEFAULT_SWITCHES,
  timeZone: 'Asia/Shanghai',
  tokenLifetimeSeconds: 7200,
  callbackTimeoutMs: 10_000,
  statusAfterHours: 24,
  nightlyRun: true,
};

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
