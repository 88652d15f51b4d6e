import { DEFAULT_APPS } from './apps.ts';
import { DEFAULT_DIRECTORY } from './directory.ts';
import { DEFAULT_MESSAGE_TYPES } from './message-types.ts';
import type { SandboxSetup } from './sandbox-setup.ts';
import { DEFAULT_SWITCHES } from './switches.ts';

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
