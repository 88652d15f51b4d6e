import type { AdminUser } from '../host/admin.ts';

export type ReadUser = Required<AdminUser>;

/** Characters, as for the option `by` of operations. */
const MAX_NAME = 100;

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
