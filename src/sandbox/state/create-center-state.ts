import { randomUUID } from 'node:crypto';
import type { ReadOptions } from '../setup/read-options.ts';
import type { CenterState } from './center-state.ts';
import { createCenterStateWriter } from './center-state-writer.ts';
import type { DataFile, RowKind } from './data-file.ts';
import { readMemory } from './read-memory.ts';

/**
 * The state of a center with this setup, with what the data file has of it.
 * @param onChange called with the kind of every change
 */
export function createCenterState(
  options: ReadOptions,
  file: DataFile | undefined,
  onChange: (kind: RowKind) => void = () => undefined,
): CenterState {
  const { apps, transTypeCodes, messageTypes, directory, switches, timeZone } = options;
  const memory = readMemory({ apps, transTypeCodes }, file?.read() ?? []);
  return {
    ...memory,
    get aheadMs() {
      return memory.aheadMs;
    },
    ...{ apps, messageTypes, directory, switches, timeZone },
    now: () => options.clock() + memory.aheadMs,
    newId: options.newId ?? randomUUID,
    write: createCenterStateWriter(memory, file, onChange),
  };
}
