/** Every rule of the checklist, in the order of the page. */

import { actionItemRules } from './action-item.ts';
import { authenticationRules } from './authentication.ts';
import { buttonsRules } from './buttons.ts';
import { limitsRules } from './limits.ts';
import { messageEndpointRules } from './message-endpoint.ts';
import { messageFieldsRules } from './message-fields.ts';
import { nextTaskRules } from './next-task.ts';
import type { Rule } from './rule.ts';
import { taskEndpointRules } from './task-endpoint.ts';
import { taskItemRules } from './task-item.ts';
import { taskStatusRules } from './task-status.ts';

export const RULES: readonly Rule[] = [
  ...authenticationRules,
  ...messageFieldsRules,
  ...messageEndpointRules,
  ...taskItemRules,
  ...nextTaskRules,
  ...actionItemRules,
  ...taskEndpointRules,
  ...limitsRules,
  ...buttonsRules,
  ...taskStatusRules,
];
