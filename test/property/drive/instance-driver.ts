import { beginningOf } from '../draw/graph.ts';
import type { JudgedRun, Mismatch } from '../judge/judged-run.ts';
import { asksOf, findMoves, type Move } from './find-moves.ts';
import { InstanceMoves } from './instance-moves.ts';

/** Failed steps in a row after which nothing can help. */
const MOST_FAILURES = 12;

const EVENTS: ReadonlySet<Move['kind']> = new Set(['send', 'set', 'wake', 'fail']);

/** Moves one instance by chance, on the oracle and on every subject. */
export class InstanceDriver extends InstanceMoves {
  #isStarted = false;

  get happenings(): JudgedRun['happenings'] {
    return this.run.happenings;
  }

  /** The message that starts it; undefined: the host does. */
  get startedBy(): string | undefined {
    const { event } = beginningOf(this.graph, undefined);
    return event?.kind === 'message' ? event.name : undefined;
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  fail(reason: string): Mismatch {
    return this.run.fail(reason);
  }

  /** Whether it has begun and is not over; one that only a timer could move into a gateway without a way on is given up. */
  get isRunning(): boolean {
    const isStuck = this.run.stuckInARow > MOST_FAILURES || (this.isPunctual && this.#isBeyond());
    if (isStuck) this.run.happenings.add('given up');
    return this.#isStarted && !this.run.oracle.ended && !isStuck;
  }

  /** Whether the bridge may do what the rules leave to it: try again what failed at its time, or park a message. */
  #isBeyond(): boolean {
    const { happenings, stuckInARow, moves } = this.run;
    const failed = stuckInARow > 0 && /^wake/.test(moves.at(-1) ?? '');
    return failed || happenings.has('thrown message nobody waits for');
  }

  /** Names of messages it threw that nothing in it waited for, since the last look. */
  takeLetters(): string[] {
    return this.run.letters.splice(0);
  }

  hears(name: string): boolean {
    return this.#isStarted && this.run.oracle.hears(name);
  }

  /** What is pressed after the end, and what must be true of all that was told. */
  async finish(): Promise<void> {
    if (!this.#isStarted || !this.run.oracle.ended) return;
    if (this.run.past.length > 0) await this.pressStale();
    if (this.run.goneJobs.length > 0) await this.finishGoneJob();
    await this.run.checkWhole();
  }

  async start(): Promise<void> {
    this.#isStarted = true;
    const drawn = this.variables.drawStart();
    for (const variables of [drawn, { ...drawn, ...this.variables.repair, ...this.variables.calm }]) {
      this.run.moves.push(`start ${JSON.stringify(variables)}`);
      const step = this.run.oracle.start(variables, this.clock.now);
      await this.run.judge(step, (subject) => subject.start(variables));
      if (step) return;
    }
    throw new TypeError('calm variables must not get stuck');
  }

  /** @throws {Mismatch} */
  async move(): Promise<void> {
    const { wakeAt } = this.run.oracle;
    const isLate = wakeAt !== null && this.clock.now >= wakeAt;
    this.clock.now += 100 + this.random.below(2000);
    if (this.isPunctual && wakeAt !== null && this.clock.now >= wakeAt) return this.passTime(wakeAt);
    const draw = this.random.below(100);
    if (this.run.past.length > 0 && draw < 3) return this.pressStale();
    if (this.run.goneJobs.length > 0 && draw < 25) return this.finishGoneJob();
    if (draw >= 97) return this.sendUnmatched();
    if (isLate) this.run.happenings.add('step after a hold that nobody ended');
    const moves = this.#findMoves();
    let left = this.random.below(moves.reduce((sum, { weight }) => sum + weight, 0));
    const move = moves.find(({ weight }) => {
      left -= weight;
      return left < 0;
    });
    if (!move) throw new TypeError('nothing can be done');
    return this.make(move);
  }

  /** After a step that failed what conditions were without is likely to be set next. */
  #findMoves(): Move[] {
    const { oracle, stuckInARow } = this.run;
    const calm = this.isCalm();
    const found = findMoves(this.graph, oracle, calm);
    // Else little would come while others have a task.
    const isEventful = oracle.asked.length > 0;
    const moves = found.map((move) =>
      isEventful && EVENTS.has(move.kind) ? { ...move, weight: 8 * move.weight } : move,
    );
    if (this.asks && !calm) moves.push(...asksOf(this.graph, oracle));
    const isLacking = stuckInARow > 0 && oracle.isUndecided;
    const calls = isLacking ? [undefined, ...oracle.calls] : [];
    return [...moves, ...calls.map((call): Move => ({ kind: 'repair', weight: 25, call }))];
  }
}
