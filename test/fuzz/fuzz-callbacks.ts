import { isDeepStrictEqual } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { CipherRecipe } from '../../src/callback/cipher.ts';
import { cipher as readCipher } from '../../src/config/cipher.ts';
import type { CipherOptions } from '../../src/index.ts';
import { type NamedRecipe, seal } from '../callback/seal.ts';
import { createRandom, type Random } from '../support/random.ts';
import { type FuzzBridge, type OpenTask, startFuzzBridge } from './fuzz-bridge.ts';
import { type Call, makeHonestCall, mutateCall, mutateText, pick, TIME } from './make-call.ts';

const key = Buffer.alloc(16, 7).toString('base64');
/** AES-GCM takes half of the calls: only there a changed body must never be accepted. */
const RECIPES: readonly [CipherOptions, number][] = [
  [{ kind: 'aes-gcm', key }, 0.5],
  [{ kind: 'none' }, 0.2],
  [{ kind: 'aes-cbc', key, ivPrefixed: true, body: 'raw', dataEncoding: 'hex' }, 0.1],
  [{ kind: 'aes-ecb', key }, 0.1],
  [{ kind: 'sm4-cbc', key, iv: key, body: { field: 'sealed' } }, 0.1],
];

/** What the heap may grow by over a run: far less than one kilobyte for each call of a long one. */
const MOST_GROWTH_BYTES = 24 * 1024 * 1024;
const DUMP_EVERY = 100;
const HONEST_EVERY = 20;

export interface FuzzReport {
  readonly failures: readonly string[];
  /** How many calls were answered with that HTTP status and code. */
  readonly answers: Readonly<Record<string, number>>;
  readonly applied: number;
  readonly heapGrowthBytes: number;
}

/**
 * Sends mutated callbacks to real bridges; half of them are signed and encrypted after the mutation.
 * @param kind of one cipher, to make a failure again with the runs and the seed that made it
 */
export async function fuzzCallbacks(runs: number, seed: number, kind?: string): Promise<FuzzReport> {
  const failures: string[] = [];
  const answers: Record<string, number> = {};
  let applied = 0;
  let heapGrowthBytes = 0;
  const onRejection = (reason: unknown) => void failures.push(`unhandled rejection: ${reason}`);
  process.on('unhandledRejection', onRejection);
  try {
    for (const [options, share] of RECIPES) {
      if (kind !== undefined && recipeOf(options).kind !== kind) continue;
      const random = createRandom(seed);
      await using world = await startFuzzBridge(options);
      const recipe = recipeOf(options);
      const pressed = new Set<string>();
      const count = Math.round(runs * share);
      let heapBefore = heapBytes();
      for (let n = 0; n < count && failures.length < 10; n++) {
        // Caches fill and code is compiled first.
        if (n === Math.floor(count / 5)) heapBefore = heapBytes();
        const answer = await tryCall(world, recipe, random, n, pressed).catch((error: unknown) => ({
          fault: `${error}`,
          said: 'crash',
        }));
        answers[answer.said] = (answers[answer.said] ?? 0) + 1;
        if (answer.said === '200 0') applied += 1;
        if (answer.fault !== undefined) failures.push(`${recipe.kind}, seed ${seed}, call ${n}: ${answer.fault}`);
      }
      heapGrowthBytes = Math.max(heapGrowthBytes, heapBytes() - heapBefore);
      if (world.complaints.length > 0) failures.push(`${recipe.kind}: ${JSON.stringify(world.complaints.slice(0, 3))}`);
    }
    if (heapGrowthBytes > MOST_GROWTH_BYTES) failures.push(`the heap grew by ${heapGrowthBytes} bytes`);
  } finally {
    process.off('unhandledRejection', onRejection);
  }
  return { failures, answers, applied, heapGrowthBytes };
}

interface Tried {
  /** HTTP status and code. */
  readonly said: string;
  readonly fault?: string;
}

