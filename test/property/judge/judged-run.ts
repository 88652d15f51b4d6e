import { type Happening, happeningsOf } from '../census/happenings.ts';
import { type Graph, nodeOf } from '../draw/graph.ts';
import { Oracle, type OracleStep } from '../oracle/oracle.ts';
import type { OracleWait } from '../oracle/token-game/game-state.ts';
import { describeGraph } from '../render/describe-graph.ts';
import { eventName } from '../render/render-events.ts';
import { MEMBER, type Refused, type Subject } from '../subjects/subject.ts';
import type { Handling } from './compare.ts';
import { type Act, WatchedRun } from './watched-run.ts';

/** Who stands in the reports of what nobody did. */
const SYSTEM = 'System';
/** Why a task vanished, where no event took it. */
const GONE = { others: 'Decided by others', terminate: 'Terminated' } as const;

/** The product said something else than the rules. */
export class Mismatch extends Error {}

/** One process on the oracle and on every subject: compares them after each move, and remembers what has happened. */
export class JudgedRun {
  readonly oracle: Oracle;
  /** What was done so far, for a person to follow. */
  readonly moves: string[] = [];
  readonly happenings = new Set<Happening>();
  readonly handlings = new Map<string, Handling>();
  /** Tasks that are over, with somebody who might press them again. */
  readonly past: { readonly task: OracleWait; readonly account: string }[] = [];
  readonly goneJobs: OracleWait[] = [];
  /** Names of thrown messages that nothing in it waited for. */
  readonly letters: string[] = [];
  /** Steps that failed. */
  stuck = 0;
  stuckInARow = 0;
  readonly #graph: Graph;
  readonly #runs: readonly WatchedRun[];

  constructor(graph: Graph, holdMs: number, subjects: readonly Subject[]) {
    this.#graph = graph;
    this.oracle = new Oracle(graph, holdMs);
    this.#runs = subjects.map((subject) => new WatchedRun(subject));
  }

  /** Lets every subject do what the oracle did, and compares. */
  async judge(step: OracleStep | undefined, act: Act): Promise<void> {
    if (!step) {
      this.stuck += 1;
      this.stuckInARow += 1;
      this.happenings.add('failed step');
      if (!this.oracle.isUndecided) return this.expectRefusal('failed', act);
      this.happenings.add('condition that cannot be decided');
      return this.expectRefusal('undecided', act);
    }
    if (this.stuckInARow > 0 && this.oracle.isUndecided) this.happenings.add('goes on once variables are set');
    this.stuckInARow = 0;
    for (const { task, eventId } of step.interrupted) {
      this.handlings.set(task.label, {
        account: task.signers[0] ?? MEMBER,
        name: SYSTEM,
        button: eventName(nodeOf(this.#graph, eventId)),
      });
    }
    for (const { label, signers } of step.recalled) {
      this.handlings.set(label, { account: signers[0] ?? MEMBER, name: SYSTEM, button: 'Recall' });
    }
    for (const { label, signers, by } of step.gone) {
      const button = typeof by === 'string' ? GONE[by] : eventName(nodeOf(this.#graph, by.eventId));
      this.handlings.set(label, { account: signers[0] ?? MEMBER, name: SYSTEM, button });
    }
    const { reports, ended, wakeAt, unmatched, held, halfSigned, goneLater, systemTask } = step;
    const { waits, computed } = this.oracle;
    if (systemTask !== undefined) this.handlings.set(systemTask, { account: MEMBER, name: SYSTEM, button: 'Done' });
    const expected = {
      waits,
      reports,
      ended,
      wakeAt,
      unmatched,
      computed,
      held,
      halfSigned,
      goneLater,
      systemTask,
      handlings: this.handlings,
    };
    await this.#findFaults((run) => run.findFault(step.created, step.gone, expected, act));
    this.#note(step);
  }

  async expectRefusal(refusal: Refused, act: Act): Promise<void> {
    await this.#findFaults(async (run) =>
      (refusal === 'failed' || refusal === 'undecided') && !run.subject.survivesFailure
        ? undefined
        : run.findLeniency(refusal, act),
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
      if (fault) throw this.fail(fault);
    }
  }

  #note(step: OracleStep): void {
    this.letters.push(...step.unmatched);
    const ended = [
      ...step.gone.filter(({ kind }) => kind === 'task'),
      ...step.recalled,
      ...step.interrupted.map(({ task }) => task),
    ];
    this.past.push(...ended.map((task) => ({ task, account: task.signers[0] ?? MEMBER })));
    this.goneJobs.push(...step.gone.filter(({ kind }) => kind === 'job'));
    for (const happening of happeningsOf(this.#graph, step)) this.happenings.add(happening);
    const isMet = step.fired.some((id) => nodeOf(this.#graph, id).event?.kind === 'condition');
    if (isMet && !/^set/.test(this.moves.at(-1) ?? '')) this.happenings.add('condition met by a step that goes on');
    if (step.ended && !/^press/.test(this.moves.at(-1) ?? '')) this.happenings.add('end without a press');
  }

  async checkWhole(): Promise<void> {
    await this.#findFaults(async (run) => run.findFaultOfAll());
    const told = new Set(this.#runs.flatMap((run) => run.told ?? []));
    if (told.size > 1) throw this.fail(`not all tell the same:\n${[...told].join('\nand\n')}`);
  }

  fail(reason: string): Mismatch {
    return new Mismatch([describeGraph(this.#graph), '', ...this.moves, '', reason].join('\n'));
  }
}
