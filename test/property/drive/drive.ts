import type { Happening } from '../census/happenings.ts';
import type { Graph } from '../draw/graph.ts';
import { Mismatch } from '../judge/judged-run.ts';
import { createRandom, type Random } from '../random.ts';
import { isImplicitEnd } from '../render/implicit-ends.ts';
import { BUSINESS_KEY, type Subject, type SubjectMaker } from '../subjects/subject.ts';
import { InstanceDriver } from './instance-driver.ts';
import { HOLD_MS } from './instance-moves.ts';

const MOST_MOVES = 400;

/**
 * Runs one process to its end on the oracle and on every subject, with presses by chance, and compares after each; or
 * the processes of several pools, which send each other what nothing in themselves waits for.
 * @throws {Mismatch} with the process, the moves so far, and expected against got
 */
export async function driveProcess(
  pools: readonly Graph[],
  seed: number,
  makers: readonly SubjectMaker[],
): Promise<Set<Happening>> {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const random = createRandom(seed);
  const subjects: Subject[] = [];
  const drivers: InstanceDriver[] = [];
  try {
    for (const graph of pools) {
      const own: Subject[] = [];
      for (const make of makers) own.push(...[(await make(graph, clock, HOLD_MS)) ?? []].flat());
      subjects.push(...own);
      drivers.push(new InstanceDriver(graph, random, clock, own));
    }
    await new Conversation(drivers, random).run();
    const leftOut = pools.some((graph) => graph.nodes.some((node) => isImplicitEnd(graph, node)));
    const happened = drivers.flatMap(({ happenings }) => [...happenings]);
    return new Set([...happened, ...(leftOut ? (['end left out of the file'] as const) : [])]);
  } finally {
    for (const subject of subjects) await subject.close();
    // What an engine still says while it stops is not to come into the next run.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Instances of one order, each in a pool of its own. */
class Conversation {
  readonly #drivers: readonly InstanceDriver[];
  readonly #random: Random;

  constructor(drivers: readonly InstanceDriver[], random: Random) {
    this.#drivers = drivers;
    this.#random = random;
  }

  async run(): Promise<void> {
    for (const driver of this.#drivers)
      if (driver.startedBy === undefined) await this.#let(driver, () => driver.start());
    let left = MOST_MOVES * this.#drivers.length;
    for (let running = this.#running(); running.length > 0; running = this.#running()) {
      const driver = running.length === 1 && running[0] ? running[0] : this.#random.pick(running);
      left -= 1;
      if (left < 0) throw driver.fail('the process does not come to an end');
      await this.#let(driver, () => driver.move());
    }
    for (const driver of this.#drivers) await this.#let(driver, () => driver.finish());
  }

  #running(): InstanceDriver[] {
    return this.#drivers.filter(({ isRunning }) => isRunning);
  }

  /** Lets one do something, and delivers what it throws, and what that throws. */
  async #let(driver: InstanceDriver, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (error instanceof Mismatch) throw error;
      throw new Error(driver.fail('the generator or the oracle is wrong').message, { cause: error });
    }
    for (const name of driver.takeLetters()) await this.#deliver(name, driver);
  }

  async #deliver(name: string, from: InstanceDriver): Promise<void> {
    for (const driver of this.#drivers) {
      if (driver === from) continue;
      if (driver.startedBy === name && !driver.isStarted) {
        driver.happenings.add('message starts another pool');
        await this.#let(driver, () => driver.start());
      } else if (driver.hears(name)) {
        if (this.#random.chance(0.9)) {
          driver.happenings.add('message of another order');
          await this.#let(driver, () => driver.receive(name, `not ${BUSINESS_KEY}`));
        }
        driver.happenings.add('message heard in another pool');
        await this.#let(driver, () => driver.receive(name, BUSINESS_KEY));
      } else continue;
      return;
    }
  }
}
