import type { AdminParts, JudgedError } from '../admin/admin-parts.ts';
import { BridgeError, InputError, StoreError } from '../errors.ts';
import { describeError, type Log } from '../logger.ts';
import { type Field, readField } from '../operations/field.ts';
import { LISTS, type ListName } from '../operations/lists.ts';
import { OPERATIONS, type Operation, type OperationName } from '../operations/operations.ts';
import type { Bridge } from './bridge.ts';

/** The page is loaded when it is first asked for, since most services have none, or ask for it rarely. */
export function createLazyAdmin(parts: Omit<AdminParts, keyof typeof DECLARED> | undefined): Bridge['admin'] {
  let loading: Promise<Bridge['admin']> | undefined;
  return async (request) => {
    if (parts === undefined) return new Response(null, { status: 404 });
    loading ??= import('../admin/create-admin-handler.ts').then(({ createAdminHandler }) =>
      createAdminHandler({ ...parts, ...DECLARED }),
    );
    return (await loading)(request);
  };
}

/** What the routes of the page take of the declarations of lists and operations. */
const DECLARED = {
  findOperation(list: string, verb: string) {
    const name = `${list}.${verb}`;
    if (!Object.hasOwn(OPERATIONS, name)) return undefined;
    const { right, options, mayBeAll }: Operation = OPERATIONS[name as OperationName];
    const optionRights = Object.fromEntries(
      Object.entries(options).map(([option, field]) => [option, field.right ?? right]),
    );
    return { name: name as OperationName, right, optionRights, ...(mayBeAll && { mayBeAll }) };
  },
  readFilter(list: ListName, query: Readonly<Record<string, string>>) {
    const fields: Readonly<Record<string, Field>> = LISTS[list];
    return Object.fromEntries(
      Object.entries(query).map(([name, text]) => {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
        return [name, field === undefined ? text : readFilterField(name, field, text)];
      }),
    );
  },
  idFrom: (list: ListName, text: string) => (list === 'outbox' || list === 'history' ? Number(text) : text),
};

function readFilterField(name: string, field: Field, text: string): unknown {
  try {
    return readField(field, text);
  } catch (error) {
    if (error instanceof RangeError) throw new InputError('ERR_INPUT_INVALID', `${name}: ${error.message}`);
    throw error;
  }
}

/** How the operator's page answers an error. What is none of the library is logged. */
export function judgeAdminError(error: unknown, log: Log): JudgedError | undefined {
  if (!(error instanceof BridgeError)) {
    log('admin.failed', { reason: describeError(error) });
    return undefined;
  }
  const { code, message } = error;
  const isRefusal = error instanceof InputError;
  const status = isRefusal ? 400 : error instanceof StoreError || code === 'ERR_CLOSED' ? 503 : 409;
  return { status, code, message };
}
