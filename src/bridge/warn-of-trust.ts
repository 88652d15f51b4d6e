import type { BridgeConfig } from '../config.ts';
import type { Logger } from '../logger.ts';

/** Says, once at start-up, which checks the options leave to others. */
export function warnOfTrust({ callback, identity }: BridgeConfig, logger: Logger): void {
  if (callback.idToken === 'trust-center') {
    logger.warn("callback.idToken is 'trust-center': id tokens are not checked");
  }
  if (identity === 'trust-center') {
    logger.warn("identity is 'trust-center': membership of groups is not checked");
  }
  if (typeof callback.cipher === 'object' && callback.cipher.kind === 'aes-ecb') {
    logger.warn(
      "callback.cipher is 'aes-ecb', which reveals equal blocks and does not detect changes: use aes-gcm if you can",
    );
  }
}
