import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/index.ts';
import { Secret } from '../../src/secret.ts';
import { createCipher } from '../support/inner/callback.ts';
import {
  actionUrl,
  BUTTON_URL,
  createDesk,
  PARAMETERS,
  pressRequest,
  SIGNING_KEYS,
  TASK_ID,
} from './callback-fixture.ts';

const PRESS = {
  taskId: TASK_ID,
  actionKey: 'approve',
  uuid: 'u-1',
  account: 'zhang.san',
  opinions: 'fine with me',
  nextNodeKey: 'director',
  pressedAt: Date.parse('2024-05-06T07:08:09+08:00'),
  fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
};

async function fingerprintsOf(...bodies: object[]): Promise<string[]> {
  const { handle, presses } = createDesk();
  for (const body of bodies) await handle(pressRequest({ body: JSON.stringify(body) }));
  return presses.map(({ fingerprint }) => fingerprint);
}

describe('a button pressed in the center', () => {
  test.each(['POST', 'PUT'])('reaches the bridge by %s with everything the center said', async (method) => {
    const { handle, presses } = createDesk();
    expect((await handle(pressRequest({ method }))).status).toBe(200);
    expect(presses).toEqual([PRESS]);
  });

  test('reaches the bridge by GET with its parameters in the query, as the same press', async () => {
    const { handle, presses } = createDesk();
    await handle(pressRequest());
    await handle(pressRequest({ method: 'GET', url: `${BUTTON_URL}?${new URLSearchParams(PARAMETERS)}` }));
    expect(presses).toEqual([PRESS, presses[0]]);
  });

  test('reaches the bridge under another host and prefix', async () => {
    const { handle, presses } = createDesk();
    const { pathname } = new URL(BUTTON_URL);
    const url = `http://127.0.0.1:8080/other/prefix${pathname.replace('/bridge', '')}`;
    expect((await handle(pressRequest({ url }))).status).toBe(200);
    expect(presses).toHaveLength(1);
  });

  test('reaches the bridge with an address that the key of last year signed', async () => {
    const url = actionUrl(TASK_ID, 'approve');
    const { handle, presses } = createDesk({ signingKeys: [...SIGNING_KEYS].reverse() });
    expect((await handle(pressRequest({ url }))).status).toBe(200);
    expect(presses).toHaveLength(1);
  });

  test('is refused once its key was taken away', async () => {
    const { handle } = createDesk({ signingKeys: SIGNING_KEYS.slice(1) });
    expect((await handle(pressRequest())).status).toBe(401);
  });

  test('is refused when the address is that of another app', async () => {
    const { handle } = createDesk({ appId: 'purchase-app' });
    expect((await handle(pressRequest())).status).toBe(401);
  });

  test('needs neither opinion nor next node: absent, null and empty mean the same', async () => {
    const { accountName, time } = PARAMETERS;
    const { handle, presses } = createDesk();
    for (const nothing of [{}, { opinions: null, nextNodeKey: null }, { opinions: '', nextNodeKey: '' }]) {
      await handle(pressRequest({ body: JSON.stringify({ accountName, time, ...nothing }) }));
    }
    expect(presses).toEqual([{ ...PRESS, opinions: null, nextNodeKey: null }, presses[0], presses[0]]);
  });

  test('has its time read in the time zone of the center', async () => {
    const { handle, presses } = createDesk({ timeZone: 'UTC' });
    await handle(pressRequest());
    expect(presses).toMatchObject([{ pressedAt: Date.UTC(2024, 4, 6, 7, 8, 9) }]);
  });

  test('has another fingerprint when any parameter differs, and the same when only their order does', async () => {
    const [first, ...others] = await fingerprintsOf(
      PARAMETERS,
      { ...PARAMETERS, accountName: 'li.si' },
      { ...PARAMETERS, opinions: 'no' },
      { ...PARAMETERS, nextNodeKey: 'end' },
      { ...PARAMETERS, time: '2024-05-06 07:08:10' },
      { ...PARAMETERS, opinions: PARAMETERS.nextNodeKey, nextNodeKey: PARAMETERS.opinions },
    );
    expect(new Set([first, ...others]).size).toBe(6);
    const [reordered] = await fingerprintsOf(Object.fromEntries(Object.entries(PARAMETERS).reverse()));
    expect(reordered).toBe(first);
  });
});

