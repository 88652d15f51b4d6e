/** Every rule of the checklist, in the order of the page. */
import './authentication.ts';
import './message-fields.ts';
import './message-endpoint.ts';
import './task-item.ts';
import './next-task.ts';
import './action-item.ts';
import './task-endpoint.ts';
import './limits.ts';
import './buttons.ts';
import './button-lists.ts';
import './task-status.ts';
import './task-data.ts';
import { type Rule, writtenRules } from './rule.ts';

export const RULES: readonly Rule[] = writtenRules();
