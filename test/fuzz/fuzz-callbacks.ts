import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { CipherOptions } from '../../src/index.ts';
import type { NamedRecipe } from '../callback/seal.ts';
import type { CipherRecipe } from '../support/inner/callback.ts';
import { cipher as readCipher } from '../support/inner/config.ts';
import { createRandom, type Random } from '../support/random.ts';
import { type FuzzBridge, startFuzzBridge } from './fuzz-bridge.ts';
import { isPress, judgeBatch } from './judge-batch.ts';
import { replayKeyOf, sayingOf, verdictOf } from './judge-press.ts';
import type { Call, Known } from './known.ts';
import { makePress, makeQuestion } from './make-trial.ts';
import { readAnswer, sayAnswer, type Trial, type Tried, type Way } from './trial.ts';

const key = Buffer.alloc(16, 7).toString('base64');
/** AES-GCM takes half of the calls: only there a changed body must never be accepted. */
const RECIPES: readonly [CipherOptions, number][] = [
  [{ kind: 'aes-gcm', key }, 0.5],
  [{ kind: 'none' }, 0.2],
  [{ kind: 'aes-cbc', key, ivPrefixed: true, body: 'raw', dataEncoding: 'hex' }, 0.1],
  [{ kind: 'aes-ecb', key }, 0.1],
  [{ kind: 'sm4-cbc', key, iv: key, body: { field: 'sealed' } }, 0.1],
];

/** What the heap may grow by: what stays late in any run, and less for a call than any of them weighs. */
const HEAP_SLACK_BYTES = 8 * 1024 * 1024;
const HEAP_BYTES_PER_CALL = 256;
/** The same for all memory of the process, which the collector gives back late and in large pieces. */
const MEMORY_SLACK_BYTES = 192 * 1024 * 1024;
/** Sent at once, so that they meet each other. */
const BATCH = 40;
const HONEST_EVERY = 20;
/** One call of so many asks for the state of tasks. */
const QUESTION_EVERY = 4;
const APPLIED_KEPT = 100;
const MOST_FAILURES = 10;
const TELL_EVERY = 4_000;

