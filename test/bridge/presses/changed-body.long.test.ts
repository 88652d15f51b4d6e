/**
 * A body that was changed on the way, under the recipes that do not notice it (docs/security.md): it may
 * be read as another opinion or another time, and as nothing else. Task and button are in the signed address, and whose
 * account it is stands in the token.
 */
import { expect, test } from 'vitest';
import type { CipherOptions } from '../../../src/index.ts';
import { type FuzzBridge, startFuzzBridge } from '../../fuzz/fuzz-bridge.ts';
import { CHANGES, changeByte, makePress, type SplitPress, send } from './changed-call.ts';

const key = Buffer.alloc(16, 7).toString('base64');
const RECIPES: readonly Exclude<CipherOptions, (...args: never[]) => unknown>[] = [
  { kind: 'none' },
  { kind: 'aes-cbc', key, ivPrefixed: true },
  { kind: 'aes-ecb', key },
  { kind: 'sm4-cbc', key, iv: key },
];
const METHODS = ['POST', 'GET'] as const;
/** Every recipe, and by each method two of them. */
const CALLS = RECIPES.flatMap((cipher, index) =>
  METHODS.slice(index % 2, (index % 2) + 1).map((method) => [method, cipher.kind, cipher] as const),
);

interface Judged {
  readonly applied: readonly SplitPress[];
  readonly refused: number;
  readonly wrong: readonly string[];
}

/** Sends presses with each byte of the body changed, a new one whenever the last was applied. */
async function pressChanged(world: FuzzBridge, makeGood: () => Promise<SplitPress>): Promise<Judged> {
  const applied: SplitPress[] = [];
  const wrong: string[] = [];
  let refused = 0;
  for (const change of Object.values(CHANGES)) {
    let good = await makeGood();
    for (let at = 0; at < good.body.length; at += 1) {
      const call = changeByte(good, 'body', at, change);
      if (call === undefined) continue;
      const steps = world.steps();
      const { status, text } = await send(world, call);
      const { code } = JSON.parse(text || '{}') as { code?: number };
      const rows = world.changedRows();
      const isApplied = status === 200 && code === 0;
      const isForeign = rows.some(({ owner }) => !owner.startsWith(instanceOf(good)));
      if (isForeign || world.steps() - steps !== (isApplied ? 1 : 0)) wrong.push(`byte ${at}: ${status} ${text}`);
      if (isApplied) {
        applied.push(good);
        await world.catchUp();
        good = await makeGood();
      } else {
        refused += 1;
        if (status < 400 || status >= 500 || rows.length > 0) wrong.push(`byte ${at}: ${status} ${text}`);
      }
    }
  }
  return { applied, refused, wrong };
}

const instanceOf = ({ task }: SplitPress) => task.taskId.replace(/\.\d+$/, '');

test.each(CALLS)(
  'a press by %s under %s in whose body any one byte is changed is refused and writes nothing, or is that press by that person',
  async (method, kind, cipher) => {
    await using world = await startFuzzBridge(cipher);
    const { applied, refused, wrong } = await pressChanged(world, () => makePress(world, cipher, method));
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(100);
    // Of the other two a whole block is garbled, which is hardly ever UTF-8.
    if (kind === 'none' || kind === 'aes-cbc') expect(applied.length).toBeGreaterThan(0);
    const { tasks = [] } = world.dump() as Record<string, readonly Record<string, unknown>[]>;
    const closed = new Map(tasks.map((row) => [row.task_id, [row.state, row.handler, row.handle_status]]));
    for (const { task, label } of applied) expect(closed.get(task.taskId)).toEqual(['FINISH', task.handler, label]);
  },
  180_000,
);
