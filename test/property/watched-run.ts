import { type Expected, findDifference, pictureExpected, pictureSeen } from './compare.ts';
import type { Refused, Seen, SeenTask, Subject } from './subject.ts';
import type { OracleWait } from './token-game.ts';

/** What a subject does in one step, given its own id of a task. */
export type Act = (subject: Subject, taskIdOf: (label: string) => string) => Promise<Seen | Refused>;

/** A subject beside the oracle: knows which task of the one is which of the other, and what was told. */
export class WatchedRun {
  readonly subject: Subject;
  readonly #labels = new Map<string, string>();
  readonly #told: { readonly previous: string; readonly status: string; readonly next: readonly string[] }[] = [];
  #tells = false;

  constructor(subject: Subject) {
    this.subject = subject;
  }

  /** @returns what is wrong with a step that the rules allow; undefined: nothing */
  async findFault(created: readonly OracleWait[], expected: Expected, act: Act): Promise<string | undefined> {
    const seen = await this.#act(act);
    if (typeof seen === 'string') return `${this.subject.name} refused: ${seen}`;
    this.#nameTasks(created, seen.open);
    this.#tells = seen.reports !== undefined;
    for (const { item } of seen.reports ?? []) {
      const next = (item.next ?? []).map(({ taskId }) => taskId ?? '');
      this.#told.push({ previous: item.previousTaskId, status: item.status, next });
    }
    const difference = findDifference(pictureExpected(expected, seen), pictureSeen(seen, this.#labels));
    return difference && `${this.subject.name}: ${difference}`;
  }

  /** @returns what is wrong where it must refuse; undefined: it did */
  async findLeniency(refusal: Refused, act: Act): Promise<string | undefined> {
    const answer = await this.#act(act);
    if (answer === refusal) return undefined;
    return `${this.subject.name} was to refuse it as ${refusal} and did not: ${JSON.stringify(answer)}`;
  }

  /** Of a run that is over: one end where anything was told, and every task told as next once. */
  findFaultOfAll(): string | undefined {
    if (!this.#tells) return undefined;
    const ends = this.#told.filter(({ status }) => status === 'end').length;
    if (ends !== Math.min(1, this.#labels.size)) return `${this.subject.name} told ${ends} ends`;
    const nexts = this.#told.flatMap(({ next }) => next);
    if (nexts.toSorted().join() === [...this.#labels.keys()].toSorted().join()) return undefined;
    return `${this.subject.name} did not tell every task as next exactly once`;
  }

  /** What was told, ids and order included; undefined where it tells nothing. */
  get told(): string | undefined {
    return this.#tells ? this.#told.map((report) => JSON.stringify(report)).join('\n') : undefined;
  }

  async #act(act: Act): Promise<Seen | Refused> {
    const idOf = (label: string) => [...this.#labels].find(([, name]) => name === label)?.[0] ?? `?${label}`;
    return act(this.subject, idOf);
  }

  /** Gives new tasks the names of the oracle: per node in the order of the iterations. */
  #nameTasks(created: readonly OracleWait[], open: readonly SeenTask[]): void {
    const fresh = open.filter(({ taskId }) => !this.#labels.has(taskId));
    for (const nodeId of new Set(fresh.map((task) => task.nodeId))) {
      const names = created.filter((wait) => wait.kind === 'task' && wait.nodeId === nodeId).map(({ label }) => label);
      const ids = fresh.filter((task) => task.nodeId === nodeId).map(({ taskId }) => taskId);
      for (const [index, id] of ids.entries()) this.#labels.set(id, names[index] ?? `${nodeId}?`);
    }
  }
}
