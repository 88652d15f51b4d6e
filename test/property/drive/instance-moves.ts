import { type Graph, isShared, nodeOf } from '../draw/graph.ts';
import { JudgedRun } from '../judge/judged-run.ts';
import { buttonsOfTask } from '../oracle/oracle-buttons.ts';
import type { OracleWait } from '../oracle/token-game/game-state.ts';
import type { Sent } from '../oracle/token-game/token-game.ts';
import type { Random } from '../random.ts';
import { BUSINESS_KEY, MEMBER, type Subject } from '../subjects/subject.ts';
import { Asking } from './asking.ts';
import type { Move } from './find-moves.ts';
import { type Drawn, VariableDraws } from './variable-draws.ts';

export const HOLD_MS = 10_000;

/** Moves after which the driver wants to come to an end; those of people who ask others make it longer by half. */
const PATIENCE = 20;

/** In so many processes people ask others before they handle a task. */
const ASKING_PROCESSES = 0.8;

/** Makes moves of one instance, on the oracle and on every subject: what is left open about each is drawn. */
export class InstanceMoves {
  protected readonly graph: Graph;
  protected readonly random: Random;
  protected readonly clock: { now: number };
  protected readonly run: JudgedRun;
  protected readonly variables: VariableDraws;
  /** What is due is done before anything else, since a subject does it by itself. */
  protected readonly isPunctual: boolean;
  /** Whether people ask others here. */
  protected readonly asks: boolean;
  readonly #asking: Asking;

  constructor(graph: Graph, random: Random, clock: { now: number }, subjects: readonly Subject[]) {
    this.graph = graph;
    this.random = random;
    this.clock = clock;
    this.run = new JudgedRun(graph, HOLD_MS, subjects);
    this.isPunctual = subjects.some(({ readsClock }) => readsClock);
    this.variables = new VariableDraws(graph, random);
    this.asks = !graph.pool && subjects.every(({ ask }) => ask) && random.chance(ASKING_PROCESSES);
    this.#asking = new Asking(this.run, random, clock);
  }

  protected async make(move: Move): Promise<void> {
    switch (move.kind) {
      case 'press':
        return this.#press(move.task);
      case 'ask':
        return this.#asking.ask(move.task);
      case 'send-back':
        return this.#asking.sendBack(move.task, move.nodeIds);
      case 'recall':
        return this.#asking.recall(move.task, move.asker);
      case 'finish':
        return this.#finishJob(move.job);
      case 'fail':
        return this.#failJob(move.job, move.code);
      case 'send':
        return this.#send({ ...move.event, ...this.#drawKey(move.event) });
      case 'set':
        return this.#set({ [move.variable]: this.isCalm() || this.random.chance(0.75) }, move.call);
      case 'set-data':
        return this.#set(this.variables.drawData(this.isCalm()), move.call);
      case 'repair':
        return this.#set(this.variables.repair, move.call);
      case 'wake':
        return this.passTime(move.wakeAt);
    }
  }

  async #press(task: OracleWait): Promise<void> {
    const calm = this.isCalm();
    const all = buttonsOfTask(this.graph, task);
    const forward = all.filter(({ back }) => !back);
    const button = this.random.pick(calm && forward.length > 0 ? forward : all);
    const drawn = task.isSentBack ? {} : this.variables.draw(calm);
    const variables = isShared(nodeOf(this.graph, task.nodeId)) ? this.variables.withoutFacts(drawn) : drawn;
    const doubled = this.random.chance(0.1);
    const account = this.#chooseSigner(task);
    this.run.moves.push(
      `press ${task.label} by ${account}${button.name === null ? '' : ` "${button.name}"`} ${JSON.stringify(variables)}${doubled ? ' twice' : ''}`,
    );
    const step = this.run.oracle.press(task, account, button, variables, this.clock.now);
    if (step) {
      this.run.handlings.set(task.label, { account, button: button.name ?? 'Handle' });
      this.run.past.push({ task, account });
      if (task.isOpinion) this.run.happenings.add(task.isSentBack ? 'resubmitted' : 'opinion given');
      if (task.isOpinion && step.gone.length > 0) this.run.happenings.add('opinion that is enough');
      if (button.back && step.completed) this.run.happenings.add('rework');
      if (doubled) this.run.happenings.add('doubled press');
    }
    const { completed: completes = false, chosen } = step ?? {};
    await this.run.judge(step, (subject, idOf) => {
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
    const [first = MEMBER, ...others] = new Set(signers);
    return others.length === 0 ? first : this.random.pick([first, ...others]);
  }

  async #finishJob(job: OracleWait): Promise<void> {
    // What a late call waits for gives nothing but the process.
    const isLookup = nodeOf(this.graph, job.nodeId).isLookup;
    const result = isLookup ? {} : this.variables.draw(this.isCalm());
    this.run.moves.push(`finish ${job.label} ${JSON.stringify(result)}`);
    const step = this.run.oracle.finishJob(job, result, this.clock.now);
    const completes = step?.completed ?? false;
    await this.run.judge(step, (subject, idOf) =>
      subject.finishJob({ jobId: idOf(job.label), nodeId: job.nodeId, gone: false, completes }, result),
    );
  }

