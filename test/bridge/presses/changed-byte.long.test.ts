import { expect, test } from 'vitest';
import { type FuzzBridge, startFuzzBridge } from '../../fuzz/fuzz-bridge.ts';
import { CHANGES, changeByte, makePress, type Part, type SplitCall, send } from './changed-call.ts';

const options = { kind: 'aes-gcm', key: Buffer.alloc(32, 7).toString('base64') } as const;

/** Sends the call with each byte of the parts changed; hears of those that were not refused or wrote something. */
async function sendChanged(
  world: FuzzBridge,
  good: SplitCall,
  parts: readonly Part[],
  change: (character: string) => string,
): Promise<{ readonly tried: number; readonly wrong: readonly string[] }> {
  const version = world.version();
  const wrong: string[] = [];
  let tried = 0;
  for (const part of parts) {
    const text = good[part];
    // Scheme, host and prefix are not signed: they may change while tasks are open.
    for (let at = part === 'address' ? text.search(/\/task(s|-status)\//) : 0; at < text.length; at += 1) {
      const call = changeByte(good, part, at, change);
      if (call === undefined) continue;
      const { status } = await send(world, call);
      tried += 1;
      if (status < 400 || status >= 500) wrong.push(`${part}, byte ${at}: ${status}`);
      if (world.version() !== version) wrong.push(`${part}, byte ${at} wrote`);
    }
  }
  return { tried, wrong };
}

const WHAT = Object.entries(CHANGES);
const IN_ASCII = WHAT.filter(([, change]) => change('a') <= '\x7f');
const PRESSES = [
  ...WHAT.map(([what, change]) => ['POST', what, change] as const),
  // The bytes of its query are in the path.
  ...IN_ASCII.map(([what, change]) => ['GET', what, change] as const),
];

test.each(PRESSES)(
  'a press by %s in which any one byte of url, signature, body or token is changed (%s) is refused and writes nothing',
  async (method, _what, change) => {
    await using world = await startFuzzBridge(options);
    const press = await makePress(world, options, method);
    const before = world.dump();
    const { tried, wrong } = await sendChanged(world, press, ['address', 'body', 'token'], change);
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(change('a') > '\x7f' ? 100 : 300);
    expect(world.dump()).toEqual(before);
    // The press itself is good.
    expect(JSON.parse((await send(world, press)).text)).toMatchObject({ code: 0 });
  },
);

test.each(IN_ASCII)(
  'a question for the state of tasks in whose address any one byte is changed (%s) is refused and writes nothing',
  async (_what, change) => {
    await using world = await startFuzzBridge(options);
    const taskIds = world.openTasks().map(({ taskId }) => taskId);
    const question: SplitCall = {
      ...{ method: 'POST', address: world.statusPath, body: JSON.stringify({ taskIds }), token: '' },
    };
    const before = world.dump();
    const { tried, wrong } = await sendChanged(world, question, ['address'], change);
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(50);
    const { data } = JSON.parse((await send(world, question)).text) as { data: { taskId: string }[] };
    expect(data.map(({ taskId }) => taskId)).toEqual(taskIds);
    expect(world.dump()).toEqual(before);
  },
);
