import type { JudgedRun } from '../judge/judged-run.ts';
import type { AskRule, OracleWait } from '../oracle/token-game/game-state.ts';
import type { Random } from '../random.ts';
import { ASKED, MEMBER } from '../subjects/subject.ts';

/** The handlers of tasks ask others, and ask them no more. */
export class Asking {
  /** Moves so far. */
  moves = 0;
  readonly #run: JudgedRun;
  readonly #random: Random;
  readonly #clock: { readonly now: number };

  constructor(run: JudgedRun, random: Random, clock: { readonly now: number }) {
    this.#run = run;
    this.#random = random;
    this.#clock = clock;
  }

  async ask(task: OracleWait): Promise<void> {
    const { oracle, happenings } = this.#run;
    const [account = MEMBER] = task.signers;
    const isDelegated = this.#random.chance(0.4);
    const kind = isDelegated ? 'delegate' : 'before';
    const rule: AskRule = isDelegated ? 'all' : this.#random.pick(['all', 'any', 'in-turn'] as const);
    const to = this.#drawPeople(isDelegated ? 1 : 1 + this.#random.below(3));
    this.moves += 1;
    this.#run.moves.push(`${account} asks ${rule} of ${to.join(', ')} with ${task.label}`);
    const isRefused = to.some((each) => !oracle.mayBeAsked(task, account, each));
    const step = isRefused ? undefined : oracle.ask(task, { asker: account, to, rule }, this.#clock.now);
    const act: Parameters<JudgedRun['judge']>[1] = async (subject, idOf) =>
      subject.ask?.({ taskId: idOf(task.label), kind, account, to, rule }) ?? 'stale';
    if (!step) {
      happenings.add('nobody who asks or votes is asked');
      return this.#run.expectRefusal('forbidden', act);
    }
    happenings.add(isDelegated ? 'task delegated' : `others asked, ${rule}`);
    if (task.isOpinion) happenings.add('asked by one who is asked');
    if (task.index !== null) happenings.add('asked in a countersign');
    // What stands in a called process is named after the call.
    if (task.nodeId.includes('.')) happenings.add('asked in a called process');
    this.#run.handlings.set(task.label, { account, button: isDelegated ? 'Delegate' : 'Ask others first' });
    this.#run.past.push({ task, account });
    return this.#run.judge(step, act);
  }

  /** To what its token has passed, or to any other node. */
  async sendBack(task: OracleWait, nodeIds: readonly string[]): Promise<void> {
    const { oracle, happenings } = this.#run;
    const [account = MEMBER] = task.signers;
    const passed = oracle.passedOf(task);
    const isPassed = passed.length > 0 && this.#random.chance(0.75);
    const to = this.#random.pick(isPassed ? passed : nodeIds);
    this.moves += 1;
    this.#run.moves.push(`${account} sends ${task.label} back to ${to}`);
    const act: Parameters<JudgedRun['judge']>[1] = async (subject, idOf) =>
      subject.sendBack?.({ taskId: idOf(task.label), account, to }) ?? 'stale';
    const step = oracle.sendBack(task, account, to, this.#clock.now);
    if (!step) {
      happenings.add(
        isPassed ? 'not sent back to several, or to who is there' : 'not sent back to what was not passed',
      );
      return this.#run.expectRefusal('forbidden', act);
    }
    happenings.add(task.isSentBack ? 'sent back further' : 'sent back');
    if (task.index !== null) happenings.add('sent back in a countersign');
    this.#run.handlings.set(task.label, { account, button: 'Send back' });
    this.#run.past.push({ task, account });
    return this.#run.judge(step, act);
  }

  async recall(task: OracleWait, asker: string): Promise<void> {
    const { oracle, happenings } = this.#run;
    const isOther = this.#random.chance(0.15);
    const account = isOther ? 'ann' : asker;
    const waits = oracle.waits.length;
    this.moves += 1;
    this.#run.moves.push(`${account} asks no more with ${task.label}`);
    const act: Parameters<JudgedRun['judge']>[1] = async (subject, idOf) =>
      subject.recall?.({ taskId: idOf(task.label), account }) ?? 'stale';
    if (isOther) {
      happenings.add('recall by another');
      return this.#run.expectRefusal('forbidden', act);
    }
    const step = oracle.recall(task, this.#clock.now);
    happenings.add('asked no more');
    if (oracle.waits.length < waits) happenings.add('one of several asked no more');
    return this.#run.judge(step, act);
  }

  /** Now and then somebody who has a task. */
  #drawPeople(count: number): string[] {
    const { waits } = this.#run.oracle;
    const busy = waits.flatMap(({ signers }) => signers);
    const drawn = Array.from({ length: count }, () =>
      busy.length > 0 && this.#random.chance(0.1) ? this.#random.pick(busy) : this.#random.pick(ASKED),
    );
    return [...new Set(drawn)];
  }
}
