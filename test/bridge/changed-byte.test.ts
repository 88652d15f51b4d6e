import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cipher as readCipher } from '../../src/config/cipher.ts';
import { type NamedRecipe, seal } from '../callback/seal.ts';
import { type FuzzBridge, startFuzzBridge } from '../fuzz/fuzz-bridge.ts';

const options = { kind: 'aes-gcm', key: Buffer.alloc(32, 7).toString('base64') } as const;
const recipe = readCipher.parse(options) as NamedRecipe;

interface Parts {
  readonly address: string;
  readonly body: string;
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

async function send(world: FuzzBridge, { address, body, token }: Parts): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-id-token': token, uuid: randomUUID() };
  return world.fetch(new Request(address, { method: 'POST', headers, body }));
}

/** Another character in the place of one; undefined where the client would send the same. */
const CHANGES: Record<string, (character: string) => string> = {
  'its lowest bit': (character) => String.fromCharCode(character.charCodeAt(0) ^ 1),
  'its case': (character) => String.fromCharCode(character.charCodeAt(0) ^ 0x20),
  'a letter for it': (character) => (character === 'A' ? 'B' : 'A'),
  'a space for it': () => ' ',
};

test.each(Object.entries(CHANGES))(
  'a press in which any one byte of url, signature, body or token is changed (%s) is refused and writes nothing',
  async (_what, change) => {
    await using world = await startFuzzBridge(options);
    const press = await makePress(world);
    const before = { dump: world.dump(), version: world.version() };
    const accepted: string[] = [];
    let tried = 0;
    for (const part of ['address', 'body', 'token'] as const) {
      // Scheme, host and prefix are not signed: they may change while tasks are open.
      const from = part === 'address' ? press.address.indexOf('/tasks/') : 0;
      for (let at = from; at < press[part].length; at++) {
        const text = press[part];
        const other = { ...press, [part]: text.slice(0, at) + change(text.charAt(at)) + text.slice(at + 1) };
        if (isSame(part, text, other[part])) continue;
        const response = await send(world, other).catch(() => undefined);
        // Undefined: such a request cannot be sent.
        tried += response === undefined ? 0 : 1;
        if (response?.ok) accepted.push(`${part}, byte ${at}: ${response.status}`);
        if (world.version() !== before.version) accepted.push(`${part}, byte ${at} wrote`);
      }
    }
    expect(accepted).toEqual([]);
    expect(tried).toBeGreaterThan(300);
    expect(world.dump()).toEqual(before.dump);
    // The press itself is good.
    expect(await (await send(world, press)).json()).toMatchObject({ code: 0 });
  },
);

/** What a client makes of both is the same, so that nobody behind it can tell them apart. */
function isSame(part: keyof Parts, text: string, other: string): boolean {
  if (part === 'address') return new URL(text).href === new URL(other).href;
  return part === 'token' ? text.trim() === other.trim() : text === other;
}
