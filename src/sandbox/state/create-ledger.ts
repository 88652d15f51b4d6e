import { randomUUID } from 'node:crypto';
import type { SettledOptions } from '../setup/read-options.ts';
import type { DataFile, RowKind } from './data-file.ts';
import type { Ledger } from './ledger.ts';
import { createLedgerWriter } from './ledger-writer.ts';
import { readMemory } from './read-memory.ts';

/**
 * The ledger of a center that is set up like this, with what the data file remembers.
 * @param onChange called with every change, of what it is
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
