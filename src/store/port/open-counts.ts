import type { InstanceStatus } from '../../protocol/instance-status.ts';

/** How many instances of a process have not ended, and their open tasks. */
export interface OpenCount {
  readonly processId: string;
  readonly status: Extract<InstanceStatus, 'running' | 'suspended'>;
  readonly instances: number;
  readonly openTasks: number;
}

/** The connections of one pool at this moment. */
export interface ConnectionCounts {
  readonly pool: 'work' | 'lists' | 'health';
  readonly used: number;
  readonly idle: number;
  /** Callers that wait for one. */
  readonly waiting: number;
  readonly max: number;
}
