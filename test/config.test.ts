import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { BridgeOptions, ConfigProblem } from '../src/config.ts';
import { parseOptions } from '../src/config.ts';
import { InputError, type MessageTypes } from '../src/index.ts';
import {
  createActionUrl,
  createCallbackHandler,
  createCipher,
  createIdTokenCheck,
  type PressPort,
} from './support/inner/callback.ts';
import { createLog } from './support/inner/logger.ts';
import type { ModelOptions } from './support/inner/model.ts';

const SECRET = 'a signing secret of more than 32 bytes';
const options: BridgeOptions = {
  center: {
    baseUrl: 'https://center.example/api/',
    authUrl: 'https://auth.example',
    clientId: 'bridge',
    clientSecret: 'the client secret',
    appId: 'leave-app',
  },
  callback: {
    publicUrl: 'https://host.example/bridge//',
    signingKeys: [{ id: 'k1', secret: SECRET }],
    cipher: { kind: 'none' },
    idToken: 'trust-center',
  },
  identity: 'trust-center',
  store: 'sqlite::memory:',
};
const AES = { kind: 'aes-cbc', key: Buffer.alloc(32, 7).toString('base64') } as const;
const IV = Buffer.alloc(16, 9).toString('base64');

const MESSAGE_TYPES: MessageTypes = {
  LEAVE: { channels: ['SMS', 'MAIL'], template: '{{name}} has {{ days }} days.' },
  TRAVEL: { channels: ['SMS', 'WEBSITE'], templates: { SMS: 'To {{city}}.', WEBSITE: 'To {{city}}, with {{guide}}.' } },
  PLAIN: { channels: ['WEBSITE'] },
};

const CLAIMS = { issuer: 'https://a.example', audience: 'bridge' };
const JWKS = { ...CLAIMS, jwksUrl: 'https://a.example/keys', algorithms: ['RS256'] };
const KEY = { ...CLAIMS, key: 'a shared secret of at least 32 bytes', algorithms: ['HS256'] };
const T_TEMPLATES = 'messageTypes.T.templates';
const KEY_PATH = 'callback.idToken.key';
const pair = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const { publicKey: RSA, privateKey: PRIVATE } = pair(2048);
const WEAK = pair(1024).publicKey;

