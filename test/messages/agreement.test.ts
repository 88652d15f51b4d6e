/**
 * What the client lets out and what the sandbox takes are two readings of one spec, made apart: whatever one of them
 * accepts and the other refuses is a mistake in one of them.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCenterClient } from '../../src/center/create-center-client.ts';
import type { MessageSendRequest, MessageTypes } from '../../src/index.ts';
import { checkMessage } from '../../src/messages/check-message.ts';
import { createSandbox, type SandboxMessageTypes } from '../../src/sandbox/index.ts';
import { CHANNELS } from '../support/inner/protocol.ts';
import { checkMessageSend, isObject } from '../support/inner/sandbox.ts';

/** The same types are declared on both sides. */
const TYPES = {
  PLAIN: { channels: ['WEBSITE', 'SUPERAPP'], template: 'Closed.' },
  SINGLE: { channels: ['SMS', 'MAIL', 'WEBSITE', 'WECHAT'], template: '{{a}} and {{ b }} and {{a}}' },
  EACH: {
    channels: ['SMS', 'MAIL', 'WEBSITE'],
    templates: { SMS: '{{a}}', MAIL: '{{a}} {{b}} {{toString}}', WEBSITE: 'Closed.' },
  },
} as const satisfies MessageTypes & SandboxMessageTypes;

const oddValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 1.5, '', ' ', ',', 'SMS', 'true', '2025-02-29 10:00:00'),
  fc.constantFrom<unknown>([], {}, [null], ['SMS'], ['FAX'], ['sms'], [1], ['SMS', 'SMS'], { a: null }, { SMS: null }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A whole object, or one with fields left out, given odd values, or added, now and then. */
function damaged(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  const names = Object.keys(fields);
  const damage = fc.tuple(fc.constantFrom(...names, 'unheardOf'), fc.oneof(fc.constant(undefined), oddValue));
  const damages = fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(damage, { maxLength: 2 }) },
  );
  return fc
    .tuple(fc.record(fields), damages)
    .map(([object, changes]) => ({ ...object, ...Object.fromEntries(changes) }));
}

const text = fc.oneof(fc.string({ minLength: 1, maxLength: 5 }), fc.constantFrom('', ' ', 'x'));
const value = fc.oneof({ weight: 9, arbitrary: fc.constantFrom<unknown>('x', '', 3, ['x']) }, oddValue);
const variables = fc
  .tuple(damaged({ a: value, b: value, toString: value }), fc.boolean())
  .map(([object, isEmpty]) => (isEmpty ? {} : object));
const eachChannel = fc.record(
  { SMS: variables, MAIL: variables, WEBSITE: variables, SUPERAPP: variables },
  { requiredKeys: [] },
);
const paramValueJson = fc.oneof(
  damaged({ a: value, b: value }),
  damaged({ SMS: variables, MAIL: variables }),
  eachChannel,
);

const people = fc.constantFrom('anna', 'anna,bo', ' bo , anna', 'nobody', 'anna;bo');
const sometimes = (odd: fc.Arbitrary<unknown>) => fc.option(odd, { freq: 2, nil: undefined });
const twoDigits = fc.integer({ min: 0, max: 40 }).map((number) => String(number).padStart(2, '0'));
const time = fc
  .tuple(fc.constantFrom('2024', '2025', '0000'), fc.array(twoDigits, { minLength: 5, maxLength: 5 }))
  .map(([year, [month, day, hour, minute, second]]) => `${year}-${month}-${day} ${hour}:${minute}:${second}`);

