import type { Handling } from './compare.ts';
import { findMoves, type Move } from './find-moves.ts';
import type { OracleWait } from './game-state.ts';
import { type Graph, type Literal, nodeOf } from './graph.ts';
import { type Happening, happeningsOf } from './happenings.ts';
import { Oracle, type OracleStep } from './oracle.ts';
import { buttonsOf } from './oracle-buttons.ts';
import { createRandom, type Random } from './random.ts';
import { describeGraph } from './render.ts';
import { eventName } from './render-events.ts';
import type { Refused, Subject, SubjectMaker } from './subject.ts';
import { type Act, WatchedRun } from './watched-run.ts';

const HOLD_MS = 10_000;

/** Moves after which the driver wants to come to an end. */
const PATIENCE = 20;
const MOST_MOVES = 400;
/** Failed steps in a row after which nothing can help. */
const MOST_FAILURES = 12;

/** The product said something else than the rules. */
export class Mismatch extends Error {}

/**
 * Runs one process to its end on the oracle and on every subject, with presses by chance, and compares after each.
 * @throws {Mismatch} with the process, the moves so far, and expected against got
 */
export async function driveProcess(
  graph: Graph,
  seed: number,
  makers: readonly SubjectMaker[],
): Promise<Set<Happening>> {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const subjects: Subject[] = [];
  for (const make of makers) subjects.push(await make(graph, clock, HOLD_MS));
  try {
    return await new Driver(graph, createRandom(seed), clock, subjects).run();
  } finally {
    for (const subject of subjects) subject.close();
  }
}

class Driver {
  readonly #graph: Graph;
  readonly #random: Random;
  readonly #clock: { now: number };
  readonly #runs: readonly WatchedRun[];
  readonly #oracle: Oracle;
  readonly #moves: string[] = [];
  readonly #happenings = new Set<Happening>();
  readonly #handlings = new Map<string, Handling>();
  /** Tasks and jobs that are over. */
  readonly #past: { readonly task: OracleWait; readonly account: string }[] = [];
  readonly #goneJobs: OracleWait[] = [];
  readonly #calm: Readonly<Record<string, Literal>>;
  #stuck = 0;
  #stuckInARow = 0;

