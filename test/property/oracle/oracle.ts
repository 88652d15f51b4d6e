import { Undecided, type Values } from '../conditions/condition-truth.ts';
import type { Graph } from '../draw/graph.ts';
import { EMPTY_BOOK, type ExpectedReport, expectReports, wakeAtOf } from './expected-reports.ts';
import type { OracleButton } from './oracle-buttons.ts';
import type { OracleWait, TokenMoves, Watch } from './token-game/game-state.ts';
import { type Sent, TokenGame } from './token-game/token-game.ts';
import { Stuck } from './token-game/token-mover.ts';
import type { Asked } from './token-game/token-panels.ts';

/** What one trigger did, by the rules of BPMN 2.0 and design 5. */
export interface OracleStep extends Readonly<TokenMoves> {
  readonly reports: readonly ExpectedReport[];
  readonly ended: boolean;
  readonly wakeAt: number | null;
  /** Tasks the center was not told of yet, though they are handled. */
  readonly held: readonly string[];
  /** Tasks the center was told of once, though more is to be told of them: somebody has signed and others have not. */
  readonly halfSigned: readonly string[];
  /** Tasks that vanished, and the center is told of them once it is told what made them vanish. */
  readonly goneLater: readonly string[];
  /** The system task that is open, and those that the step opened or closed. */
  readonly systemTask: string | undefined;
}

/**
 * Says of one instance what must wait and what must be reported. Knows no engine: tokens move by BPMN 2.0, buttons and
 * votes are those of design 4, reports those of design 5.
 * A trigger returns what it did, or undefined where a gateway has no true way on, or a condition cannot be decided; then
 * nothing has happened.
 */
export class Oracle {
  readonly #game: TokenGame;
  readonly #holdMs: number;
  #book = EMPTY_BOOK;
  #ended = false;
  #isUndecided = false;

  constructor(graph: Graph, holdMs: number) {
    this.#game = new TokenGame(graph);
    this.#holdMs = holdMs;
  }

  get waits(): readonly OracleWait[] {
    return this.#game.waits;
  }

  get watches(): readonly Watch[] {
    return this.#game.watches;
  }

  /** Whether something in it waits for a message. */
  hears(name: string): boolean {
    return this.#game.hears(name);
  }

  /** The call whose process has the variables of a scope; undefined: the instance has. */
  callAround(scope: number): string | undefined {
    return this.#game.callAround(scope);
  }

  /** Calls that run and whose processes have variables of their own. */
  get calls(): readonly string[] {
    return this.#game.calls;
  }

  /** Nodes that hold a token. */
  get heldNodes(): ReadonlySet<string> {
    return this.#game.held;
  }

  /** What scripts have computed. */
  get computed(): Values {
    return this.#game.computed;
  }

