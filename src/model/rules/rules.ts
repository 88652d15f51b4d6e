import { expressionInvalid } from './expression-invalid.ts';
import type { FileRule, Rule } from './rule.ts';
import { userTaskWithoutHandler } from './user-task-without-handler.ts';

export const FILE_RULES: readonly FileRule[] = [];
export const RULES: readonly Rule[] = [userTaskWithoutHandler, expressionInvalid];
