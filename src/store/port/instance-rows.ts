/** Whether an instance runs, is suspended, or how it ended; `terminated` and `revoked`: ended by an operation, before its time. */
export type InstanceStatus = 'running' | 'suspended' | 'ended' | 'terminated' | 'revoked';

/** What callers are shown of an instance. */
export interface InstanceView {
  /** Names it, and begins the ids of its tasks. */
  readonly instanceId: string;
  /** The version of its process that it runs, to its end. */
  readonly definitionId: string;
  /** Its process. */
  readonly processId: string;
  /** Whether it runs, is suspended, or how it ended. */
  readonly status: InstanceStatus;
  /** Account of the person it belongs to. */
  readonly initiator: string;
  /** Their name; null: the center looks it up. */
  readonly initiatorName: string | null;
  /** The host's own name of the matter. */
  readonly businessKey: string | null;
  /** What made its start idempotent. */
  readonly startKey: string | null;
  /** When the instance wants a step by itself; null: never. */
  readonly wakeAt: number | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Epoch milliseconds; null: it is not over. */
  readonly endedAt: number | null;
}

/** An instance as it is stored. */
export interface InstanceRow extends InstanceView {
  /** JSON of the plugin's snapshot; null once the instance has ended. */
  readonly snapshot: string | null;
  /** JSON of where its tokens were and are; unlike the snapshot it is kept once the instance has ended. */
  readonly path: string;
  /** Counts the committed steps; the fence against two steps on one snapshot. */
  readonly revision: number;
}

/** An instance whose time has come, as it was leased: whoever leases it next counts another attempt, a step a revision. */
export interface WakeUp {
  readonly instanceId: string;
  /** The step that set its time. */
  readonly revision: number;
  /** Attempts since its time was set, with this one. */
  readonly attempts: number;
}

/** A message or signal that an instance waits for. */
export interface EventSubscription {
  readonly executionId: string;
  readonly kind: 'message' | 'signal';
  readonly name: string;
  /** Of a message: its own key, else the business key of the instance; null: only who knows the instance can send it. */
  readonly correlationKey: string | null;
}
