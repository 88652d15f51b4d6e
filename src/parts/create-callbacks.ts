import * as z from 'zod';
import {
  createActionUrl,
  createSignedAddress,
  parseButtonPath,
  type SigningKey,
  verifyButton,
} from '../callback/addresses.ts';
import { toResponse } from '../callback/answer.ts';
import { createCallbackHandler } from '../callback/callback-handler.ts';
import { createCipher } from '../callback/cipher/create-cipher.ts';
import { createIdTokenCheck } from '../callback/id-token/create-id-token-check.ts';
import { type ReceivedPress, readPress } from '../callback/read-press.ts';
import { callback } from '../config/callback.ts';
import { DEFAULT_TIME_ZONE, functionOf, text, timeZone } from '../config/fields.ts';
import { locale } from '../config/locale.ts';
import { logger } from '../config/logger.ts';
import { parseOrThrow } from '../config/parse-or-throw.ts';
import { createLog } from '../logger.ts';
import { EN } from '../texts/en.ts';
import type { Addresses, AddressOptions, Callbacks, CallbacksOptions } from './callbacks.ts';

const { publicUrl, signingKeys, cipher, idToken, maxBodyBytes, maxStatusBodyBytes, answer } = callback.shape;

const addressSchema = z.strictObject({ appId: text, publicUrl, signingKeys } satisfies Record<
  keyof AddressOptions,
  z.ZodType
>);

const callbacksSchema = addressSchema.extend({
  ...{ cipher, idToken, maxBodyBytes, maxStatusBodyBytes, answer },
  press: functionOf<CallbacksOptions['press']>(),
  answerStatus: functionOf<NonNullable<CallbacksOptions['answerStatus']>>().optional(),
  timeZone: timeZone.default(DEFAULT_TIME_ZONE),
  locale: locale.default(() => EN),
  clock: functionOf<() => number>().default(() => Date.now),
  logger,
} satisfies Record<keyof Omit<CallbacksOptions, keyof AddressOptions>, z.ZodType>);

/** @throws {InputError} `ERR_CONFIG_INVALID` */
export function createAddresses(options: AddressOptions): Addresses {
  return addressesOf(parseOrThrow(addressSchema, options, 'the options of openAddresses are invalid:'));
}

/** @throws {InputError} `ERR_CONFIG_INVALID` */
export function createCallbacks(options: CallbacksOptions): Callbacks {
  const config = parseOrThrow(callbacksSchema, options, 'the options of openCallbacks are invalid:');
  const { press, answerStatus, clock } = config;
  const checks = {
    ...config,
    cipher: createCipher(config.cipher),
    idToken: createIdTokenCheck(config.idToken, clock),
    texts: config.locale,
    log: createLog(config.logger),
  };
  const handler = createCallbackHandler({
    ...checks,
    port: {
      async press(received) {
        const { taskId, press: pressed, call } = describePress(received);
        return press(taskId, pressed, call);
      },
    },
    ...(answerStatus && { status: { port: { answer: answerStatus }, maxBodyBytes: config.maxStatusBodyBytes } }),
  });
  return {
    ...addressesOf(config),
    fetch: handler,
    async readPress(request) {
      const read = await readPress(request, checks);
      return 'refused' in read ? { refused: toResponse(read.refused) } : describePress(read.press);
    },
  };
}

function describePress(received: ReceivedPress) {
  const { taskId, actionKey, uuid, fingerprint, account, opinions, nextNodeKey, pressedAt } = received;
  return {
    taskId,
    press: {
      ...{ account, actionKey, time: pressedAt },
      ...(nextNodeKey !== null && { nextNodeKey }),
      ...(opinions !== null && { opinions }),
    },
    call: { uuid, replayKey: JSON.stringify([uuid, taskId, actionKey, fingerprint]) },
  };
}

function addressesOf(signed: {
  readonly appId: string;
  readonly publicUrl: string;
  readonly signingKeys: readonly SigningKey[];
}): Addresses {
  const sign = createActionUrl(signed);
  const { appId, signingKeys: keys } = signed;
  return {
    actionUrl: (taskId, { key }) => sign(taskId, key),
    statusUrl: () => createSignedAddress('task-status', signed),
    readActionUrl(url) {
      const path = URL.canParse(url) ? parseButtonPath(new URL(url).pathname) : undefined;
      if (path === undefined || !verifyButton(keys, path, appId)) return undefined;
      return { taskId: path.taskId, actionKey: path.actionKey };
    },
  };
}
