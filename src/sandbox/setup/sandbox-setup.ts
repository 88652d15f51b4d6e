import type { CallbackCipher } from '../http/callback-cipher.ts';
import type { SandboxApp } from './apps.ts';
import type { Directory } from './directory.ts';
import type { SandboxMessageTypes } from './message-types.ts';
import type { Switches } from './switches.ts';

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
