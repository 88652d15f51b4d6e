/** Every wrong center, in the order of the rules. */
import { AUTHENTICATION } from './breakages/authentication.ts';
import type { Breakage } from './breakages/breakage.ts';
import { PRESSES, STATES } from './breakages/callbacks.ts';
import { MESSAGE_ENDPOINT } from './breakages/message-endpoint.ts';
import { MESSAGE_FIELDS } from './breakages/message-fields.ts';
import { TASK_ENDPOINT } from './breakages/task-endpoint.ts';
import { ACTION_ITEMS, NEXT_TASKS, TASK_ITEMS } from './breakages/task-items.ts';

export const BREAKAGES: readonly Breakage[] = [
  ...[...AUTHENTICATION, ...MESSAGE_FIELDS, ...MESSAGE_ENDPOINT],
  ...[...TASK_ITEMS, ...NEXT_TASKS, ...ACTION_ITEMS, ...TASK_ENDPOINT],
  ...[...PRESSES, ...STATES],
];
