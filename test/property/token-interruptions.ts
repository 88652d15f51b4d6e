import type { Interruption, Origin } from './game-state.ts';
import { TokenActivities } from './token-activities.ts';

/** What caused what follows an interrupting event: it is known once the step is over. */
export class TokenInterruptions extends TokenActivities {
  protected interruptions: Interruption[] = [];

  /** @returns what stands for the origin of what follows */
  protected interrupt(eventId: string, fallback: Origin, cancel: () => void): string {
    const placeholder = `interrupted by ${eventId} (${this.interruptions.length})`;
    const before = this.moves.gone.length;
    cancel();
    const tasks = this.moves.gone
      .slice(before)
      .filter(({ kind, number }) => kind === 'task' && Number.isFinite(number))
      .toSorted((a, b) => a.number - b.number);
    this.interruptions.push({ placeholder, eventId, tasks, fallback });
    return placeholder;
  }

  /**
   * What an interrupting event leads to goes on from the oldest task it ended, else from what the ended part went on
   * from. Later ones first: what one led to may be what the next one ended.
   */
  protected resolveInterruptions(): void {
    for (const { placeholder, eventId, tasks, fallback } of this.interruptions.toReversed()) {
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
    this.interruptions = this.interruptions.map((each) => (each.fallback === from ? { ...each, fallback: to } : each));
  }
}
