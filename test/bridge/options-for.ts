import type { BridgeOptions } from '../../src/index.ts';
import type { HttpCenter } from '../center/http-center.ts';

/** What a bridge needs at the least, to call a center of the tests that nobody presses buttons in. */
export function optionsFor({ url }: Pick<HttpCenter, 'url'>): Omit<BridgeOptions, 'store'> {
  return {
    center: { baseUrl: url, authUrl: url, clientId: 'id', clientSecret: 'secret', appId: 'approvals' },
    callback: {
      publicUrl: 'http://bridge.example',
      signingKeys: [{ id: 'k1', secret: 'a secret of the tests, 32 bytes long' }],
      cipher: { kind: 'none' },
      idToken: 'trust-center',
    },
    identity: 'trust-center',
  };
}