  constructor(graph: Graph, random: Random, clock: { now: number }, subjects: readonly Subject[]) {
    this.#graph = graph;
    this.#random = random;
    this.#clock = clock;
    this.#runs = subjects.map((subject) => new WatchedRun(subject));
    this.#oracle = new Oracle(graph, HOLD_MS);
    this.#calm = Object.fromEntries(
      graph.variables.flatMap(({ name, calm }) => (calm === undefined ? [] : [[name, calm]])),
    );
  }

  async run(): Promise<Set<Happening>> {
    try {
      return await this.#runToEnd();
    } catch (error) {
      if (error instanceof Mismatch) throw error;
      throw new Error(this.#fail('the generator or the oracle is wrong').message, { cause: error });
    }
  }

  async #runToEnd(): Promise<Set<Happening>> {
    await this.#start();
    for (let count = 0; !this.#oracle.ended; count += 1) {
      if (count > MOST_MOVES) throw this.#fail('the process does not come to an end');
      // Only a timer is left, and it leads to a gateway without a true way on.
      if (this.#stuckInARow > MOST_FAILURES) return this.#happenings.add('given up');
      await this.#move();
    }
    if (this.#past.length > 0) await this.#pressStale();
    if (this.#goneJobs.length > 0) await this.#finishGoneJob();
    await this.#checkWhole();
    return this.#happenings;
  }

  async #start(): Promise<void> {
    const initial = Object.fromEntries(this.#graph.variables.map(({ name, initial }) => [name, initial]));
    const drawn = { ...initial, ...this.#drawVariables(0.5) };
    for (const variables of [drawn, { ...drawn, ...this.#calm }]) {
      this.#moves.push(`start ${JSON.stringify(variables)}`);
      const step = this.#oracle.start(variables, this.#clock.now);
      await this.#judge(step, (subject) => subject.start(variables));
      if (step) return;
    }
    throw new TypeError('calm variables must not get stuck');
  }

  async #move(): Promise<void> {
    const { wakeAt } = this.#oracle;
    const isLate = wakeAt !== null && this.#clock.now >= wakeAt;
    this.#clock.now += 100 + this.#random.below(2000);
    const draw = this.#random.below(100);
    if (this.#past.length > 0 && draw < 3) return this.#pressStale();
    if (this.#goneJobs.length > 0 && draw < 25) return this.#finishGoneJob();
    if (draw >= 97) return this.#sendUnheard();
    if (isLate) this.#happenings.add('step after a hold that nobody ended');
    const moves = findMoves(this.#graph, this.#oracle, this.#clock.now, this.#isCalm());
    let left = this.#random.below(moves.reduce((sum, { weight }) => sum + weight, 0));
    const move = moves.find(({ weight }) => {
      left -= weight;
      return left < 0;
    });
    if (!move) throw new TypeError('nothing can be done');
    return this.#make(move);
  }

  async #make(move: Move): Promise<void> {
    switch (move.kind) {
      case 'press':
        return this.#press(move.task);
      case 'finish':
        return this.#finishJob(move.job);
      case 'fail':
        return this.#failJob(move.job, move.code);
      case 'send':
        return this.#send(move.event.kind, move.event.name);
      case 'wake':
        return this.#passTime(move.wakeAt);
    }
  }

  async #press(task: OracleWait): Promise<void> {
    const calm = this.#isCalm();
    const all = buttonsOf(this.#graph, task.nodeId);
    const forward = all.filter(({ back }) => !back);
    const button = this.#random.pick(calm && forward.length > 0 ? forward : all);
    const variables = calm ? this.#calm : this.#drawVariables(0.35);
    const doubled = this.#random.chance(0.1);
    const account = this.#chooseSigner(task);
    this.#moves.push(
      `press ${task.label} by ${account}${button.name === null ? '' : ` "${button.name}"`} ${JSON.stringify(variables)}${doubled ? ' twice' : ''}`,
    );
    const step = this.#oracle.press(task, account, button, variables, this.#clock.now);
    if (step) {
      this.#handlings.set(task.label, { account, button: button.name ?? 'Handle' });
      this.#past.push({ task, account });
      if (button.back && step.completed) this.#happenings.add('rework');
      if (doubled) this.#happenings.add('doubled press');
    }
    const { completed: completes = false, chosen } = step ?? {};
    await this.#judge(step, (subject, idOf) => {
      const { nodeId } = task;
      return subject.press({
        taskId: idOf(task.label),
        nodeId,
        button,
        account,
        variables,
        doubled: doubled && step !== undefined,
        completes,
        chosen,
      });
    });
  }

  #chooseSigner({ signers }: OracleWait): string {
    const [first = '', ...others] = new Set(signers);
    return others.length === 0 ? first : this.#random.pick([first, ...others]);
  }

  async #finishJob(job: OracleWait): Promise<void> {
    const result = this.#isCalm() ? this.#calm : this.#drawVariables(0.35);
    this.#moves.push(`finish ${job.label} ${JSON.stringify(result)}`);
    const step = this.#oracle.finishJob(job, result, this.#clock.now);
    const completes = step?.completed ?? false;
    await this.#judge(step, (subject, idOf) =>
      subject.finishJob({ jobId: idOf(job.label), nodeId: job.nodeId, gone: false, completes }, result),
    );
  }

  async #failJob(job: OracleWait, code: string): Promise<void> {
    this.#moves.push(`fail ${job.label} with ${code}`);
    this.#happenings.add('service ended in an error');
    const step = this.#oracle.failJob(job, code, this.#clock.now);
    await this.#judge(step, (subject, idOf) =>
      subject.failJob({ jobId: idOf(job.label), nodeId: job.nodeId, gone: false, completes: true }, code),
    );
  }

  async #send(kind: 'message' | 'signal', name: string): Promise<void> {
    const payload = this.#isCalm() ? this.#calm : this.#drawVariables(0.35);
    this.#moves.push(`${kind} ${name} ${JSON.stringify(payload)}`);
    const step = this.#oracle.send(kind, name, payload, this.#clock.now);
    await this.#judge(step, (subject) => subject.send({ kind, name, payload }));
  }

  async #sendUnheard(): Promise<void> {
    this.#happenings.add('event from outside nobody waits for');
    await this.#send(this.#random.pick(['message', 'signal'] as const), 'unheard');
  }

  /** Too early, or when the time has come. */
  async #passTime(wakeAt: number): Promise<void> {
    const isLate = this.#clock.now >= wakeAt;
    const late = this.#random.chance(0.85);
    if (late) this.#clock.now = Math.max(this.#clock.now, wakeAt);
    // Nobody looks at the clock: the next trigger finds the time over.
    if (!isLate && late && this.#random.chance(0.25)) return;
    this.#moves.push(`wake ${this.#clock.now - wakeAt} ms after something was due`);
    const { now } = this.#clock;
    const due = this.#oracle.watches.filter(({ dueAt }) => dueAt !== null && dueAt <= now);
    const step = this.#oracle.wake(now);
    if (step && step.reports.length > 0 && step.fired.length === 0) this.#happenings.add('hold over');
    await this.#judge(step, (subject) => subject.wake(due));
  }

  async #pressStale(): Promise<void> {
    const { task, account } = this.#random.pick(this.#past);
    const button = this.#random.pick(buttonsOf(this.#graph, task.nodeId));
    this.#moves.push(`press ${task.label} again`);
    this.#happenings.add('stale press');
    const { nodeId } = task;
    const press = { nodeId, button, account, variables: {}, doubled: false, completes: false, chosen: undefined };
    await this.#expectRefusal('stale', (subject, idOf) => subject.press({ ...press, taskId: idOf(task.label) }));
  }

  async #finishGoneJob(): Promise<void> {
    const [job] = this.#goneJobs.splice(0, 1);
    if (!job) return;
    this.#moves.push(`finish ${job.label}, which is gone`);
    this.#happenings.add('late result');
    const { nodeId, label } = job;
    await this.#expectRefusal('stale', (subject, idOf) =>
      subject.finishJob({ jobId: idOf(label), nodeId, gone: true, completes: false }, {}),
    );
  }

  /** Lets every subject do what the oracle did, and compares. */
  async #judge(step: OracleStep | undefined, act: Act): Promise<void> {
    if (!step) {
      this.#stuck += 1;
      this.#stuckInARow += 1;
      this.#happenings.add('failed step');
      return this.#expectRefusal('failed', act);
    }
    this.#stuckInARow = 0;
    for (const { task, eventId } of step.interrupted) {
      this.#handlings.set(task.label, {
        account: task.signers[0] ?? '',
        button: eventName(nodeOf(this.#graph, eventId)),
      });
    }
    const { reports, ended, wakeAt, unheard, held, halfSigned } = step;
    const { waits } = this.#oracle;
    const expected = { waits, reports, ended, wakeAt, unheard, held, halfSigned, handlings: this.#handlings };
    await this.#findFaults((run) => run.findFault(step.created, step.gone, expected, act));
    this.#note(step);
  }

  async #expectRefusal(refusal: Refused, act: Act): Promise<void> {
    await this.#findFaults(async (run) =>
      refusal === 'failed' && !run.subject.survivesFailure ? undefined : run.findLeniency(refusal, act),
    );
  }

  async #findFaults(find: (run: WatchedRun) => Promise<string | undefined>): Promise<void> {
    for (const run of this.#runs) {
      let fault: string | undefined;
      try {
        fault = await find(run);
      } catch (error) {
        fault = `${run.subject.name} threw: ${error instanceof Error ? error.stack : String(error)}`;
      }
      if (fault) throw this.#fail(fault);
    }
  }

  #note(step: OracleStep): void {
    const ended = [...step.gone.filter(({ kind }) => kind === 'task'), ...step.interrupted.map(({ task }) => task)];
    this.#past.push(...ended.map((task) => ({ task, account: task.signers[0] ?? '' })));
    this.#goneJobs.push(...step.gone.filter(({ kind }) => kind === 'job'));
    for (const happening of happeningsOf(this.#graph, step)) this.#happenings.add(happening);
    if (step.ended && !/^press/.test(this.#moves.at(-1) ?? '')) this.#happenings.add('end without a press');
  }

  async #checkWhole(): Promise<void> {
    await this.#findFaults(async (run) => run.findFaultOfAll());
    const told = new Set(this.#runs.flatMap((run) => run.told ?? []));
    if (told.size > 1) throw this.#fail(`not all tell the same:\n${[...told].join('\nand\n')}`);
  }

  #isCalm(): boolean {
    return this.#moves.length > PATIENCE || this.#stuck > 3;
  }

  #drawVariables(probability: number): Record<string, Literal> {
    const drawn: Record<string, Literal> = {};
    for (const { name, domain } of this.#graph.variables) {
      if (domain && this.#random.chance(probability)) drawn[name] = this.#random.pick(domain);
    }
    return drawn;
  }

  #fail(reason: string): Mismatch {
    return new Mismatch([describeGraph(this.#graph), '', ...this.#moves, '', reason].join('\n'));
  }
}
