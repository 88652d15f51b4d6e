import type { InstanceStatus } from '../../protocol/instance-status.ts';

/** An instance, as callers see it. */
export interface InstanceView {
  /** Id of the instance; the ids of its tasks begin with it. */
  readonly instanceId: string;
  /** The version of its process that it runs. */
  readonly definitionId: string;
  /** Its process. */
  readonly processId: string;
  /** Whether it runs, is suspended, or how it ended. */
  readonly status: InstanceStatus;
  /** Account of the person it belongs to. */
  readonly initiator: string;
  /** Their name; null: the center looks it up. */
  readonly initiatorName: string | null;
  /** The host's own reference for the instance. */
  readonly businessKey: string | null;
  /** The key that makes its start idempotent. */
  readonly startKey: string | null;
  /** Time of the next step without a trigger from outside, in epoch milliseconds; null: none. */
  readonly wakeAt: number | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Epoch milliseconds; null: it has not ended. */
  readonly endedAt: number | null;
}

/** An instance as it is stored. */
export interface InstanceRow extends InstanceView {
  /** JSON of the plugin's snapshot; null once the instance has ended. */
  readonly snapshot: string | null;
  /** JSON of the path of its tokens; unlike the snapshot it is kept after the end. */
  readonly path: string;
  /** Number of instances that started each other in a row by their messages and signals until this one; 0: started from outside. */
  readonly chain: number;
  /** Number of committed steps; prevents two steps on the same snapshot. */
  readonly revision: number;
}

/** Which instances a list holds; default: all. */
export interface InstanceFilter {
  readonly processId?: string;
  readonly status?: InstanceStatus;
  readonly businessKey?: string;
  /** Account of the person it belongs to. */
  readonly initiator?: string;
  /** Those of this definition, and of definitions that extend it. */
  readonly definitionId?: string;
  /** Only those that have not ended. */
  readonly isOpen?: true;
  /** Only those that come after this one in the order of the list, so that a list can be continued at any size. */
  readonly after?: Pick<InstanceRow, 'startedAt' | 'instanceId'>;
}

/** A leased instance that is due. The next lease increases `attempts`, a step increases `revision`. */
export interface WakeUp {
  readonly instanceId: string;
  /** The step that set `wakeAt`. */
  readonly revision: number;
  /** Attempts since `wakeAt` was set, including this one. */
  readonly attempts: number;
}

/** A message or signal that an instance waits for. */
export interface EventSubscription {
  readonly executionId: string;
  readonly kind: 'message' | 'signal';
  readonly name: string;
  /** For a message: its own key, else the business key of the instance; null: it must be sent to the instance by id. */
  readonly correlationKey: string | null;
}
