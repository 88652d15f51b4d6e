import { type Census, createCensus } from './census/census.ts';
import { drawPools } from './draw/draw-pools.ts';
import type { Graph } from './draw/graph.ts';
import { driveProcess } from './drive/drive.ts';
import { generatePools, generateProcess } from './generate/generate-process.ts';
import { chooseWants, hasPools } from './generate/nestings.ts';
import type { Pool } from './generate/shape.ts';
import { shrinkPools } from './generate/shrink.ts';
import { Mismatch } from './judge/judged-run.ts';
import { deriveSeed } from './random.ts';
import type { SubjectMaker } from './subjects/subject.ts';

const PRESS_ORDERS_TRIED = 6;
const MOST_SHRINKS = 300;

export interface RunResult {
  readonly census: Census;
  /** One text per process that went wrong. */
  readonly failures: readonly string[];
}

export interface RunOptions {
  /** Number of the first one. Default: 0. */
  readonly from?: number;
  readonly runs: number;
  readonly seed: number;
  readonly makers: readonly SubjectMaker[];
  /** Stops there. */
  readonly mostFailures: number;
  /** Leaves out those that are in conversation with another, or wait for a date, which may be past as the wait begins. */
  readonly alone?: boolean;
  /** Looks for a smaller process that goes wrong too. */
  readonly shrink: boolean;
  /** Counts on from an earlier part of the run. */
  readonly census?: Census;
}

/** Runs that many random processes; the same seed gives the same ones. */
export async function runProcesses(options: RunOptions): Promise<RunResult> {
  const { from = 0, runs, seed, makers, mostFailures, shrink, census = createCensus() } = options;
  const failures: string[] = [];
  for (let number = from; number < from + runs && failures.length < mostFailures; number += 1) {
    if (options.alone && hasPools(number)) continue;
    const pools = generate(deriveSeed(seed, number), number);
    const drawn = drawPools(pools);
    if (options.alone && drawn.some(waitsForDate)) continue;
    try {
      census.count(pools, await driveProcess(drawn, deriveSeed(seed + 1, number), makers));
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      const text = shrink ? await findSmaller(pools, error.message, makers) : error.message;
      failures.push(`process ${number} of seed ${seed}\n${text}`);
    }
  }
  return { census, failures };
}

function waitsForDate({ nodes }: Graph): boolean {
  return nodes.some(({ event }) => event?.kind === 'timer' && event.form === 'date');
}

function generate(seed: number, number: number): readonly Pool[] {
  const [first, second, ...others] = chooseWants(number);
  if (hasPools(number) && first && second) return generatePools(seed, [first, second]);
  return [
    {
      block: generateProcess(
        seed,
        [first, second, ...others].flatMap((want) => want ?? []),
      ),
      apart: false,
    },
  ];
}

async function findSmaller(pools: readonly Pool[], message: string, makers: readonly SubjectMaker[]): Promise<string> {
  let [smallest, text] = [pools, message];
  let left = MOST_SHRINKS;
  for (let found = true; found && left > 0; ) {
    found = false;
    for (const smaller of shrinkPools(smallest)) {
      left -= 1;
      const failed = await findFailure(smaller, makers);
      if (failed === undefined || left < 0) continue;
      [smallest, text, found] = [smaller, failed, true];
      break;
    }
  }
  return text;
}

async function findFailure(pools: readonly Pool[], makers: readonly SubjectMaker[]): Promise<string | undefined> {
  for (let order = 0; order < PRESS_ORDERS_TRIED; order += 1) {
    try {
      await driveProcess(drawPools(pools), order, makers);
    } catch (error) {
      // A smaller tree may be no sound process any more; that is another failure than the one looked for.
      return error instanceof Mismatch ? error.message : undefined;
    }
  }
  return undefined;
}
