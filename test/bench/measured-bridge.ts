import { type Bridge, type BridgeOptions, createBridge } from '../../src/index.ts';
import type { MeasuredProcess } from './step-processes.ts';

export interface MeasuredBridge {
  readonly bridge: Bridge;
  /** Deploys it. @returns what runs one instance to its end, and its reports to the center */
  runProcess(process: MeasuredProcess): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/**
 * A bridge on that store.
 * @param origin of a center that takes everything
 */
export async function openMeasuredBridge(
  store: string,
  origin: string,
  more: Partial<BridgeOptions> = {},
): Promise<MeasuredBridge> {
  const bridge = await createBridge({
    center: {
      baseUrl: `${origin}/center`,
      authUrl: `${origin}/auth`,
      clientId: 'bench-client',
      clientSecret: 'bench-secret',
      appId: 'bench',
    },
    callback: {
      publicUrl: 'https://service.test/bridge',
      signingKeys: [{ id: 'k1', secret: 'a secret of the benchmark, 32 bytes' }],
      cipher: { kind: 'none' },
      idToken: 'trust-center',
    },
    identity: 'trust-center',
    store,
    defaults: { systemHandler: 'system' },
    logger: { debug() {}, info() {}, warn() {}, error: console.error },
    ...more,
  });
  return {
    bridge,
    async runProcess({ xml, presses }) {
      const { processId } = await bridge.deploy(xml);
      return async () => {
        const { instanceId } = await bridge.start(processId, { initiator: 'anna', variables: { approved: true } });
        for (const [index, { id, to }] of presses.entries()) {
          // Tasks are numbered in the order in which they are opened, and pressed in that order.
          const taskId = `${instanceId}.${index + 1}`;
          const { kind, message } = await bridge.press(taskId, { account: id, ...(to && { nextNodeKey: to }) });
          if (kind !== 'applied') throw new Error(`A press on ${id} was ${kind}: ${message}`);
        }
        await bridge.idle();
      };
    },
    close: () => bridge.close(),
  };
}
