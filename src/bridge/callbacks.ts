import { createCallbackHandler } from '../callback/callback-handler.ts';
import { createCipher } from '../callback/create-cipher.ts';
import { createIdTokenCheck } from '../callback/create-id-token-check.ts';
import type { BridgeConfig } from '../config.ts';
import type { Logger } from '../logger.ts';
import type { Store } from '../store/port.ts';
import { drawTask } from './answers/instance-diagram.ts';
import type { BridgeParts } from './bridge-parts.ts';

/**
 * What answers the center: buttons, questions for the state of tasks, and for diagrams where the option says so.
 * @param open throws once the bridge is closed: such a call is answered 503
 */
export function createCallbacks(
  config: BridgeConfig,
  store: Store,
  parts: BridgeParts,
  open: () => undefined,
  logger: Logger,
): (request: Request) => Promise<Response> {
  const { clock } = config;
  return createCallbackHandler({
    appId: config.center.appId,
    signingKeys: config.callback.signingKeys,
    cipher: createCipher(config.callback.cipher),
    idToken: createIdTokenCheck(config.callback.idToken, clock),
    maxBodyBytes: config.callback.maxBodyBytes,
    timeZone: config.timeZone,
    texts: config.locale,
    answer: config.callback.answer,
    logger,
    port: {
      press: async ({ taskId, actionKey, uuid, account, opinions, nextNodeKey, time, fingerprint }) => {
        open();
        const replay = { uuid, fingerprint };
        return parts.press({ taskId, action: actionKey, account, opinions, nextNodeKey, pressedAt: time, replay });
      },
    },
    status: {
      maxBodyBytes: config.callback.maxStatusBodyBytes,
      port: { answer: async (taskIds) => open() ?? parts.taskStatus.answer(taskIds) },
    },
    diagramPort: config.callback.diagrams ? { ofTask: async (taskId) => open() ?? drawTask(store, taskId) } : undefined,
  });
}
