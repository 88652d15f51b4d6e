import type { AdminParts, JudgedError } from '../../admin/admin-parts.ts';
import { BridgeError, InputError, StoreError } from '../../errors.ts';
import { describeError, type Log } from '../../logger.ts';
import type { Bridge } from '../bridge.ts';

/** The page is loaded when it is first asked for, since most services have none, or ask for it rarely. */
export function createLazyAdmin(parts: AdminParts | undefined): Bridge['admin'] {
  let loading: Promise<Bridge['admin']> | undefined;
  return async (request) => {
    if (parts === undefined) return new Response(null, { status: 404 });
    loading ??= import('../../admin/create-admin-handler.ts').then(({ createAdminHandler }) =>
      createAdminHandler(parts),
    );
    return (await loading)(request);
  };
}

/** How the operator's page answers an error. What is none of the library is logged. */
export function judgeAdminError(error: unknown, log: Log): JudgedError | undefined {
  if (!(error instanceof BridgeError)) {
    log('admin.failed', { reason: describeError(error) });
    return undefined;
  }
  const { code, message } = error;
  const isOfRow = error instanceof InputError;
  const status = isOfRow ? 400 : error instanceof StoreError || code === 'ERR_CLOSED' ? 503 : 409;
  return { status, code, message, isOfRow };
}
