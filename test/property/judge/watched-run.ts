import type { NextTaskItem } from '../../../src/index.ts';
import { Center } from '../oracle/center.ts';
import type { OracleWait } from '../oracle/token-game/game-state.ts';
import type { Refused, Seen, Subject } from '../subjects/subject.ts';
import { type Expected, findDifference, pictureExpected, pictureSeen } from './compare.ts';
import { SandboxCenters } from './sandbox-centers.ts';

/** What a subject does in one step, given its own id of a task or job. */
export type Act = (subject: Subject, idOf: (label: string) => string) => Promise<Seen | Refused>;

/** A subject beside the oracle: knows which task of the one is which of the other, and what was told. */
export class WatchedRun {
  readonly subject: Subject;
  readonly #labels = new Map<string, string>();
  readonly #taskIds = new Set<string>();
  readonly #told: { readonly previous: string; readonly status: string; readonly next: readonly string[] }[] = [];
  readonly #centers = [new Center(false), new Center(true)];
  readonly #sandboxes = new SandboxCenters();
  #tells = false;
  #systemTasks = 0;

  constructor(subject: Subject) {
    this.subject = subject;
  }

  /** @returns what is wrong with a step that the rules allow; undefined: nothing */
  async findFault(
    created: readonly OracleWait[],
    gone: readonly OracleWait[],
    expected: Expected,
    act: Act,
  ): Promise<string | undefined> {
    const seen = await this.#act(act);
    if (typeof seen === 'string') return `${this.subject.name} refused: ${seen}`;
    if (seen.faults && seen.faults.length > 0) return `${this.subject.name}: ${seen.faults.join('\n')}`;
    for (const { taskId } of seen.open) this.#taskIds.add(taskId);
    this.#name(
      'task',
      created,
      seen.open.map(({ taskId, nodeId }) => ({ id: taskId, nodeId })),
    );
    this.#name(
      'job',
      created,
      seen.jobs.map(({ jobId, nodeId }) => ({ id: jobId, nodeId })),
    );
    this.#tells = seen.reports !== undefined;
    for (const { item } of seen.reports ?? []) for (const each of item.next ?? []) this.#nameSystemTask(each);
    for (const { item } of seen.reports ?? []) {
      const next = (item.next ?? []).map(({ taskId }) => taskId ?? '');
      this.#told.push({ previous: item.previousTaskId, status: item.status, next });
    }
    const difference =
      findDifference(pictureExpected(expected, seen), pictureSeen(seen, expected, this.#labels)) ??
      this.#findFaultOfCenter(gone, expected, seen);
    return difference && `${this.subject.name}: ${difference}`;
  }

  #findFaultOfCenter(gone: readonly OracleWait[], expected: Expected, seen: Seen): string | undefined {
    if (!seen.reports) return undefined;
    const items = seen.reports.map(({ item }) => item);
    const open = expected.waits.filter(({ kind }) => kind === 'task').map(({ label }) => label);
    const vanished = gone.map(({ label }) => this.#idOf(label));
    for (const center of this.#centers) {
      const fault =
        center.take(items, vanished) ??
        center.findFault(
          [...open, ...expected.held, ...(expected.systemTask === undefined ? [] : [expected.systemTask])],
          expected.halfSigned,
          expected.goneLater,
          expected.ended,
          (id) => this.#labels.get(id) ?? id,
        );
      if (fault) return fault;
    }
    // Only a subject that says why it reports can be held against the outcome table.
    const reports = seen.reports.flatMap(({ kind, item }) => (kind === undefined ? [] : [{ kind, item }]));
    return reports.length < items.length ? undefined : this.#sandboxes.take(reports, expected.ended);
  }

  /** @returns what is wrong where it must refuse; undefined: it did */
  async findLeniency(refusal: Refused, act: Act): Promise<string | undefined> {
    const answer = await this.#act(act);
    if (answer === refusal || (refusal === 'failed' && answer === 'undecided')) return undefined;
    return `${this.subject.name} was to refuse it as ${refusal} and did not: ${JSON.stringify(answer)}`;
  }

  /** Of a run that is over: one end where anything was told, and every task told as next once. */
  findFaultOfAll(): string | undefined {
    if (!this.#tells) return undefined;
    const ends = this.#told.filter(({ status }) => status === 'end').length;
    if (ends !== Math.min(1, this.#taskIds.size)) return `${this.subject.name} told ${ends} ends`;
    const nexts = this.#told.flatMap(({ next }) => next);
    if (nexts.toSorted().join() === [...this.#taskIds].toSorted().join()) return undefined;
    return `${this.subject.name} did not tell every task as next exactly once`;
  }

  /** What was told, ids and order included; undefined where it tells nothing. */
  get told(): string | undefined {
    return this.#tells ? this.#told.map((report) => JSON.stringify(report)).join('\n') : undefined;
  }

  async #act(act: Act): Promise<Seen | Refused> {
    return act(this.subject, (label) => this.#idOf(label));
  }

  #idOf(label: string): string {
    return [...this.#labels].find(([, name]) => name === label)?.[0] ?? `?${label}`;
  }

  /** A task that is told and that nobody has open is one of the system. */
  #nameSystemTask({ taskId = '', nodeId }: Pick<NextTaskItem, 'taskId' | 'nodeId'>): void {
    if (this.#labels.has(taskId)) return;
    this.#systemTasks += 1;
    this.#labels.set(taskId, `[${nodeId}].${this.#systemTasks}`);
    this.#taskIds.add(taskId);
  }

  /** Gives new tasks and jobs the names of the oracle: per node in the order of scopes and iterations. */
  #name(
    kind: OracleWait['kind'],
    created: readonly OracleWait[],
    seen: readonly { readonly id: string; readonly nodeId: string }[],
  ): void {
    const fresh = seen.filter(({ id }) => !this.#labels.has(id));
    for (const nodeId of new Set(fresh.map((each) => each.nodeId))) {
      const names = created.filter((wait) => wait.kind === kind && wait.nodeId === nodeId).map(({ label }) => label);
      const ids = fresh.filter((each) => each.nodeId === nodeId).map(({ id }) => id);
      for (const [index, id] of ids.entries()) this.#labels.set(id, names[index] ?? `${nodeId}?`);
    }
  }
}