/** @param pressed replay keys of what was applied; it adds its own */
async function tryCall(
  world: FuzzBridge,
  recipe: NamedRecipe,
  random: Random,
  n: number,
  pressed: Set<string>,
): Promise<Tried> {
  const task = pick(random, world.openTasks());
  const call = makeHonestCall(random, task);
  const isHonest = n % HONEST_EVERY === 0;
  const isSigned = isHonest || n % 2 === 0;
  if (!isHonest && isSigned) mutateCall(call, random, world);
  const sent = await send(world, recipe, call, isSigned ? undefined : random);
  if (sent === undefined) return { said: 'no request' };

  const isWatched = n % DUMP_EVERY === 1;
  const dump = isWatched ? world.dump() : undefined;
  const [stepsBefore, versionBefore] = [world.steps(), world.version()];
  const response = await world.fetch(sent.request);
  const { code } = (await response.json()) as { code: number };
  const said = `${response.status} ${code}`;
  const steps = world.steps() - stepsBefore;
  if (response.status === 200 && code === 0) {
    await world.settle();
    if (steps > 1) return { said, fault: `${steps} steps for one press` };
    // A repeat hears 0 too, and is no step.
    const replayKey = JSON.stringify([call.uuid, call.taskId, call.actionKey]);
    if (steps === 0) {
      return pressed.has(replayKey) ? { said } : { said, fault: `0 without a step: ${describe(call, sent.request)}` };
    }
    pressed.add(replayKey);
    return mayApply(call, task, world, sent.isBodyChanged && recipe.kind !== 'aes-gcm') && !sent.isAddressChanged
      ? { said }
      : { said, fault: `applied what was not pressed: ${describe(call, sent.request)}` };
  }
  if (isHonest) return { said, fault: `an honest press was answered ${said}: ${describe(call, sent.request)}` };
  if (steps !== 0) return { said, fault: `answered ${said} after a step` };
  if (response.status >= 500) return { said, fault: `answered ${said}: ${describe(call, sent.request)}` };
  // What was decided is kept under its replay key; what was not accepted leaves nothing at all.
  if (response.status !== 200 && world.version() !== versionBefore) return { said, fault: `${said} wrote` };
  if (isWatched && !isDeepStrictEqual(world.dump(), dump)) return { said, fault: `${said} changed the database` };
  return { said };
}

interface Sent {
  readonly request: Request;
  readonly isAddressChanged: boolean;
  readonly isBodyChanged: boolean;
}

/** @param noise changes a byte or more of what is sent, after it was signed and encrypted */
async function send(
  world: FuzzBridge,
  recipe: NamedRecipe,
  call: Call,
  noise: Random | undefined,
): Promise<Sent | undefined> {
  const sealed = seal(recipe, JSON.stringify(call.parameters) ?? 'null');
  const honest = {
    address: signOrInvent(world, call),
    text: call.method === 'GET' ? sealed.query : sealed.body,
    token: await world.tokenOf(call.tokenOf, call.isTokenGood),
  };
  const changed = { ...honest };
  const part = noise && pick(noise, ['address', 'text', 'text', 'token'] as const);
  if (noise && part) {
    const from = part === 'address' ? honest.address.indexOf('/tasks/') : 0;
    changed[part] = honest[part].slice(0, from) + mutateText(honest[part].slice(from), noise);
  }
  try {
    const isGet = call.method === 'GET';
    const request = new Request(isGet ? `${changed.address}?${changed.text}` : changed.address, {
      method: call.method,
      headers: headersOf(call, changed.token),
      ...(isGet ? {} : { body: Buffer.from(changed.text) }),
    });
    // Host and prefix are not signed.
    const path = (url: string) => new URL(url).pathname.replace(/^.*(?=\/tasks\/)/, '');
    return {
      request,
      isAddressChanged: path(request.url) !== path(honest.address),
      isBodyChanged: changed.text !== honest.text,
    };
  } catch {
    // Such a request cannot be made.
    return undefined;
  }
}

function headersOf({ uuid, contentType }: Call, token: string): Headers {
  const headers = new Headers({ 'x-id-token': token });
  if (uuid !== '') headers.set('uuid', uuid);
  if (contentType !== '') headers.set('content-type', contentType);
  return headers;
}

function signOrInvent(world: FuzzBridge, { taskId, actionKey }: Call): string {
  try {
    return world.sign(taskId, actionKey);
  } catch {
    return `http://bridge.example/tasks/${encodeURIComponent(taskId)}/x/k1.x`;
  }
}

/** Whether somebody pressed this: the handler of a task that was open, on one of its buttons, at a time there is. */
function mayApply(call: Call, pressed: OpenTask, world: FuzzBridge, isBodyFree: boolean): boolean {
  // The task of the call may be another one that was open before; by now it is closed.
  const isOpen = call.taskId === pressed.taskId || world.closedTasks().includes(call.taskId);
  if (!isOpen || !call.isTokenGood) return false;
  if (isBodyFree) return true;
  const { accountName, time } = call.parameters as Record<string, unknown>;
  return accountName === call.tokenOf && (accountName === 'anna' || accountName === 'bo') && time === TIME;
}

function describe(call: Call, request: Request): string {
  return JSON.stringify({ ...call, url: request.url.slice(0, 300) }).slice(0, 1500);
}

function recipeOf(options: CipherOptions): NamedRecipe {
  const recipe: CipherRecipe = readCipher.parse(options);
  if (typeof recipe === 'function') throw new Error('only named recipes are fuzzed');
  return recipe;
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
