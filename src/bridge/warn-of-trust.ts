import type { BridgeConfig } from '../config.ts';
import type { Logger } from '../logger.ts';

/** Says, once at start-up, which checks the options leave to others. */
export function warnOfTrust({ callback, identity }: BridgeConfig, logger: Logger): void {
  if (callback.idToken === 'trust-center') {
    logger.warn("callback.idToken is 'trust-center': who presses is believed without a look at their token");
  }
  if (identity === 'trust-center') {
    logger.warn("identity is 'trust-center': whoever the center lets press is taken for a member of the group");
  }
  if (typeof callback.cipher === 'object' && callback.cipher.kind === 'aes-ecb') {
    logger.warn("callback.cipher is 'aes-ecb', which shows equal blocks and notices no change: use aes-gcm if you can");
  }
}