describe('the parameters in the clear', () => {
  test.each([
    ['accountName is null', { accountName: undefined }],
    ['accountName is null', { accountName: '' }],
    ['time is null', { time: undefined }],
    ['accountName is null; time is null', { accountName: null, time: null }],
    ['time: must be a time of the form yyyy-MM-dd HH:mm:ss', { time: '06.05.2024 07:08' }],
    ['time: must be a time of the form yyyy-MM-dd HH:mm:ss', { time: '2024-02-30 07:08:09' }],
    ['time: this time does not exist in Asia/Shanghai', { time: '1986-05-04 02:30:00' }],
  ])('are answered 400 "%s"', async (message, change) => {
    const { handle, presses } = createDesk();
    const response = await handle(pressRequest({ body: JSON.stringify({ ...PARAMETERS, ...change }) }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 400, message });
    expect(presses).toEqual([]);
  });

  test.each(['[]', '"text"', 'null', '7'])('are refused as %s', async (body) => {
    const { handle } = createDesk();
    expect(await (await handle(pressRequest({ body }))).json()).toMatchObject({
      code: 400,
      message: 'the parameters are not a JSON object',
    });
  });

  test('are refused when one stands in the query twice', async () => {
    const { handle, presses } = createDesk();
    const url = `${BUTTON_URL}?${new URLSearchParams(PARAMETERS)}&accountName=li.si`;
    expect((await handle(pressRequest({ method: 'GET', url }))).status).toBe(400);
    expect(presses).toEqual([]);
  });

  test('are read from JSON with a charset, in any case', async () => {
    const { handle } = createDesk();
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    expect((await handle(pressRequest({ headers }))).status).toBe(200);
  });

  test('are refused in bytes that are not UTF-8, without quoting them in answer or log', async () => {
    const { handle, log } = createDesk();
    const body = Buffer.from(JSON.stringify({ ...PARAMETERS, opinions: 'einverstanden, Müller' }), 'latin1');
    const response = await handle(pressRequest({ body }));
    expect(response.status).toBe(400);
    expect(`${await response.text()}${JSON.stringify(log)}`).not.toContain('einverstanden');
  });
});

