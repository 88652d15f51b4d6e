import type { SandboxApp } from './apps.ts';
import type { CallbackCipher } from './callback-cipher.ts';
import type { Directory } from './directory.ts';
import type { SandboxMessageTypes } from './message-types.ts';
import type { Switches } from './switches.ts';

/** How a sandbox is set up. */
export interface SandboxOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly directory?: Directory;
  readonly apps?: readonly SandboxApp[];
  /** Transaction type codes the center knows; left out, it knows every code. */
  readonly transTypeCodes?: readonly string[];
  /** By their codes; left out, NOTICE and OUTCOME. */
  readonly messageTypes?: SandboxMessageTypes;
  readonly callbackCipher?: CallbackCipher;
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
  /** Epoch milliseconds. */
  readonly clock?: () => number;
  /** Ids of transactions, and of tasks that come without one. */
  readonly newId?: () => string;
}
