import type { CallbackCipher } from '../http/callback-cipher.ts';
import type { SandboxApp } from './apps.ts';
import type { Directory } from './directory.ts';
import type { SandboxMessageTypes } from './message-types.ts';
import type { Switches } from './switches.ts';

/** What a center is, in JSON: the setup file of the command line, and a part of the options of `createSandbox`. */
export interface SandboxSetup {
  /** Who there is: accounts, groups and departments. Default: seven people in a small company, anna to gu. */
  readonly directory?: Directory;
  /** The business systems that are registered. Default: one, `approvals`. */
  readonly apps?: readonly SandboxApp[];
  /** Transaction type codes the center knows; left out, it knows every code. */
  readonly transTypeCodes?: readonly string[];
  /** By their codes; left out, NOTICE and OUTCOME. */
  readonly messageTypes?: SandboxMessageTypes;
  /** How the parameters of a pressed button are encrypted; in options it may be a function. Default: `none`. */
  readonly callbackCipher?: CallbackCipher;
  /** How it reads what the spec leaves open. Default: the readings that `../README.md` gives. */
  readonly switches?: Partial<Switches>;
  /** IANA name; of the times the center writes. Default `Asia/Shanghai`. */
  readonly timeZone?: string;
  /** Default two hours. */
  readonly tokenLifetimeSeconds?: number;
  /** How long the center waits for the answer to a pressed button. Default ten seconds. */
  readonly callbackTimeoutMs?: number;
  /** How old a pending task must be for its opening to ask about its state, in hours. Default 24. */
  readonly statusAfterHours?: number;
  /** Whether all open tasks are asked about when the clock passes 23:00:00. Default true. */
  readonly nightlyRun?: boolean;
}