describe('encrypted parameters', () => {
  const key = randomBytes(16);
  const iv = randomBytes(16);
  const cipher = createCipher({
    kind: 'aes-cbc',
    key: new Secret(key.toString('base64')),
    keyEncoding: 'base64',
    iv: new Secret(iv.toString('base64')),
    ivEncoding: 'base64',
    dataEncoding: 'base64',
    body: { field: 'data' },
  });
  const encrypt = (parameters: unknown) => {
    const writer = createCipheriv('aes-128-cbc', key, iv);
    return Buffer.concat([writer.update(JSON.stringify(parameters)), writer.final()]);
  };
  const bodyOf = (data: Uint8Array) => JSON.stringify({ data: Buffer.from(data).toString('base64') });

  test('reach the bridge by POST, and by GET in the query field of the body', async () => {
    const { handle, presses } = createDesk({ cipher });
    const data = encrypt(PARAMETERS);
    await handle(pressRequest({ body: bodyOf(data) }));
    const query = new URLSearchParams({ data: data.toString('base64') });
    await handle(pressRequest({ method: 'GET', url: `${BUTTON_URL}?${query}` }));
    expect(presses).toEqual([PRESS, PRESS]);
  });

  test('are refused in the clear', async () => {
    const { handle, presses } = createDesk({ cipher });
    expect((await handle(pressRequest())).status).toBe(400);
    const url = `${BUTTON_URL}?${new URLSearchParams(PARAMETERS)}`;
    expect((await handle(pressRequest({ method: 'GET', url }))).status).toBe(400);
    expect(presses).toEqual([]);
  });

  test('that are wrong look the same from outside, wherever they are wrong', async () => {
    const good = encrypt(PARAMETERS);
    const badPadding = Buffer.from(good);
    badPadding[badPadding.length - 17] = (badPadding.at(-17) ?? 0) ^ 0x80;
    const badJson = Buffer.from(good);
    badJson[1] = (badJson[1] ?? 0) ^ 1;
    const bodies = [
      bodyOf(badPadding),
      bodyOf(badJson),
      bodyOf(good.subarray(0, 20)),
      bodyOf(encrypt({ ...PARAMETERS, time: 'yesterday' })),
      bodyOf(encrypt({ ...PARAMETERS, time: '1986-05-04 02:30:00' })),
      bodyOf(encrypt({ ...PARAMETERS, accountName: undefined })),
      bodyOf(encrypt('text')),
      '{"data":5}',
      'not JSON',
    ];
    const { handle, presses, log } = createDesk({ cipher });
    const answers = new Set<string>();
    for (const body of bodies) {
      const response = await handle(pressRequest({ body }));
      answers.add(JSON.stringify([response.status, [...response.headers], await response.text()]));
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toContain('the parameters cannot be read');
    expect(presses).toEqual([]);
    // The operator is told them apart, by reasons that quote nothing.
    expect(log.map(({ fields }) => fields?.reason).slice(0, 5)).toEqual([
      'the padding is wrong: another key or iv, or a changed text',
      'it is not JSON in UTF-8',
      'the cipher text is not a whole number of blocks',
      'time: must be a time of the form yyyy-MM-dd HH:mm:ss',
      'time: this time does not exist in Asia/Shanghai',
    ]);
  });

  test('can be opened by a function of the host, whose failures are told to nobody outside', async () => {
    const seen: string[] = [];
    const { handle, presses, log } = createDesk({
      cipher: createCipher(async (body, headers) => {
        seen.push(`${headers.get('content-type')} ${Buffer.from(body)}`);
        if (seen.length > 2) throw new RangeError('zhang.san has no key');
        return PARAMETERS;
      }),
    });
    await handle(pressRequest({ body: 'sealed', headers: { 'content-type': 'application/x-sealed' } }));
    await handle(pressRequest({ method: 'GET', url: `${BUTTON_URL}?data=sealed` }));
    const failed = await handle(pressRequest({ body: 'broken' }));
    expect(seen.slice(0, 2)).toEqual(['application/x-sealed sealed', 'application/json sealed']);
    expect(presses).toEqual([PRESS, PRESS]);
    expect(await failed.json()).toMatchObject({ code: 400, message: 'the parameters cannot be read' });
    expect(JSON.stringify(log)).toContain('RangeError');
    expect(JSON.stringify(log)).not.toContain('zhang.san');
  });
});

describe('the id token', () => {
  test('is handed to the host with the account and the headers of the call', async () => {
    const seen: unknown[] = [];
    const { handle, presses } = createDesk({
      idToken: async (token, account, headers) => {
        seen.push([token, account, headers.get('uuid')]);
        return true;
      },
    });
    expect((await handle(pressRequest())).status).toBe(200);
    expect(seen).toEqual([['token-of-zhang', 'zhang.san', 'u-1']]);
    expect(presses).toHaveLength(1);
  });

  test('is not looked at when the host trusts the center', async () => {
    const { handle } = createDesk({ idToken: 'trust-center' });
    expect((await handle(pressRequest({ headers: { 'x-id-token': '' } }))).status).toBe(200);
  });

  test('that cannot be checked now refuses the press in a way that may be repeated', async () => {
    const { handle, presses } = createDesk({ idToken: () => Promise.reject(new Error('no key server')) });
    expect((await handle(pressRequest())).status).toBe(503);
    expect(presses).toEqual([]);
  });
});

describe('what a stranger sends', () => {
  /** A body that never ends and counts what was taken from it. */
  function endlessBody() {
    const taken = { bytes: 0 };
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          taken.bytes += 1000;
          controller.enqueue(new Uint8Array(1000).fill(32));
        },
      },
      { highWaterMark: 0 },
    );
    return { body, taken };
  }

  test.each([
    ['no content-length', ''],
    ['a content-length that lies', '10'],
    ['a content-length that is no number', 'ten'],
  ])('is read no further than the limit with %s', async (_, length) => {
    const { body, taken } = endlessBody();
    const { handle } = createDesk({ maxBodyBytes: 4500 });
    expect((await handle(pressRequest({ body, headers: { 'content-length': length } }))).status).toBe(413);
    expect(taken.bytes).toBe(5000);
  });

  test.each([
    ['announced as too large', BUTTON_URL, { 'content-length': '4501' }, 413],
    ['without a signature of ours', `${BUTTON_URL}x`, {}, 401],
    ['at an address that is none', 'https://host.example/bridge/tasks', {}, 404],
    ['without a uuid', BUTTON_URL, { uuid: '' }, 400],
    ['of another content type', BUTTON_URL, { 'content-type': 'text/xml' }, 415],
  ])('is not read at all when it comes %s', async (_, url, headers, status) => {
    const { body, taken } = endlessBody();
    const { handle } = createDesk({ maxBodyBytes: 4500 });
    expect((await handle(pressRequest({ url, body, headers }))).status).toBe(status);
    expect(taken.bytes).toBe(0);
  });

  test('may be exactly as large as the limit', async () => {
    const body = JSON.stringify(PARAMETERS);
    const { handle } = createDesk({ maxBodyBytes: body.length });
    expect((await handle(pressRequest({ body }))).status).toBe(200);
    expect((await handle(pressRequest({ body: `${body} ` }))).status).toBe(413);
  });

  test('in a query is held to the same limit', async () => {
    const { handle } = createDesk({ maxBodyBytes: 200 });
    const query = new URLSearchParams({ ...PARAMETERS, opinions: 'x'.repeat(200) });
    expect((await handle(pressRequest({ method: 'GET', url: `${BUTTON_URL}?${query}` }))).status).toBe(413);
  });

  test('has a uuid of at most 128 characters', async () => {
    const { handle, presses } = createDesk();
    expect((await handle(pressRequest({ headers: { uuid: 'u'.repeat(129) } }))).status).toBe(400);
    expect((await handle(pressRequest({ headers: { uuid: 'u'.repeat(128) } }))).status).toBe(200);
    expect(presses).toHaveLength(1);
  });

  test.each(['HEAD', 'OPTIONS', 'DELETE', 'PATCH'])('by %s is answered 405', async (method) => {
    const { handle, presses } = createDesk();
    const response = await handle(pressRequest({ method }));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, PUT, GET');
    expect(presses).toEqual([]);
  });
});

test('a body that a body parser ate is answered 503, and the log says where to mount', async () => {
  const { handle, log, presses } = createDesk();
  const request = pressRequest();
  await request.json();
  expect((await handle(request)).status).toBe(503);
  expect(log).toMatchObject([{ fields: { reason: expect.stringContaining('in front of body parsers') } }]);
  expect(presses).toEqual([]);
});

test('an error of the bridge is logged in its own words', async () => {
  const { handle, log } = createDesk({}, () => Promise.reject(new InputError('ERR_CLOSED', 'the bridge is closed')));
  expect((await handle(pressRequest())).status).toBe(503);
  expect(log).toMatchObject([{ fields: { reason: 'the bridge is closed' } }]);
});