  async #failJob(job: OracleWait, code: string): Promise<void> {
    this.run.moves.push(`fail ${job.label} with ${code}`);
    this.run.happenings.add('service ended in an error');
    const step = this.run.oracle.failJob(job, code, this.clock.now);
    await this.run.judge(step, (subject, idOf) =>
      subject.failJob({ jobId: idOf(job.label), nodeId: job.nodeId, gone: false, completes: true }, code),
    );
  }

  /** A message of another pool. @param correlationKey of an order; only its own is heard */
  async receive(name: string, correlationKey: string): Promise<void> {
    this.run.moves.push(`message ${name} of another pool, for ${correlationKey}`);
    const step = this.run.oracle.send({ kind: 'message', name, key: correlationKey }, {}, this.clock.now);
    await this.run.judge(step, (subject) => subject.send({ kind: 'message', name, payload: {}, correlationKey }));
  }

  async #send({ key, ...event }: Sent): Promise<void> {
    const payload = this.variables.draw(this.isCalm());
    const about = key === undefined ? {} : { correlationKey: key };
    this.run.moves.push(`${event.kind} ${event.name} ${JSON.stringify({ ...payload, ...about })}`);
    const step = this.run.oracle.send({ ...event, ...(key !== undefined && { key }) }, payload, this.clock.now);
    await this.run.judge(step, (subject) => subject.send({ ...event, payload, ...about }));
  }

  /** What a message says it is about: now and then nothing, or something else. */
  #drawKey({ kind, key = BUSINESS_KEY }: Sent): Partial<Sent> {
    if (kind === 'signal' || this.isPunctual) return {};
    return this.random.pick([{}, {}, { key }, { key }, { key: this.isCalm() ? key : 'order-2' }]);
  }

  async #set(variables: Drawn, call: string | undefined): Promise<void> {
    this.run.moves.push(`set ${JSON.stringify(variables)}${call === undefined ? '' : ` in ${call}`}`);
    if (call !== undefined) this.run.happenings.add('variable set in a called process');
    const step = this.run.oracle.set(variables, call, this.clock.now);
    if (step && step.fired.length === 0) this.run.happenings.add('variable set without effect');
    await this.run.judge(step, (subject) => subject.set(variables, call, step?.fired ?? []));
  }

  protected async sendUnmatched(): Promise<void> {
    this.run.happenings.add('event from outside nobody waits for');
    const heard = this.run.oracle.watches.map(({ name }) => name);
    const named = this.graph.nodes.flatMap(({ event }) => (event && 'name' in event && event.reads ? event.name : []));
    const others = named
      .flatMap((name) => ['one', 'two', 'three'].map((word) => `${name}-${word}`))
      .filter((name) => !heard.includes(name));
    if (others.length > 0) this.run.happenings.add('event of another name');
    const name = others.length > 0 ? this.random.pick(others) : 'unmatched';
    await this.#send({ kind: this.random.pick(['message', 'signal'] as const), name });
  }

  /** Too early, or when the time has come. */
  protected async passTime(wakeAt: number): Promise<void> {
    const isLate = this.clock.now >= wakeAt;
    const late = this.random.chance(0.85) || this.isPunctual;
    if (late) this.clock.now = Math.max(this.clock.now, wakeAt);
    // Nobody looks at the clock: the next trigger finds the time over.
    if (!isLate && late && !this.isPunctual && this.random.chance(0.25)) return;
    this.run.moves.push(`wake ${this.clock.now - wakeAt} ms after something was due`);
    const { now } = this.clock;
    const due = this.run.oracle.watches.filter(({ dueAt }) => dueAt !== null && dueAt <= now);
    const step = this.run.oracle.wake(now);
    if (step && step.reports.length > 0 && step.fired.length === 0) this.run.happenings.add('hold over');
    await this.run.judge(step, (subject) => subject.wake(due));
  }

  protected async pressStale(): Promise<void> {
    const { task, account } = this.random.pick(this.run.past);
    const button = this.random.pick(buttonsOfTask(this.graph, task));
    this.run.moves.push(`press ${task.label} again`);
    this.run.happenings.add('stale press');
    const { nodeId } = task;
    const press = { nodeId, button, account, variables: {}, doubled: false, completes: false, chosen: undefined };
    await this.run.expectRefusal('stale', (subject, idOf) => subject.press({ ...press, taskId: idOf(task.label) }));
  }

  protected async finishGoneJob(): Promise<void> {
    const [job] = this.run.goneJobs.splice(0, 1);
    if (!job) return;
    this.run.moves.push(`finish ${job.label}, which is gone`);
    this.run.happenings.add('late result');
    const { nodeId, label } = job;
    await this.run.expectRefusal('stale', (subject, idOf) =>
      subject.finishJob({ jobId: idOf(label), nodeId, gone: true, completes: false }, {}),
    );
  }

  protected isCalm(): boolean {
    return this.run.moves.length > PATIENCE + Math.min(PATIENCE / 2, this.#asking.moves) || this.run.stuck > 3;
  }
}
