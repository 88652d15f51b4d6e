import { randomUUID } from 'node:crypto';
import type { ChangeTopic } from '../control/event-stream.ts';
import type { ReadOptions } from '../setup/sandbox-options.ts';
import type { CenterState } from './center-state.ts';
import { createCenterStateWriter } from './center-state-writer.ts';
import { readDataFile, writeDataFile } from './data-file.ts';
import { createMemory, takeSnapshot } from './memory.ts';

/**
 * The state of a center with this setup, with what its data file has of it.
 * @param onChange called with the topic of every change
 * @throws {StoreError} `ERR_STORE_NEWER`, `ERR_STORE_INVALID`, `ERR_STORE_UNAVAILABLE`: the data file cannot be used
 */
export function createCenterState(
  options: ReadOptions,
  onChange: (topic: ChangeTopic) => void = () => undefined,
): CenterState {
  const { apps, messageTypes, directory, switches, timeZone, data } = options;
  const memory = createMemory(options, data === undefined ? undefined : readDataFile(data));
  const write = () => data === undefined || writeDataFile(data, takeSnapshot(memory, options));
  // Refuses a file that cannot be written at the start.
  write();
  let isChanged = false;
  let isWarned = false;
  return {
    ...memory,
    get aheadMs() {
      return memory.aheadMs;
    },
    ...{ apps, messageTypes, directory, switches, timeZone },
    now: () => options.clock() + memory.aheadMs,
    newId: options.newId ?? randomUUID,
    write: {
      ...createCenterStateWriter(memory, (topic) => {
        isChanged = true;
        onChange(topic);
      }),
      save() {
        if (!isChanged) return;
        try {
          write();
          isChanged = false;
          isWarned = false;
        } catch (error) {
          if (!isWarned) process.emitWarning(warningOf(error), { code: 'SANDBOX_DATA_BEHIND' });
          isWarned = true;
        }
      },
    },
  };
}

function warningOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `${reason}: changes are in memory only, and each call tries to write them again`;
}
