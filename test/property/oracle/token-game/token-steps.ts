import { orderOf, rankScopes } from '../who-catches.ts';
import type { Interruption, OracleWait, Origin, Taker } from './game-state.ts';
import { TokenActivities } from './token-activities.ts';

/** What is known once a step is over: what caused what follows an interrupting event, and the order of new waits. */
export class TokenSteps extends TokenActivities {
  protected interruptions: Interruption[] = [];
  /** The task that the press of this step handled. */
  protected pressed: string | undefined;
  /** Tasks of earlier steps that are handled and not reported. */
  protected unreported: ReadonlySet<string> = new Set();

  /** The task that is reported with what an event leads to: that of the press, else the one it comes from. */
  protected causeOf(thrownBy: Origin): string | undefined {
    return this.pressed ?? (thrownBy !== null && this.unreported.has(thrownBy) ? thrownBy : undefined);
  }

  /** @returns what stands for the origin of what follows */
  protected interrupt(
    eventId: string,
    { causedBy, fallback }: Pick<Interruption, 'causedBy' | 'fallback'>,
    cancel: (taker: Taker) => void,
  ): string {
    const placeholder = `interrupted by ${eventId} (${this.interruptions.length})`;
    const before = this.moves.gone.length;
    cancel({ by: { eventId }, cause: placeholder });
    const tasks = this.moves.gone
      .slice(before)
      .filter(({ kind, number }) => kind === 'task' && Number.isFinite(number))
      .toSorted((a, b) => a.number - b.number);
    this.interruptions.push({ placeholder, eventId, tasks, causedBy, fallback });
    return placeholder;
  }

  /**
   * What an interrupting event leads to goes on from the task that caused it, else from the oldest task it ended, else from what the ended part went on
   * from. Later ones first: what one led to may be what the next one ended.
   */
  protected resolveInterruptions(): void {
    for (const { placeholder, eventId, tasks, causedBy, fallback } of this.interruptions.toReversed()) {
      if (causedBy !== undefined) {
        this.#replaceOrigin(placeholder, causedBy);
        continue;
      }
      const leadsOn =
        this.moves.created.some(({ origin }) => origin === placeholder) ||
        this.state.activities.some(({ waits }) =>
          waits.some(({ kind, origin }) => kind === 'job' && origin === placeholder),
        ) ||
        (this.state.isOver && this.state.endOrigin === placeholder);
      const { interrupted } = this.moves;
      const task = leadsOn
        ? tasks.find(({ label }) => !interrupted.some((each) => each.task.label === label))
        : undefined;
      if (task) interrupted.push({ task, eventId });
      this.#replaceOrigin(placeholder, task?.label ?? fallback);
    }
    const handled = new Set(this.moves.interrupted.map(({ task }) => task.label));
    this.moves.gone = this.moves.gone.filter(({ label }) => !handled.has(label));
  }

  #replaceOrigin(from: string, to: Origin): void {
    const renew = <Part extends { readonly origin: Origin }>(part: Part): Part =>
      part.origin === from ? { ...part, origin: to } : part;
    const { state, moves } = this;
    state.scopes = state.scopes.map(renew);
    state.waiting = state.waiting.map(renew);
    state.activities = state.activities.map((each) => ({ ...renew(each), waits: each.waits.map(renew) }));
    if (state.endOrigin === from) state.endOrigin = to;
    moves.created = moves.created.map(renew);
    moves.gone = moves.gone.map((each) => (each.cause === from ? { ...each, cause: to } : each));
    this.interruptions = this.interruptions.map((each) => (each.fallback === from ? { ...each, fallback: to } : each));
  }

  /** Makes of what was begun and ended what a step shows, and numbers the new waits as a reader of the file would. */
  protected numberWaits(): void {
    const { activities } = this.state;
    const alive = new Map(activities.flatMap((activity) => activity.waits.map((wait) => [wait.label, activity])));
    const ranks = rankScopes(this.graph, this.state);
    const rank = ({ label, nodeId }: OracleWait) =>
      (ranks.get(alive.get(label)?.scope ?? -1) ?? 0) * 1000 + orderOf(this.graph, nodeId);
    const created = this.moves.created.filter(({ label }) => alive.has(label));
    const age = ({ label }: OracleWait) => alive.get(label)?.id ?? 0;
    const sorted = created.toSorted((a, b) => rank(a) - rank(b) || age(a) - age(b) || (a.index ?? 0) - (b.index ?? 0));
    const numbers = new Map(sorted.map(({ label }) => [label, this.nextId()]));
    for (const activity of activities) {
      activity.waits = activity.waits.map((wait) => ({ ...wait, number: numbers.get(wait.label) ?? wait.number }));
    }
    this.moves.created = sorted.map((wait) => ({ ...wait, number: numbers.get(wait.label) ?? 0 }));
    this.moves.gone = this.moves.gone.filter(({ number }) => Number.isFinite(number));
  }
}