  /** Whether the last step that came to nothing failed for want of what a condition reads. */
  get isUndecided(): boolean {
    return this.#isUndecided;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** When a timer is due or a held report must go out; null: never. */
  get wakeAt(): number | null {
    const times = [wakeAtOf(this.#book, this.#holdMs), this.#game.dueAt].filter((time) => time !== null);
    return times.length === 0 ? null : Math.min(...times);
  }

  start(variables: Values, now: number): OracleStep | undefined {
    return this.#step(now, undefined, () => this.#game.start(variables, now));
  }

  press(
    task: OracleWait,
    account: string,
    button: OracleButton,
    variables: Values,
    now: number,
  ): OracleStep | undefined {
    return this.#step(now, task.label, () => this.#game.press(task, account, button, variables, now));
  }

  /** Its handler gives a task to others for a while. */
  ask(task: OracleWait, asked: Asked, now: number): OracleStep | undefined {
    return this.#step(now, task.label, () => this.#game.ask(task, asked, now));
  }

  /** Its handler sends it back to an earlier node; undefined too: it cannot go there. */
  sendBack(task: OracleWait, asker: string, to: string, now: number): OracleStep | undefined {
    if (this.#game.targetOf(task, asker, to) === undefined) return undefined;
    return this.#step(now, task.label, () => this.#game.sendBack(task, { asker, to }, now));
  }

  passedOf(task: OracleWait): readonly string[] {
    return this.#game.passedOf(task);
  }

  /** Who has asked asks no more. @param task of one member, or the one that was given to all of them */
  recall(task: OracleWait, now: number): OracleStep | undefined {
    return this.#step(now, undefined, () => this.#game.recall(task, now));
  }

  /** Tasks that others have for a while. */
  get asked(): readonly OracleWait[] {
    return this.#game.asked;
  }

  /** The task that was given to others, of one of these. */
  askedWith(task: OracleWait): OracleWait | undefined {
    return this.asked.find(({ panel }) => panel?.members.some((member) => member.task?.label === task.label));
  }

  /** Whether somebody may be asked about a task. */
  mayBeAsked(task: OracleWait, asker: string, account: string): boolean {
    return this.#game.mayBeAsked(task, asker, account);
  }

  finishJob(job: OracleWait, variables: Values, now: number): OracleStep | undefined {
    return this.#step(now, undefined, () => this.#game.finishJob(job, variables, now));
  }

  failJob(job: OracleWait, code: string, now: number): OracleStep | undefined {
    return this.#step(now, undefined, () => this.#game.failJob(job, code, now));
  }

  catchesFailure(job: OracleWait, code: string): boolean {
    return this.#game.catchesFailure(job, code);
  }

  send(sent: Sent, variables: Values, now: number): OracleStep | undefined {
    return this.#step(now, undefined, () => this.#game.send(sent, variables, now));
  }

  /** @param call whose process they are set in; undefined: in the instance */
  set(variables: Values, call: string | undefined, now: number): OracleStep | undefined {
    return this.#step(now, undefined, () => this.#game.set(variables, call, now));
  }

  /** Time has passed. */
  wake(now: number): OracleStep | undefined {
    return this.#step(now, undefined, () => this.#game.wake(now));
  }

  #step(now: number, pressed: string | undefined, work: () => TokenMoves): OracleStep | undefined {
    const giveBack = this.#game.save();
    this.#game.hold(this.#book.held.map(({ task }) => task));
    let moves: TokenMoves;
    try {
      moves = work();
    } catch (error) {
      if (!(error instanceof Stuck || error instanceof Undecided)) throw error;
      this.#isUndecided = error instanceof Undecided;
      giveBack();
      return undefined;
    }
    const { isOver, isDead, waits, endOrigin } = this.#game;
    if (isDead) throw new TypeError('the process is not sound: a join waits for ever');
    const isSigned = moves.signature === 'one';
    const { reports, book } = expectReports(this.#book, {
      signed: pressed !== undefined && isSigned ? [pressed] : [],
      handled: [
        ...(pressed === undefined || isSigned ? [] : [pressed]),
        ...[...moves.recalled, ...moves.interrupted.map(({ task }) => task)].map(({ label }) => label),
      ],
      gone: moves.gone
        .filter(({ kind }) => kind === 'task')
        .toSorted((one, other) => one.number - other.number)
        .flatMap(({ label: task, cause, signers }) => {
          const each = [...new Set(signers)].map((account) => ({ task, account, cause }));
          return each.length === 0 ? [{ task, cause }] : each;
        }),
      created: moves.created.filter(({ kind }) => kind === 'task'),
      ...(isOver && !this.#ended && { ended: { origin: endOrigin } }),
      holders: this.#game.holders,
      hasOpenTask: waits.some(({ kind }) => kind === 'task'),
      aPersonActed: pressed !== undefined || moves.recalled.length > 0,
      jobOrigins: waits.filter(({ kind }) => kind === 'job').map(({ origin }) => origin),
      now,
      holdMs: this.#holdMs,
    });
    this.#book = book;
    this.#ended = isOver;
    const held = book.held.map(({ task }) => task);
    const halfSigned = [...held, ...waits.map(({ label }) => label)].filter((label) => book.signed.includes(label));
    // In a center that takes a task off the list for none, a task that one has signed is off it already.
    const goneLater = [...new Set(book.gone.map(({ task }) => task))].filter((label) => !book.signed.includes(label));
    return {
      ...moves,
      reports,
      ended: isOver,
      wakeAt: this.wakeAt,
      held,
      halfSigned,
      goneLater,
      systemTask: book.system.open?.label,
    };
  }
}
