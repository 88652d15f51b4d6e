/** Every recipe in each of its spellings: what the sandbox encrypts, the bridge reads, over HTTP and by every method. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CipherOptions } from '../../src/index.ts';
import type { CallbackCipher } from '../../src/sandbox/index.ts';
import { createWorld } from '../bridge/world.ts';
import { end, processFile, start, userTask } from '../support/bpmn-xml.ts';

const ENCODINGS = ['base64', 'hex', 'utf8'] as const;
const PLACES = [{ field: 'data' }, { field: 'sealed text' }, 'raw'] as const;
type Encoding = (typeof ENCODINGS)[number];
type Kind = 'aes-cbc' | 'sm4-cbc' | 'aes-ecb' | 'aes-gcm';

interface Variant {
  readonly kind: Kind;
  readonly keyBytes: number;
  /** Of the ciphers that let one choose. */
  readonly iv?: 'fixed' | 'prefixed';
}

const AES_BYTES = [16, 24, 32];
const VARIANTS: readonly Variant[] = [
  ...AES_BYTES.flatMap((keyBytes) =>
    (['fixed', 'prefixed'] as const).map((iv) => ({ kind: 'aes-cbc', keyBytes, iv }) as const),
  ),
  ...(['fixed', 'prefixed'] as const).map((iv) => ({ kind: 'sm4-cbc', keyBytes: 16, iv }) as const),
  ...AES_BYTES.map((keyBytes) => ({ kind: 'aes-ecb', keyBytes }) as const),
  ...AES_BYTES.map((keyBytes) => ({ kind: 'aes-gcm', keyBytes }) as const),
];

/** Every variant in every place; the spellings go round, so that each kind meets each of them. */
const ROWS = VARIANTS.flatMap((variant, row) =>
  PLACES.map((body, column) => ({
    ...variant,
    body,
    dataEncoding: (['base64', 'hex'] as const)[(row + column) % 2] ?? 'base64',
    keyEncoding: ENCODINGS[(row + column) % 3] ?? 'base64',
    ivEncoding: ENCODINGS[(row + 2 * column) % 3] ?? 'base64',
  })),
);
type Row = (typeof ROWS)[number];

/** So many bytes as the text of an option: in utf8 they must be characters. */
function write(bytes: number, encoding: Encoding): string {
  return encoding === 'utf8'
    ? randomBytes(bytes).toString('hex').slice(0, bytes)
    : randomBytes(bytes).toString(encoding);
}

function optionsOf({ kind, keyBytes, iv, body, dataEncoding, keyEncoding, ivEncoding }: Row) {
  const keyed = { key: write(keyBytes, keyEncoding), keyEncoding, dataEncoding, body };
  if (kind === 'aes-ecb' || kind === 'aes-gcm') return { kind, ...keyed };
  return { kind, ...keyed, ...(iv === 'fixed' ? { iv: write(16, ivEncoding), ivEncoding } : { ivPrefixed: true }) };
}

const THREE = processFile(
  [...['a', 'b', 'c'].map((id) => userTask(id, { assignee: 'anna' })), start(), end()],
  'start > a > b > c > end',
);

const METHODS = ['post', 'put', 'get'] as const;
type Method = (typeof METHODS)[number];

/** Presses one task by each method. */
async function expectUnderstood(
  cipher: CipherOptions,
  callbackCipher: CallbackCipher,
  methods: readonly Method[] = METHODS,
): Promise<void> {
  await using world = await createWorld({ callback: { cipher }, sandbox: { callbackCipher } });
  await world.bridge.deploy(THREE);
  const { instanceId } = await world.bridge.start('process', { initiator: 'anna' });
  await world.bridge.idle();
  for (const [index, method] of methods.entries()) {
    const opinions = `同意 & done? ${method}`;
    const press = { action: 'Handle', account: 'anna', opinions, method };
    const { status, body } = await world.sandbox.press(`${instanceId}.${index + 1}`, press);
    expect([method, status, body]).toMatchObject([method, 200, { code: 0 }]);
    await world.bridge.idle();
  }
  const tasks = await world.bridge.tasks.list({ instanceId });
  const pressed = tasks.slice(0, methods.length);
  expect(pressed.map(({ opinions }) => opinions)).toEqual(methods.map((method) => `同意 & done? ${method}`));
}

test('the table holds each spelling of each kind', () => {
  const met = (kind: Kind, field: keyof Row) =>
    new Set(ROWS.filter((row) => row.kind === kind).map((row) => JSON.stringify(row[field])));
  for (const kind of ['aes-cbc', 'sm4-cbc', 'aes-ecb', 'aes-gcm'] as const) {
    const counts = (['body', 'dataEncoding', 'keyEncoding'] as const).map((field) => met(kind, field).size);
    expect([kind, ...counts]).toEqual([kind, PLACES.length, 2, ENCODINGS.length]);
  }
  const fixed = ROWS.filter(({ iv }) => iv === 'fixed');
  for (const kind of ['aes-cbc', 'sm4-cbc'] as const) {
    const spellings = fixed.filter((row) => row.kind === kind).map(({ ivEncoding }) => ivEncoding);
    expect([kind, new Set(spellings).size]).toEqual([kind, ENCODINGS.length]);
  }
});

/** The variants take turns, so that each place of the body meets every method. */
const ROWS_BY_METHOD = ROWS.map((row, index) => {
  const method = METHODS[Math.floor(index / PLACES.length) % METHODS.length] ?? 'post';
  return { ...row, methods: [method] };
});

test.each(ROWS_BY_METHOD)('$kind, $keyBytes bytes in $keyEncoding, iv $iv, $dataEncoding in $body', async (row) => {
  const options = optionsOf(row);
  await expectUnderstood(options, options, row.methods);
});

test.each([['none' as const], [{ kind: 'none' } as const]])('%j', async (callbackCipher) => {
  await expectUnderstood({ kind: 'none' }, callbackCipher);
});

test('a function of the host on either side, over the body alone', async () => {
  const turn = (text: string) => [...text].toReversed().join('');
  const read = (body: Uint8Array) => JSON.parse(turn(Buffer.from(body).toString('utf8')));
  await expectUnderstood(read, turn);
});

test('a function of the host on either side, with what it needs in a header', async () => {
  const key = randomBytes(32);
  const encrypt = (plain: string) => {
    const iv = randomBytes(16);
    const blocks = createCipheriv('aes-256-ctr', key, iv);
    const text = Buffer.concat([blocks.update(plain, 'utf8'), blocks.final()]).toString('base64');
    return { text, headers: { 'x-iv': iv.toString('hex'), 'content-type': 'application/x-sealed' } };
  };
  const decrypt = (body: Uint8Array, headers: Headers) => {
    const blocks = createDecipheriv('aes-256-ctr', key, Buffer.from(headers.get('x-iv') ?? '', 'hex'));
    const data = Buffer.from(Buffer.from(body).toString('latin1'), 'base64');
    return JSON.parse(Buffer.concat([blocks.update(data), blocks.final()]).toString('utf8'));
  };
  await expectUnderstood(decrypt, encrypt);
});
