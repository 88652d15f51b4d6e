import { ASSIGNMENT_RULES } from './assignments.ts';
import { BUTTON_RULES } from './buttons.ts';
import { CONDITION_RULES } from './conditions.ts';
import { ELEMENT_RULES, partNotRun } from './elements.ts';
import { ERROR_RULES } from './errors.ts';
import { EVENT_RULES } from './events.ts';
import { EXPRESSION_RULES } from './expressions.ts';
import { FILE_PART_RULES } from './file-parts.ts';
import { DEFAULT_FLOW_RULES, FLOW_RULES } from './flows.ts';
import { LOOP_RULES } from './loops.ts';
import { MESSAGE_RULES } from './messages.ts';
import { MULTI_INSTANCE_RULES } from './multi-instances.ts';
import { POOL_RULES } from './pools.ts';
import { REFERENCE_RULES } from './references.ts';
import type { FileRule, Rule } from './rule.ts';
import { SERVICE_RULES } from './services.ts';
import { START_RULES } from './starts.ts';
import { TASK_RULES } from './tasks.ts';
import { TIMER_RULES } from './timers.ts';
import { TOKEN_RULES } from './tokens.ts';
import { TTC_RULES } from './ttc-settings.ts';
import { FEATURE_RULES } from './vendors/vendor-feature-not-run.ts';
import { SPELLING_RULES } from './vendors/vendor-spelling.ts';
import { VOTE_RULES } from './votes.ts';
import { WAIT_RULES } from './waits.ts';

/** Rules for a file by subject, in the order in which their problems are listed. */
export const FILE_SUBJECTS: Readonly<Record<string, readonly FileRule[]>> = {
  'The file': FILE_PART_RULES,
  'Ids and references': REFERENCE_RULES,
  'Processes and pools': POOL_RULES,
};

/** Rules for the process that was chosen from the file, in the same way. */
export const SUBJECTS: Readonly<Record<string, readonly Rule[]>> = {
  Elements: ELEMENT_RULES,
  'Where a path begins': START_RULES,
  Flows: FLOW_RULES,
  Events: EVENT_RULES,
  Timers: TIMER_RULES,
  'Errors and escalations': ERROR_RULES,
  Tokens: TOKEN_RULES,
  Loops: LOOP_RULES,
  'Waits of a process': WAIT_RULES,
  'Who handles a task': ASSIGNMENT_RULES,
  'Conditions of flows': CONDITION_RULES,
  'Default flows': DEFAULT_FLOW_RULES,
  'Expressions and names': EXPRESSION_RULES,
  Buttons: BUTTON_RULES,
  'User tasks': TASK_RULES,
  'Settings of the bridge (`ttc`)': TTC_RULES,
  'Countersigns and multi-instances': MULTI_INSTANCE_RULES,
  Votes: VOTE_RULES,
  'Services and scripts': SERVICE_RULES,
  'Messages to people': MESSAGE_RULES,
  'Parts that are not run': [...FEATURE_RULES, ...SPELLING_RULES, partNotRun],
};

export const FILE_RULES = Object.values(FILE_SUBJECTS).flat();
export const RULES = Object.values(SUBJECTS).flat();
