/** Every rule of the checklist, in the order of the page. */
import './rules/authentication.ts';
import './rules/message-fields.ts';
import './rules/message-endpoint.ts';
import './rules/task-item.ts';
import './rules/next-task.ts';
import './rules/action-item.ts';
import './rules/task-endpoint.ts';
import './rules/limits.ts';
import './rules/buttons.ts';
import './rules/button-lists.ts';
import './rules/task-status.ts';
import './rules/task-data.ts';
import { type Rule, writtenRules } from './rule.ts';

export const RULES: readonly Rule[] = writtenRules();
