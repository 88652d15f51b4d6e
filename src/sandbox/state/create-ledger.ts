import { randomUUID } from 'node:crypto';
import { DEFAULT_APPS } from '../setup/apps.ts';
import { DEFAULT_DIRECTORY } from '../setup/directory.ts';
import { DEFAULT_MESSAGE_TYPES, readMessageTypes } from '../setup/message-types.ts';
import type { SandboxOptions } from '../setup/sandbox-options.ts';
import { DEFAULT_SWITCHES } from '../setup/switches.ts';
import type { Ledger } from './ledger.ts';

/**
 * An empty ledger of a center that is set up like this.
 * @throws {InputError} `ERR_CONFIG_INVALID`: a message type lacks a template, or has one for a channel it has not
 */
export function createLedger(options: SandboxOptions, now: () => number): Ledger {
  const apps = options.apps ?? DEFAULT_APPS;
  return {
    statusUrls: new Map(apps.flatMap(({ appId, statusUrl }) => (statusUrl === undefined ? [] : [[appId, statusUrl]]))),
    tasks: new Map(),
    transactions: new Map(),
    transactionOfUnknown: new Map(),
    messages: [],
    messageTypes: readMessageTypes(options.messageTypes ?? DEFAULT_MESSAGE_TYPES),
    transTypeCodes: options.transTypeCodes === undefined ? undefined : new Set(options.transTypeCodes),
    directory: options.directory ?? DEFAULT_DIRECTORY,
    apps,
    switches: { ...DEFAULT_SWITCHES, ...options.switches },
    timeZone: options.timeZone ?? 'Asia/Shanghai',
    now,
    newId: options.newId ?? randomUUID,
  };
}