function failureOf(wrong: unknown): InputError {
  try {
    parseOptions(wrong as BridgeOptions);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('the options were accepted');
}

function problemsOf(wrong: unknown): ConfigProblem[] {
  return failureOf(wrong).details.problems as ConfigProblem[];
}

/** The options with one of them replaced, or left out when the value is undefined. */
function change(path: string, value: unknown): unknown {
  const [key = '', ...rest] = path.split('.');
  const replace = (object: unknown, name: string, tail: string[]): unknown => {
    const copy: Record<string, unknown> = { ...(object as Record<string, unknown>) };
    const [next, ...others] = tail;
    copy[name] = next === undefined ? value : replace(copy[name], next, others);
    return copy;
  };
  return replace(options, key, rest);
}

describe('the smallest options', () => {
  test('are filled in with every default', () => {
    const config = parseOptions(options);
    expect(config).toMatchObject({
      center: {
        baseUrl: 'https://center.example/api',
        authUrl: 'https://auth.example',
        scopes: ['messagecenter:v1:sendMessage', 'ttc:v1:writeTransaction', 'ttc:v1:writeTtc'],
        timeoutMs: 10_000,
        signOffInData: false,
      },
      messageTypes: {},
      callback: {
        publicUrl: 'https://host.example/bridge',
        cipher: { kind: 'none' },
        maxBodyBytes: 65_536,
        maxStatusBodyBytes: 4_194_304,
        unknownTaskStatus: 'IN_PROGRESS',
        statusTimeForm: 'yyyy-MM-dd HH:mm:ss',
      },
      services: {},
      defaults: { systemName: 'System', handleLabel: 'Handle', allowMerge: 0 },
      timeZone: 'Asia/Shanghai',
      outbox: { batchSize: 50, retryMinMs: 1_000, retryMaxMs: 300_000, maxItemAttempts: 5, leaseMs: 120_000 },
      jobs: {
        maxAttempts: 5,
        retryMinMs: 1_000,
        retryMaxMs: 60_000,
        timeoutMs: 30_000,
        leaseMs: 60_000,
        concurrency: 10,
      },
      retention: { instanceDays: 90, statusDays: 400 },
      limits: { stepMs: 5_000, multiInstance: 1_000, moves: 20_000 },
      reportHoldMs: 10_000,
    });
    expect(config.translateLabel('Approve')).toBe('Approve');
    expect(Math.abs(config.clock() - Date.now())).toBeLessThan(5_000);
    expect(config.callback.signingKeys[0]?.secret.reveal()).toBe(SECRET);
  });

  test('do not show a secret however they are printed', () => {
    const config = parseOptions({ ...options, callback: { ...options.callback, cipher: { ...AES, iv: IV } } });
    const printed = [
      inspect(config, { depth: 9, showHidden: true }),
      JSON.stringify(config),
      `${config.center.clientSecret}`,
    ];
    for (const hidden of [SECRET, 'the client secret', AES.key, IV]) {
      for (const text of printed) expect(text).not.toContain(hidden);
    }
    expect(printed[2]).toBe('[secret]');
  });
});

describe('all options', () => {
  test('are taken over', () => {
    const clock = () => 42;
    const isMember = (group: string, account: string) => group === account;
    const book = (job: { instanceId: string }) => job.instanceId;
    const config = parseOptions({
      ...options,
      identity: { isMember, membersOf: async () => ['li.si'] },
      services: { book },
      defaults: {
        systemHandler: 'bot',
        systemName: 'Leave desk',
        handleLabel: '办理',
        allowMerge: 1,
        canDelegate: 1,
        autoCreateTransType: true,
        allow: ['delegate', 'claim'],
        operationUrl: 'https://host.example/{operation}?task={taskId}',
        handleUrl: 'https://host.example/{instanceId}/{nodeId}?task={taskId}',
      },
      translateLabel: (label) => label.toUpperCase(),
      timeZone: 'Europe/Berlin',
      clock,
      outbox: { batchSize: 1 },
      jobs: { maxAttempts: 1 },
      messageTypes: MESSAGE_TYPES,
      reportHoldMs: 0,
    });
    expect(config.clock).toBe(clock);
    expect(config.identity).toMatchObject({ isMember });
    expect(config.services.book).toBe(book);
    expect(config.messageTypes).toEqual(MESSAGE_TYPES);
    expect(config.defaults).toMatchObject({ handleLabel: '办理', canDelegate: 1, allow: ['delegate', 'claim'] });
    expect(config).toMatchObject({ outbox: { batchSize: 1, leaseMs: 120_000 }, reportHoldMs: 0 });
    expect(config.translateLabel('ok')).toBe('OK');
  });

  test('may be objects of classes, which stay what they are', () => {
    class Directory {
      readonly groups = new Map([['hr', 'zhang.san']]);
      isMember(group: string, account: string): boolean {
        return this.groups.get(group) === account;
      }
    }
    const directory = new Directory();
    const { identity, logger } = parseOptions({ ...options, identity: directory, logger: console });
    expect(identity).toBe(directory);
    expect(logger).toBe(console);
  });

  test('that are given as undefined count as left out', () => {
    const config = parseOptions(change('defaults', { canDelegate: undefined, allowMerge: undefined }) as BridgeOptions);
    const model: ModelOptions = config.defaults;
    expect(model).toEqual({ systemName: 'System', handleLabel: 'Handle', bothMobileSpellings: false, allowMerge: 0 });
    expect(Object.keys(model)).not.toContain('canDelegate');
  });

  test('make a callback handler whose addresses work', async () => {
    const { callback, center, timeZone, locale: texts, logger } = parseOptions(options);
    const { appId } = center;
    const url = createActionUrl({ ...callback, appId })('i.1', 'approve');
    expect(url).toMatch(/^https:\/\/host\.example\/bridge\/tasks\/i\.1\/approve\/k1\./);
    const cipher = createCipher(callback.cipher);
    const port: PressPort = { press: async () => ({ kind: 'applied', message: 'done' }) };
    const idToken = createIdTokenCheck(callback.idToken, Date.now);
    const handle = createCallbackHandler({
      ...callback,
      cipher,
      idToken,
      appId,
      timeZone,
      texts,
      log: createLog(logger),
      port,
    });
    const query = new URLSearchParams({ accountName: 'li.si', time: '2024-01-01 00:00:00' });
    const response = await handle(new Request(`${url}?${query}`, { headers: { uuid: 'u-1' } }));
    expect(await response.json()).toMatchObject({ code: 0 });
  });

  test('give a cipher that works, from its recipe with all defaults', () => {
    const withCipher = (recipe: BridgeOptions['callback']['cipher']) =>
      parseOptions({ ...options, callback: { ...options.callback, cipher: recipe } }).callback.cipher;
    expect(withCipher({ ...AES, iv: IV })).toMatchObject({
      keyEncoding: 'base64',
      ivEncoding: 'base64',
      dataEncoding: 'base64',
      body: { field: 'data' },
    });
    expect(withCipher({ ...AES, ivPrefixed: true, body: 'raw' })).toMatchObject({ iv: 'prefixed', body: 'raw' });
    expect(createCipher(withCipher({ ...AES, key: 'sixteen letters!', keyEncoding: 'utf8', iv: IV })).oracleSafe).toBe(
      false,
    );
    expect(withCipher({ ...AES, kind: 'aes-ecb' })).toMatchObject({ kind: 'aes-ecb', dataEncoding: 'base64' });
    expect(withCipher({ ...AES, kind: 'aes-gcm', ivPrefixed: true })).toMatchObject({ body: { field: 'data' } });
    expect(withCipher({ kind: 'sm4-cbc', key: IV, iv: IV })).toMatchObject({ kind: 'sm4-cbc' });
    const decrypt = () => ({});
    expect(withCipher(decrypt)).toBe(decrypt);
  });
});

describe('options that are wrong', () => {
  test('are all told at once, each with its path, and nothing of what they hold', () => {
    const error = failureOf({
      center: {
        baseUrl: 'https://user:hush@center.example',
        authUrl: 'center',
        clientSecret: '',
        appId: 7,
        timeoutMs: 0,
      },
      callback: {
        publicUrl: 'ftp://host.example',
        signingKeys: [
          { id: 'k.1', secret: 'too short' },
          { id: 'k2', secret: SECRET, note: 'x' },
          { id: 'k2', secret: SECRET },
        ],
        cipher: { kind: 'aes-cbc', key: 'c2hvcnQ=', keyEncoding: 'rot13' },
        idToken: { jwksUrl: 'https://auth.example/keys' },
        maxBodyBytes: 1.5,
        unknownTaskStatus: 'FINISH',
        statusTimeForm: 'HH:mm',
      },
      identity: { isMembr: () => true },
      store: 'mysql://db',
      services: { book: 'https://booking.example' },
      defaults: { handleUrl: 'https://host.example/{task}', allowMerge: 2 },
      timeZone: 'Asia/Shangai',
      outbox: { leaseMs: -1, retryMinMs: 10, retryMaxMs: 5 },
      jobs: { leaseMs: 1_000 },
      retries: 3,
    });
    expect(error.code).toBe('ERR_CONFIG_INVALID');
    const problems = error.details.problems as ConfigProblem[];
    expect(new Set(problems.map(({ path }) => path))).toEqual(
      new Set([
        'center.baseUrl',
        'center.authUrl',
        'center.clientId',
        'center.clientSecret',
        'center.appId',
        'center.timeoutMs',
        'callback.publicUrl',
        'callback.signingKeys[0].id',
        'callback.signingKeys[0].secret',
        'callback.signingKeys[1].note',
        'callback.signingKeys',
        'callback.cipher.keyEncoding',
        'callback.cipher.iv',
        'callback.idToken.algorithms',
        'callback.idToken.issuer',
        'callback.idToken.audience',
        'callback.maxBodyBytes',
        'callback.unknownTaskStatus',
        'callback.statusTimeForm',
        'identity.isMember',
        'identity.isMembr',
        'store',
        'services.book',
        'defaults.handleUrl',
        'defaults.allowMerge',
        'timeZone',
        'outbox.leaseMs',
        'outbox.retryMaxMs',
        'jobs.leaseMs',
        'retries',
      ]),
    );
    for (const { path, message } of problems) expect(error.message).toContain(`- ${path}: ${message}`);
    for (const value of ['hush', 'too short', SECRET, 'c2hvcnQ=']) expect(error.message).not.toContain(value);
  });

  test.each([
    'center',
    'center.baseUrl',
    'center.authUrl',
    'center.clientId',
    'center.clientSecret',
    'center.appId',
    'callback',
    'callback.publicUrl',
    'callback.signingKeys',
    'callback.cipher',
    'callback.idToken',
    'identity',
    'store',
  ])('without %s are refused, naming it: there is no default', (path) => {
    expect(problemsOf(change(path, undefined))).toEqual([{ path, message: expect.stringMatching(/^is required/) }]);
  });

  test.each([
    ['center.baseUrl', 'https://center.example/?a=1', 'must not have a query or a fragment'],
    ['center.baseUrl', 'https://user@center.example/', 'must not contain credentials'],
    ['center.authUrl', 'auth.example', 'must be an http or https url'],
    ['center.clientId', '', 'must not be empty'],
    ['callback.publicUrl', 'file:///bridge', 'must be an http or https url'],
    ['defaults.handlers', '${boss', /is not a valid expression: .*\$\{boss/],
    ['defaults.handlers', ['ann, bo'], /"ann, bo" in a list must be one name or one expression/],
    ['defaults.handlingGroup', ' , ', 'must name at least one'],
    ['defaults', { handlers: 'a', handlingGroup: 'b' }, /must not be used together/, 'defaults.handlingGroup'],
    ['defaults.allow', ['claim', 'sendBack'], /"delegate"\|"addSigners"\|"claim"/, 'defaults.allow[1]'],
    ['defaults.operationUrl', 'https://host.example/{operations}', /\{taskId\} and \{operation\}/],
    ['defaults.handleUrl', 'https://host.example/{operation}', /\{taskId\} and \{businessKey\}/],
    ['assign', 'ann', 'must be a function'],
    ['callback.signingKeys', [], 'must have at least one key'],
    ['callback.cipher', 'none', /kind: 'none'.*'aes-cbc'/],
    ['callback.idToken', true, /'trust-center'/],
    ['callback.idToken', {}, /jwksUrl.*key.*function.*'trust-center'/],
    ['callback.idToken', { jwksUrl: 'https://a.example', key: 'k' }, 'must have jwksUrl or key, not both'],
    ['callback.idToken', { ...JWKS, jwksUrl: 'file:///keys' }, /http or https/, 'callback.idToken.jwksUrl'],
    ['callback.idToken', { ...JWKS, jwksUrl: 'https://me:pw@a.example' }, /http/, 'callback.idToken.jwksUrl'],
    ['callback.idToken', { ...JWKS, algorithms: undefined }, /^is required/, 'callback.idToken.algorithms'],
    ['callback.idToken', { ...JWKS, algorithms: [] }, /at least one algorithm/, 'callback.idToken.algorithms'],
    ['callback.idToken', { ...JWKS, algorithms: ['none'] }, /RS256/, 'callback.idToken.algorithms[0]'],
    ['callback.idToken', { ...JWKS, algorithms: ['HS256'] }, /RS256/, 'callback.idToken.algorithms[0]'],
    ['callback.idToken', { ...JWKS, issuer: undefined }, /^is required: .*null/, 'callback.idToken.issuer'],
    ['callback.idToken', { ...JWKS, audience: [] }, /null/, 'callback.idToken.audience'],
    ['callback.idToken', { ...JWKS, clockToleranceSeconds: 601 }, /600/, 'callback.idToken.clockToleranceSeconds'],
    ['callback.idToken', { ...KEY, algorithms: ['none'] }, /RS256/, 'callback.idToken.algorithms[0]'],
    ['callback.idToken', { ...KEY, key: RSA, algorithms: ['RS256', 'HS256'] }, /not a key for HS256/, KEY_PATH],
    ['callback.idToken', { ...KEY, key: RSA, algorithms: ['ES256'] }, /not a key for ES256/, KEY_PATH],
    ['callback.idToken', { ...KEY, algorithms: ['RS256'] }, /not a key for RS256/, KEY_PATH],
    ['callback.idToken', { ...KEY, key: 'short' }, 'must be at least 32 bytes long', KEY_PATH],
    ['callback.idToken', { ...KEY, keyEncoding: 'hex' }, 'must be written in hex', KEY_PATH],
    ['callback.idToken', { ...KEY, key: PRIVATE, algorithms: ['RS256'] }, /public key, not the private/, KEY_PATH],
    ['callback.idToken', { ...KEY, key: WEAK, algorithms: ['RS256'] }, 'must have 2048 bits at least', KEY_PATH],
    ['callback.idToken', { ...KEY, key: '-----BEGIN PUBLIC KEY-----' }, /in PEM/, KEY_PATH],
    ['callback.answer', {}, 'must be a function'],
    ['identity', 'trust', /isMember.*'trust-center'/],
    ['store', 'postgres:db/bridge', /postgres:\/\/.*host/],
    ['store', 'sqlite:', /sqlite:<file>/],
    ['timeZone', '+08:00', /IANA/],
    ['timeZone', '', /IANA/],
    ['clock', 42, 'must be a function'],
    ['clock', () => new Date(), /whole milliseconds since 1970/],
    ['clock', () => Number.NaN, /whole milliseconds since 1970/],
    ['clock', () => 1.5, /whole milliseconds since 1970/],
    ['clock', () => 8.64e15 + 1, /whole milliseconds since 1970/],
    [
      'clock',
      () => {
        throw new Error('stopped');
      },
      /whole milliseconds since 1970/,
    ],
    ['store', 'sqlite://./bridge.db', /must be 'sqlite:<file>'/],
    ['store', 'sqlite:file:bridge.db?mode=ro', /must be 'sqlite:<file>'/],
    ['store', 'sqlite:bridge\0.db', /must be 'sqlite:<file>'/],
    ['defaults.systemHandler', 'sys, tem', 'must be one name, without a comma and without spaces around it'],
    ['logger', {}, 'is required: must be a function', 'logger.debug'],
    ['translateLabel', 'zh', 'must be a function'],
    ['locale', 'zh', "must be 'en', 'zh-CN', or an object with all texts"],
    ['locale', null, "must be 'en', 'zh-CN', or an object with all texts"],
    ['center.scopes', ['a,b'], 'must be one scope per entry', 'center.scopes[0]'],
    ['center.scopes', [], /at least|Too small|>=1/],
    ['callback.cipher', { kind: 'aes-ctr' }, /kind: 'none'.*'aes-cbc' \| 'aes-ecb'/, 'callback.cipher.kind'],
    ['callback.cipher', { ...AES, kind: 'aes-gcm', key: 'AAAA' }, /16, 24, 32 bytes/, 'callback.cipher.key'],
    ['callback.cipher', { ...AES, kind: 'aes-gcm', iv: IV }, /two texts under one iv/, 'callback.cipher.iv'],
    ['callback.cipher', { ...AES, kind: 'aes-gcm', ivPrefixed: false }, /must be true/, 'callback.cipher.ivPrefixed'],
    ['callback.cipher', { ...AES, kind: 'aes-ecb', iv: IV }, 'unknown option', 'callback.cipher.iv'],
    ['callback.cipher', { ...AES, kind: 'sm4-cbc', iv: IV }, /must be 16 bytes/, 'callback.cipher.key'],
    ['callback.cipher', { ...AES, kind: 'sm4-cbc', key: IV }, /is required unless ivPrefixed/, 'callback.cipher.iv'],
    ['callback.cipher', { ...AES, key: 'AAAA', iv: IV }, /16, 24, 32 bytes/, 'callback.cipher.key'],
    ['callback.cipher', { ...AES, iv: 'AAAA' }, /16 bytes/, 'callback.cipher.iv'],
    ['callback.cipher', AES, /is required unless ivPrefixed/, 'callback.cipher.iv'],
    ['callback.cipher', { ...AES, iv: IV, ivPrefixed: true }, /is required unless ivPrefixed/, 'callback.cipher.iv'],
    ['callback.cipher', { ...AES, iv: IV, body: 'json' }, "must be 'raw' or { field }", 'callback.cipher.body'],
    ['outbox.leaseMs', 79_999, 'must be at least 8 times center.timeoutMs'],
    ['jobs.timeoutMs', 60_000, 'must be longer than timeoutMs', 'jobs.leaseMs'],
    ['jobs.timeoutMs', 2 ** 31, /2147483647/],
    ['retention.instanceDays', 0, />0/],
    ['retention.instanceDays', 0.5, /int/],
    ['retention.instanceDays', 401, 'must not be shorter than instanceDays', 'retention.statusDays'],
    ['retention.statusDays', 89, 'must not be shorter than instanceDays'],
    ['retention.statusDays', Number.POSITIVE_INFINITY, /number|int/],
    ['retention.statusDays', 36_501, /36500/],
    ['retention', { days: 7 }, 'unknown option', 'retention.days'],
    ['defaults.viewUrl', '/tasks/{taskId}', /must be an http or https url/],
    ['expressions.functions', { decide: 'yes' }, /function/, 'expressions.functions.decide'],
    ['messageTypes.T', { channels: [] }, 'must contain at least one channel', 'messageTypes.T.channels'],
    ['messageTypes.T', { channels: ['FAX'] }, /SMS/, 'messageTypes.T.channels[0]'],
    ['messageTypes.T', { channels: ['SMS'], text: 'x' }, 'unknown option', 'messageTypes.T.text'],
    [
      'messageTypes.T',
      { channels: ['SMS'], template: 'x', templates: { SMS: 'x' } },
      /either template or templates/,
      T_TEMPLATES,
    ],
    ['messageTypes.T', { channels: ['SMS'], templates: {} }, /every channel has/, `${T_TEMPLATES}.SMS`],
    ['messageTypes.T', { channels: ['SMS'], templates: { SMS: 'x', MAIL: 'x' } }, /no channel/, `${T_TEMPLATES}.MAIL`],
    ['messageTypes.T', { channels: ['SMS'], template: 'in {{days} days' }, /braces/, 'messageTypes.T.template'],
    ['messageTypes.T', { channels: ['SMS'], template: 'in {{ }} days' }, /braces/, 'messageTypes.T.template'],
  ])('name %s = %j', (path, value, message, place = path) => {
    const expected = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(problemsOf(change(path, value))[0]).toEqual({ path: place, message: expected });
  });

  test('name two keys that share an id, or a secret, even beside another mistake', () => {
    const broken = { id: 'k3', secret: 'short' };
    const sameId = [{ id: 'k1', secret: SECRET }, { id: 'k1', secret: `${SECRET}.` }, broken];
    const sameSecret = [{ id: 'k1', secret: SECRET }, { id: 'k2', secret: SECRET }, broken];
    const messages = (keys: unknown) => problemsOf(change('callback.signingKeys', keys)).map(({ message }) => message);
    expect(messages(sameId)).toContain('two keys share an id');
    expect(messages(sameId)).not.toContain('two keys share a secret');
    expect(messages(sameSecret)).toContain('two keys share a secret');
    expect(messages(sameSecret)).not.toContain('two keys share an id');
  });

  test.each([undefined, null, 'options', []])('are refused as a whole when they are %j', (value) => {
    expect(failureOf(value).code).toBe('ERR_CONFIG_INVALID');
  });
});
