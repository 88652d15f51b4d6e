import { randomUUID } from 'node:crypto';
import type { SettledOptions } from '../setup/read-options.ts';
import type { DataFile, RowKind } from './data-file.ts';
import type { Ledger } from './ledger.ts';
import { createLedgerWriter } from './ledger-writer.ts';
import { readMemory } from './read-memory.ts';

/**
 * The ledger of a center with this setup, with the state of the data file.
 * @param onChange called with the kind of every change
 */
export function createLedger(
  options: SettledOptions,
  file: DataFile | undefined,
  onChange: (kind: RowKind) => void = () => undefined,
): Ledger {
  const { apps, transTypeCodes, messageTypes, directory, switches, timeZone } = options;
  const memory = readMemory({ apps, transTypeCodes }, file?.read() ?? []);
  return {
    ...memory,
    ...{ apps, messageTypes, directory, switches, timeZone },
    now: options.clock,
    newId: options.newId ?? randomUUID,
    write: createLedgerWriter(memory, file, onChange),
  };
}
