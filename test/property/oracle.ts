import { EMPTY_BOOK, type ExpectedReport, expectReports, wakeAtOf } from './expected-reports.ts';
import type { Graph } from './graph.ts';
import type { OracleButton } from './oracle-buttons.ts';
import type { Values } from './oracle-conditions.ts';
import { noMoves, type OracleWait, Stuck, TokenGame, type TokenMoves } from './token-game.ts';

/** What one trigger did, by the rules of BPMN 2.0 and design 5. */
export interface OracleStep extends Readonly<TokenMoves> {
  readonly reports: readonly ExpectedReport[];
  readonly ended: boolean;
  readonly wakeAt: number | null;
}

/**
 * Says of one instance what must wait and what must be reported. Knows no engine: tokens move by BPMN 2.0, buttons and
 * votes are those of design 4, reports those of design 5.
 * A trigger returns what it did, or undefined where a gateway has no true way on; then nothing has happened.
 */
export class Oracle {
  readonly #game: TokenGame;
  readonly #holdMs: number;
  #book = EMPTY_BOOK;
  #ended = false;

  constructor(graph: Graph, holdMs: number) {
    this.#game = new TokenGame(graph);
    this.#holdMs = holdMs;
  }

  get waits(): readonly OracleWait[] {
    return this.#game.waits;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** When a held report must go out; null: none is held. */
  get wakeAt(): number | null {
    return wakeAtOf(this.#book, this.#holdMs);
  }

  start(variables: Values, now: number): OracleStep | undefined {
    return this.#step(now, undefined, () => this.#game.start(variables));
  }

  press(task: OracleWait, button: OracleButton, variables: Values, now: number): OracleStep | undefined {
    return this.#step(now, task.label, () => this.#game.press(task, button, variables));
  }

  finishJob(job: OracleWait, variables: Values, now: number): OracleStep | undefined {
    return this.#step(now, undefined, () => this.#game.finishJob(job, variables));
  }

  /** Time has passed. */
  wake(now: number): OracleStep | undefined {
    return this.#step(now, undefined, noMoves);
  }

  #step(now: number, handled: string | undefined, work: () => TokenMoves): OracleStep | undefined {
    const giveBack = this.#game.save();
    let moves: TokenMoves;
    try {
      moves = work();
    } catch (error) {
      if (!(error instanceof Stuck)) throw error;
      giveBack();
      return undefined;
    }
    const { isOver, waits, endOrigin } = this.#game;
    if (!isOver && waits.length === 0) throw new TypeError('the process is not sound: a join waits for ever');
    const { reports, book } = expectReports(this.#book, {
      ...(handled !== undefined && { handled }),
      created: moves.created.filter(({ kind }) => kind === 'task'),
      ...(isOver && !this.#ended && { ended: { origin: endOrigin } }),
      jobOrigins: waits.filter(({ kind }) => kind === 'job').map(({ origin }) => origin),
      now,
      holdMs: this.#holdMs,
    });
    this.#book = book;
    this.#ended = isOver;
    return { ...moves, reports, ended: isOver, wakeAt: this.wakeAt };
  }
}
