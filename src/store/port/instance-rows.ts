/** `terminated` and `revoked`: ended by an operation, before its time. */
export type InstanceStatus = 'running' | 'suspended' | 'ended' | 'terminated' | 'revoked';

export interface InstanceRow {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly processId: string;
  readonly status: InstanceStatus;
  readonly initiator: string;
  readonly initiatorName: string | null;
  readonly businessKey: string | null;
  readonly startKey: string | null;
  /** JSON of the plugin's snapshot; null once the instance has ended. */
  readonly snapshot: string | null;
  /** Counts the committed steps; the fence against two steps on one snapshot. */
  readonly revision: number;
  /** When the instance wants a step by itself; null: never. */
  readonly wakeAt: number | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** An instance whose time has come. */
export interface WakeUp {
  readonly instanceId: string;
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
