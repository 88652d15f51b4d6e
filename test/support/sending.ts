import { outbox } from './inner/config.ts';

const { batchSize, leaseMs, retryMinMs, retryMaxMs, maxItemAttempts } = outbox.parse({});

/** How reports and messages are sent where a test says nothing else: as a bridge without options does. */
export const SENDING = {
  batchSize,
  leaseMs,
  retry: { retryMinMs, retryMaxMs, maxItemAttempts },
  pollMs: 1_000,
  onError: (error: unknown): void => {
    throw error;
  },
} as const;
