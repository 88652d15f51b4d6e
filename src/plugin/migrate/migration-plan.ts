/** What a migration does to one instance, or why it cannot be migrated. */

/** Why a token has no place in the other version. */
export type MigrationReason =
  /** The other version has no node of this id, and the plan names none. */
  | 'node-missing'
  /** The other node is of another kind, or waits for another kind of event. */
  | 'other-kind'
  /** The other node is in another sub-process, or the sub-process around the token is not in the other version. */
  | 'other-scope'
  /** Its service or script runs, and the other version calls another one, or has other events at the node. */
  | 'job'
  /** It runs several times, and the two versions differ in how often, in its buttons or events. */
  | 'multi-instance'
  /** The events at a sub-process that runs are not the same. */
  | 'boundary-events'
  /** Tokens wait in front of a join that has no such flow in the other version. */
  | 'join'
  /** No instance of the other version ever has its tokens at these nodes: a join would wait forever, or what follows would run twice. */
  | 'tokens'
  /** The search for states of the other version was ended because there are too many. */
  | 'too-many-states'
  /** It holds a token, and tokens cannot be moved away from it. */
  | 'not-movable'
  /** The step failed, for example because nobody handles a new task. */
  | 'step-failed'
  | 'suspended'
  /** It is an instance of another process. */
  | 'other-process'
  | 'ended'
  | 'unreadable';

/** A reason why an instance cannot be migrated. */
export interface MigrationRefusal {
  /** A stable code. */
  readonly reason: MigrationReason;
  /** The node that it is about; null: the instance as a whole. */
  readonly nodeId: string | null;
  /** A sentence for the operator. */
  readonly text: string;
}

/** A token that leaves its node and arrives at one of the other version: what it waits for begins anew. */
export interface MovedWait {
  /** The node where it was. */
  readonly from: string;
  /** The node of the other version. */
  readonly to: string;
  /** The task that is replaced by a new one; null: nobody had a task there. */
  readonly taskId: string | null;
}
