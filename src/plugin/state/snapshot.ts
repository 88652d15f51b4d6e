import { StepError } from '../../errors.ts';
import type { NetState } from '../../net/state.ts';
import { anything, nullable, object, oneOf, optional, readShape, record, type Shape, text } from './json-shape.ts';
import { type Ledger, ledgerShape } from './ledger.ts';
import { netShape } from './net-shape.ts';
import type { InstanceInfo } from './run-settings.ts';

/** Increased whenever this code cannot read the snapshots of the previous version. */
const SNAPSHOT_VERSION = 1;

const common = {
  version: oneOf(SNAPSHOT_VERSION),
  instance: object<InstanceInfo>({
    instanceId: text,
    initiator: text,
    initiatorName: nullable(text),
    businessKey: nullable(text),
    previousTaskId: nullable(text),
    previousHandler: optional(text),
    previousHandlerName: optional(nullable(text)),
  }),
  variables: record(anything),
  ledger: ledgerShape,
};

/** What is kept of an instance between two steps, wherever its tokens are. Plain JSON. */
export interface KeptInstance {
  readonly instance: InstanceInfo;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly ledger: Ledger;
}

/** The complete state of an instance between two steps, without its definition. */
export interface Snapshot extends KeptInstance {
  /** Where its tokens are. */
  readonly net: NetState;
}

/** @param own the shape of what is kept beside the common parts */
export function createSnapshotFormat<Own extends object>(own: { readonly [Name in keyof Own]-?: Shape<Own[Name]> }) {
  const shape = object({ ...common, ...own } as never) as unknown as Shape<KeptInstance & Own>;
  return {
    write(snapshot: KeptInstance & Own): string {
      return JSON.stringify({ version: SNAPSHOT_VERSION, ...snapshot });
    },
    /** @throws {StepError} `ERR_SNAPSHOT_INVALID`: it is damaged, or was written by another version of the library */
    read(json: string, instanceId: string): KeptInstance & Own {
      const { value, wrong } = readShape(shape, parse(json));
      if (wrong.length > 0) throw unreadable(instanceId, wrong);
      return value;
    },
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function unreadable(instanceId: string, wrong: readonly string[]): StepError {
  return new StepError(
    'ERR_SNAPSHOT_INVALID',
    `The snapshot of instance ${instanceId} cannot be read (at ${wrong.join(', ')}). ` +
      'Restore the row from a backup, or run the version of the library that wrote it.',
    { details: { instanceId } },
  );
}

const format = createSnapshotFormat<Pick<Snapshot, 'net'>>({ net: netShape });

export const writeSnapshot = format.write;
export const readSnapshot = format.read;
