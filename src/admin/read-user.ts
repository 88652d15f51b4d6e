import type { AdminUser } from '../host/admin.ts';
import { invalid } from './admin-failure.ts';

export type ReadUser = Required<AdminUser>;

/** Characters, as for the option `by` of operations. */
const MAX_NAME = 100;

/** Titles and summaries hold variables: who may not read these may not find out by searching either. */
export function refuseSearch({ mayReadVariables }: ReadUser, filter: Readonly<Record<string, string>>): void {
  if ('text' in filter && !mayReadVariables)
    throw invalid('You may not search titles and summaries, which hold variables.');
}

/** @throws {TypeError} it names nobody properly */
export function readUser({ name, mayOperate, mayModify, mayReadVariables }: AdminUser): ReadUser {
  const trimmed = typeof name === 'string' ? name.trim() : '';
  if (trimmed === '' || trimmed.length > MAX_NAME) throw new TypeError('admin.authorize gave no proper name');
  return {
    name: trimmed,
    mayOperate: mayOperate === true,
    mayModify: mayModify === true,
    mayReadVariables: mayReadVariables === true,
  };
}