export interface FuzzReport {
  readonly failures: readonly string[];
  /** How many calls were answered with that HTTP status and code. */
  readonly answers: Readonly<Record<string, number>>;
  /** How many calls each thing was done to. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly ways: Readonly<Record<Way, number>>;
  readonly applied: number;
  readonly heapGrowthBytes: number;
}

/**
 * Sends mutated callbacks to real bridges over HTTP; half of them are signed and encrypted after the mutation.
 * @param kind of one cipher, to make such calls again as those of a failure
 * @param tell hears how far the run is
 */
export async function fuzzCallbacks(
  runs: number,
  seed: number,
  kind?: string,
  tell: (line: string) => void = () => undefined,
): Promise<FuzzReport> {
  const failures: string[] = [];
  const answers: Record<string, number> = {};
  const kinds: Record<string, number> = {};
  const ways = { honest: 0, signed: 0, noisy: 0 };
  let applied = 0;
  let heapGrowthBytes = 0;
  const onRejection = (reason: unknown) => void failures.push(`unhandled rejection: ${reason}`);
  process.on('unhandledRejection', onRejection);
  try {
    for (const [options, share] of RECIPES) {
      const recipe = recipeOf(options);
      if (kind !== undefined && recipe.kind !== kind) continue;
      await using world = await startFuzzBridge(options);
      const run = createRun(world, recipe, createRandom(seed));
      const count = Math.round(runs * share);
      let before: Memory | undefined;
      for (let sent = 0; sent < count && failures.length < MOST_FAILURES; sent += BATCH) {
        // Caches fill and code is compiled first.
        if (sent >= count / 5) before ??= measureMemory();
        if (sent % TELL_EVERY === 0 && sent > 0) tell(`${recipe.kind}: ${sent} of ${count} sent`);
        const batch = await run.sendBatch(sent, Math.min(BATCH, count - sent));
        failures.push(...batch.faults.map((fault) => `${recipe.kind}, seed ${seed}, from call ${sent}: ${fault}`));
        for (const each of batch.tried) {
          for (const name of each.trial.kinds) kinds[name] = (kinds[name] ?? 0) + 1;
          answers[sayAnswer(each)] = (answers[sayAnswer(each)] ?? 0) + 1;
          ways[each.trial.way] += 1;
          applied += isPress(each) && verdictOf(each) === 'applied' ? 1 : 0;
        }
      }
      const growth = growthSince(before ?? measureMemory());
      heapGrowthBytes = Math.max(heapGrowthBytes, growth.heapBytes);
      tell(`${recipe.kind}: ${count} calls; ${sayGrowth(growth)}`);
      const isMuch = growth.heapBytes > HEAP_SLACK_BYTES + HEAP_BYTES_PER_CALL * count;
      if (isMuch || growth.allBytes > MEMORY_SLACK_BYTES) failures.push(`${recipe.kind}: ${sayGrowth(growth)}`);
      if (world.complaints.length > 0) failures.push(`${recipe.kind}: ${JSON.stringify(world.complaints.slice(0, 3))}`);
    }
  } finally {
    process.off('unhandledRejection', onRejection);
  }
  return { failures, answers, kinds, ways, applied, heapGrowthBytes };
}

/** Makes calls for a bridge, sends and judges them. */
function createRun(world: FuzzBridge, recipe: NamedRecipe, random: Random) {
  const applied = new Map<string, string>();
  const latest: Call[] = [];

  async function sendBatch(from: number, size: number) {
    const open = new Map(world.openTasks().map((task) => [task.taskId, task]));
    const known: Known = { open: [...open.values()], closed: world.closedTasks(), applied: latest };
    const trials: Trial[] = [];
    for (let n = from; n < from + size; n++) trials.push(await makeTrial(n, known));
    const stepsBefore = world.steps();
    const results = await Promise.all(trials.map(send));
    const tried = results.filter((result) => typeof result !== 'string');
    const presses = tried.filter(isPress).filter((each) => verdictOf(each) === 'applied');
    for (const { trial } of presses) keep(trial.call);
    const steps = world.steps() - stepsBefore;
    const batch = { tried, open, applied, steps, changedRows: world.changedRows() };
    const faults = [...results.filter((result) => typeof result === 'string'), ...judgeBatch(batch, world)];
    if (presses.length > 0) await world.catchUp();
    return { tried, faults };
  }

  function makeTrial(n: number, known: Known): Trial | Promise<Trial> {
    const round = Math.floor(n / QUESTION_EVERY);
    const way = round % HONEST_EVERY === 0 ? 'honest' : n % 2 === round % 2 ? 'signed' : 'noisy';
    if (n % QUESTION_EVERY === 0) return makeQuestion(world, random, known, way);
    return makePress(world, recipe, random, known, way);
  }

  async function send(trial: Trial): Promise<Tried | string> {
    try {
      return { trial, answer: readAnswer(await world.send(trial.request)) };
    } catch (error) {
      return `no answer (${error}) to ${trial.kinds.join('; ')}: ${JSON.stringify(trial.request).slice(0, 1500)}`;
    }
  }

  function keep(call: Call): void {
    applied.set(replayKeyOf(call), sayingOf(call));
    latest.push(call);
    if (latest.length > APPLIED_KEPT) latest.shift();
  }

  return { sendBatch };
}

function recipeOf(options: CipherOptions): NamedRecipe {
  const recipe: CipherRecipe = readCipher.parse(options);
  if (typeof recipe === 'function') throw new Error('only named recipes are fuzzed');
  return recipe;
}

interface Memory {
  readonly heapBytes: number;
  readonly allBytes: number;
}

function measureMemory(): Memory {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  return { heapBytes: heapUsed, allBytes: rss };
}

function growthSince(before: Memory): Memory {
  const { heapBytes, allBytes } = measureMemory();
  return { heapBytes: heapBytes - before.heapBytes, allBytes: allBytes - before.allBytes };
}

function sayGrowth({ heapBytes, allBytes }: Memory): string {
  return `the heap grew by ${Math.round(heapBytes / 1024)} KB, all memory by ${Math.round(allBytes / 1024)} KB`;
}
