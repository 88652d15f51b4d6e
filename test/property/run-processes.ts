import { type Census, createCensus } from './census.ts';
import { drawProcess } from './draw.ts';
import { driveProcess, Mismatch } from './drive.ts';
import { generateProcess, NESTINGS } from './generate.ts';
import { deriveSeed } from './random.ts';
import type { Block } from './shape.ts';
import { shrinkBlock } from './shrink.ts';
import type { SubjectMaker } from './subject.ts';

/** Two per process, in turn, so that each is in at least every 25th. */
const NESTINGS_PER_PROCESS = 2;
const PRESS_ORDERS_TRIED = 6;
const MOST_SHRINKS = 300;

export interface RunResult {
  readonly census: Census;
  /** One text per process that went wrong. */
  readonly failures: readonly string[];
}

export interface RunOptions {
  readonly runs: number;
  readonly seed: number;
  readonly makers: readonly SubjectMaker[];
  /** Stops there. */
  readonly mostFailures: number;
  /** Looks for a smaller process that goes wrong too. */
  readonly shrink: boolean;
}

/** Runs that many random processes; the same seed gives the same ones. */
export async function runProcesses({ runs, seed, makers, mostFailures, shrink }: RunOptions): Promise<RunResult> {
  const census = createCensus();
  const failures: string[] = [];
  for (let number = 0; number < runs && failures.length < mostFailures; number += 1) {
    const block = generateProcess(deriveSeed(seed, number), chooseNestings(number));
    try {
      census.count(block, await driveProcess(drawProcess(block), deriveSeed(seed + 1, number), makers));
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      const text = shrink ? await findSmaller(block, error.message, makers) : error.message;
      failures.push(`process ${number} of seed ${seed}\n${text}`);
    }
  }
  return { census, failures };
}

function chooseNestings(number: number) {
  const wanted = Array.from({ length: NESTINGS_PER_PROCESS }, (_, index) => number * NESTINGS_PER_PROCESS + index);
  return wanted.flatMap((each) => NESTINGS[each % NESTINGS.length] ?? []);
}

async function findSmaller(block: Block, message: string, makers: readonly SubjectMaker[]): Promise<string> {
  let [smallest, text] = [block, message];
  let left = MOST_SHRINKS;
  for (let found = true; found && left > 0; ) {
    found = false;
    for (const smaller of shrinkBlock(smallest)) {
      left -= 1;
      const failed = await findFailure(smaller, makers);
      if (failed === undefined || left < 0) continue;
      [smallest, text, found] = [smaller, failed, true];
      break;
    }
  }
  return text;
}

async function findFailure(block: Block, makers: readonly SubjectMaker[]): Promise<string | undefined> {
  for (let order = 0; order < PRESS_ORDERS_TRIED; order += 1) {
    try {
      await driveProcess(drawProcess(block), order, makers);
    } catch (error) {
      // A smaller tree may be no sound process any more; that is another failure than the one looked for.
      return error instanceof Mismatch ? error.message : undefined;
    }
  }
  return undefined;
}
