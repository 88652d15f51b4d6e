import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cipher as readCipher } from '../../src/config/cipher.ts';
import { type NamedRecipe, seal } from '../callback/seal.ts';
import { type FuzzBridge, startFuzzBridge } from '../fuzz/fuzz-bridge.ts';
import type { WireAnswer } from '../fuzz/http-client.ts';

const options = { kind: 'aes-gcm', key: Buffer.alloc(32, 7).toString('base64') } as const;
const recipe = readCipher.parse(options) as NamedRecipe;

interface Parts {
  readonly address: string;
  readonly body: string;
  /** Of a person; the task-status callback has none. */
  readonly token: string;
}

/** An honest press by the handler of the first open task, in the parts that may be changed on the way. */
async function makePress(world: FuzzBridge): Promise<Parts> {
  const [task] = world.openTasks();
  const [button] = task?.buttons ?? [];
  if (task === undefined || button === undefined) throw new Error('there is no open task');
  const parameters = { accountName: task.handler, opinions: '同意', nextNodeKey: '', time: '2026-03-01 10:00:00' };
  const { body } = seal(recipe, JSON.stringify(parameters));
  return { address: world.sign(task.taskId, button.actionKey), body, token: await world.tokenOf(task.handler) };
}

async function send(world: FuzzBridge, { address, body, token }: Parts): Promise<WireAnswer> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== '' && { 'x-id-token': token, uuid: randomUUID() }),
  };
  return world.send({ method: 'POST', path: address, headers, body: Buffer.from(body) });
}

/** Another character in the place of one. */
const CHANGES: Record<string, (character: string) => string> = {
  'its lowest bit': (character) => String.fromCharCode(character.charCodeAt(0) ^ 1),
  'its case': (character) => String.fromCharCode(character.charCodeAt(0) ^ 0x20),
  'a letter for it': (character) => (character === 'A' ? 'B' : 'A'),
  'a space for it': () => ' ',
};

/** Sends the call with each byte of the parts changed; hears of those that were not refused or wrote something. */
async function changeEachByte(
  world: FuzzBridge,
  good: Parts,
  parts: readonly (keyof Parts)[],
  change: (character: string) => string,
): Promise<{ readonly tried: number; readonly wrong: readonly string[] }> {
  const version = world.version();
  const wrong: string[] = [];
  let tried = 0;
  for (const part of parts) {
    const text = good[part];
    // Scheme, host and prefix are not signed: they may change while tasks are open.
    const from = part === 'address' ? text.search(/\/task(s|-status)\//) : 0;
    for (let at = from; at < text.length; at++) {
      const changed = { ...good, [part]: text.slice(0, at) + change(text.charAt(at)) + text.slice(at + 1) };
      if (isSame(part, text, changed[part])) continue;
      const { status } = await send(world, changed);
      tried += 1;
      if (status < 400 || status >= 500) wrong.push(`${part}, byte ${at}: ${status}`);
      if (world.version() !== version) wrong.push(`${part}, byte ${at} wrote`);
    }
  }
  return { tried, wrong };
}

/** What a server makes of both is the same, so that nobody behind it can tell them apart. */
function isSame(part: keyof Parts, text: string, other: string): boolean {
  if (part === 'address') return new URL(text, 'http://any').href === new URL(other, 'http://any').href;
  return part === 'token' ? text.trim() === other.trim() : text === other;
}

test.each(Object.entries(CHANGES))(
  'a press in which any one byte of url, signature, body or token is changed (%s) is refused and writes nothing',
  async (_what, change) => {
    await using world = await startFuzzBridge(options);
    const press = await makePress(world);
    const before = world.dump();
    const { tried, wrong } = await changeEachByte(world, press, ['address', 'body', 'token'], change);
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(300);
    expect(world.dump()).toEqual(before);
    // The press itself is good.
    expect(JSON.parse((await send(world, press)).text)).toMatchObject({ code: 0 });
  },
);

test.each(Object.entries(CHANGES))(
  'a question for the state of tasks in whose address any one byte is changed (%s) is refused and writes nothing',
  async (_what, change) => {
    await using world = await startFuzzBridge(options);
    const taskIds = world.openTasks().map(({ taskId }) => taskId);
    const question = { address: world.statusPath, body: JSON.stringify({ taskIds }), token: '' };
    const before = world.dump();
    const { tried, wrong } = await changeEachByte(world, question, ['address'], change);
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(50);
    const { data } = JSON.parse((await send(world, question)).text) as { data: { taskId: string }[] };
    expect(data.map(({ taskId }) => taskId)).toEqual(taskIds);
    expect(world.dump()).toEqual(before);
  },
);
