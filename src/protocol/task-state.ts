import { z } from 'zod';

/** Task states of the task-status callback, in the spec's order (States and transitions). */
export const TASK_STATES = ['IN_PROGRESS', 'FINISH', 'TERMINATED', 'TURN', 'SUSPENDED', 'RECALL'] as const;
/** One of the task states. */
export const TaskState = z.enum(TASK_STATES);
export type TaskState = z.infer<typeof TaskState>;
