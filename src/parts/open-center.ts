import type { CenterClient } from '../center/port.ts';
import type { CenterConnection } from './center-connection.ts';

/**
 * Opens a client of the center, the same that a bridge uses: it gets a token, renews it, and calls `taskHandle` and
 * `messageSend`. It stores nothing and retries nothing: deliver reports in their order, each until it is delivered
 * ({@link judgeReports}).
 * @throws {InputError} `ERR_CONFIG_INVALID`: `details.problems` lists every problem with its path; no message has a secret
 */
export async function openCenter(options: CenterConnection): Promise<CenterClient> {
  // Loaded when it is needed: the HTTP client and the schemas of the interface are large.
  const { connectCenter } = await import('./connect-center.ts');
  return connectCenter(options);
}
