import type { TaskHandlingItem } from '../../../src/index.ts';

/**
 * What a center shows as pending, from the reports alone, in one of the two readings of `none`: the interface says that
 * it is "no task operation on the current task", and that every handled task moves to the handled list.
 */
export class Center {
  readonly #noneKeepsPending: boolean;
  readonly #pending = new Set<string>();
  /** Handled with `none`, and no report since then. */
  readonly #lingering = new Set<string>();
  readonly #known = new Set<string>();
  readonly #vanished = new Set<string>();
  /** Tasks that a report named, but for those that one of several has signed. */
  readonly #told = new Set<string>();
  #concluded = false;

  constructor(noneKeepsPending: boolean) {
    this.#noneKeepsPending = noneKeepsPending;
  }

  /**
   * Takes over what was reported, and what the status callback would say of tasks that vanished.
   * @returns what no right report does
   */
  take(items: readonly TaskHandlingItem[], vanished: readonly string[]): string | undefined {
    for (const taskId of vanished) this.#vanished.add(taskId);
    for (const { previousTaskId, status, next = [] } of items) {
      const isGone = status === 'none' && this.#vanished.has(previousTaskId);
      if (this.#concluded && !isGone) return `${previousTaskId} ${status} after the end`;
      if (status === 'end' && this.#told.has(previousTaskId)) return `${previousTaskId} end after another report`;
      if (status === 'end') this.#concluded = true;
      this.#told.add(previousTaskId);
      if (status !== 'none') this.#lingering.delete(previousTaskId);
      else if (this.#noneKeepsPending) this.#lingering.add(previousTaskId);
      this.#pending.delete(previousTaskId);
      for (const { taskId = '' } of next) {
        if (this.#known.has(taskId)) return `${taskId} is made a second time`;
        this.#known.add(taskId);
        this.#pending.add(taskId);
      }
    }
    // Where `none` takes them off the list nobody has to ask.
    if (this.#noneKeepsPending) for (const taskId of vanished) this.#pending.delete(taskId);
    return undefined;
  }

  /**
   * @param expected labels of the tasks that are open, or handled and not told of yet
   * @param halfSigned those of them that were told as `none` before, since somebody had signed them
   * @param goneLater labels of tasks that vanished and that were not told of yet
   * @returns how the pending list differs from it
   */
  findFault(
    expected: readonly string[],
    halfSigned: readonly string[],
    goneLater: readonly string[],
    ended: boolean,
    labelOf: (taskId: string) => string,
  ): string | undefined {
    // A task that lingers after `none` is one the status callback answers as finished: it must not be open with us,
    // unless others have yet to sign it. A center that takes it off the list has no place for those (known limit).
    const lingering = [...this.#lingering].map(labelOf).filter((label) => expected.includes(label));
    const meant = this.#noneKeepsPending ? halfSigned : [];
    if (sorted(lingering) !== sorted(meant)) return `pending by none and open: ${lingering}, not ${meant}`;
    const open = [...this.#pending].map(labelOf);
    // The signers share the task: the center knows it, and its last report is the next one about it.
    for (const taskId of this.#told) if (halfSigned.includes(labelOf(taskId))) this.#told.delete(taskId);
    const stillListed = this.#noneKeepsPending ? [] : goneLater;
    const told = [...expected.filter((label) => !halfSigned.includes(label)), ...stillListed];
    if (sorted(open) !== sorted(told)) return `the center has ${sorted(open)} pending, and the process ${sorted(told)}`;
    if (!ended && this.#known.size > 0 && told.length === 0 && halfSigned.length === 0) return 'no task is open';
    if (ended && this.#known.size > 0 && !this.#concluded) return 'the center was not told of the end';
    return undefined;
  }
}

const sorted = (labels: readonly string[]): string => labels.toSorted().join();