const request = damaged({
  appId: fc.constant('approvals'),
  messageTypeCode: fc.constantFrom('PLAIN', 'SINGLE', 'SINGLE', 'EACH', 'EACH'),
  sendId: sometimes(text),
  sendTime: sometimes(fc.oneof(time, fc.constant('2024-02-29 10:00:00'))),
  sendType: sometimes(fc.oneof(fc.subarray(['SMS', 'MAIL', 'WEBSITE']), fc.subarray([...CHANNELS]))),
  promise: sometimes(fc.boolean()),
  importantIdentity: sometimes(fc.boolean()),
  toPersons: fc.oneof({ weight: 5, arbitrary: people }, { weight: 1, arbitrary: fc.constantFrom('', ',', undefined) }),
  toDepts: sometimes(fc.constantFrom('d-sales', 'd-sales, d-accounts', '')),
  toGroups: sometimes(fc.constantFrom('legal', 'nothing', '')),
  toPhones: sometimes(fc.constantFrom('+15550101', '5550102, five', ' ')),
  toEmails: sometimes(fc.constantFrom('a@b.example', 'a@b.example,nowhere', '')),
  excludeUser: sometimes(people),
  signOff: sometimes(text),
  data: damaged({
    title: fc.oneof({ weight: 9, arbitrary: fc.constant('Title') }, text),
    paramValueJson,
    handleKey: sometimes(text),
    coverImageUrl: sometimes(text),
    filesUrl: sometimes(text),
    mobileUrl: sometimes(text),
    url: sometimes(text),
    signOff: sometimes(text),
  }),
});

/** What arrives has been through JSON: fields that are undefined are not there. */
function throughJson(given: unknown): unknown {
  return JSON.parse(JSON.stringify(given));
}

function clientAccepts(raw: unknown): boolean {
  return checkMessage(raw as MessageSendRequest, TYPES).problems.length === 0;
}

/** The types of both sides are the same, but a host may name one it has not declared: only the center knows then. */
function isUndeclared(raw: unknown): boolean {
  return isObject(raw) && typeof raw.messageTypeCode === 'string' && !Object.hasOwn(TYPES, raw.messageTypeCode);
}

function sandboxAccepts(raw: unknown): boolean {
  return isObject(raw) && !('code' in checkMessageSend(raw, TYPES, 'refuse'));
}

describe('Resources, Message send request: the client and the sandbox read the same spec', () => {
  it('agree on every request, near the valid ones', () => {
    const counts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(request, (given) => {
        const raw = throughJson(given);
        const isAccepted = sandboxAccepts(raw);
        counts[isAccepted ? 'accepted' : 'refused'] += 1;
        if (isUndeclared(raw)) expect(isAccepted).toBe(false);
        else expect(clientAccepts(raw)).toBe(isAccepted);
      }),
      { numRuns: 3000 },
    );
    // Neither answer may be the only one, or the agreement says nothing.
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(300);
  });

  it('agree on any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (raw) => {
        fc.pre(!isUndeclared(raw));
        expect(clientAccepts(raw)).toBe(sandboxAccepts(raw));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the client and the sandbox over HTTP', () => {
  // Whom a message reaches is for the center to know: a promise is no reason to refuse here.
  const open = () => createSandbox({ messageTypes: TYPES, switches: { promisedMessage: 'as-others' } });
  let sandbox: Awaited<ReturnType<typeof open>>;
  let center: ReturnType<typeof createCenterClient>;

  beforeAll(async () => {
    sandbox = await open();
    const { baseUrl, authUrl } = sandbox;
    const credentials = { clientId: 'approvals-client', clientSecret: 'approvals-secret' };
    center = createCenterClient({ baseUrl, authUrl, ...credentials, timeoutMs: 10_000, clock: Date.now });
    return async () => {
      await center.close();
      await sandbox.close();
    };
  });

  it('what the client accepts is sent, and what it refuses would be refused', async () => {
    const counts = { sent: 0, refused: 0 };
    let number = 0;
    await fc.assert(
      fc.asyncProperty(request, async (given) => {
        const raw = throughJson(given) as MessageSendRequest;
        fc.pre(!isUndeclared(raw) && raw.appId === 'approvals');
        number += 1;
        const sendId = `s-${number}`;
        const outcome = await center.sendMessage({ ...raw, sendId });
        const kind = clientAccepts({ ...raw, sendId }) ? 'sent' : 'refused';
        counts[kind] += 1;
        expect(outcome.kind).toBe(kind);
        expect(sandbox.sentMessage(sendId) !== undefined).toBe(kind === 'sent');
      }),
      { numRuns: 500 },
    );
    expect(Math.min(counts.sent, counts.refused)).toBeGreaterThan(15);
  });
});
