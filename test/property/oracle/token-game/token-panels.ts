import { nodeOf } from '../../draw/graph.ts';
import { askedOf, openOf, peopleAt, replaceIn } from '../panels.ts';
import { passedBefore } from '../trails.ts';
import type { Activity, AskRule, Member, OracleWait, TokenMoves } from './game-state.ts';
import { TokenEvents } from './token-events.ts';

/** Whom the handler of a task asks. */
export interface Asked {
  readonly asker: string;
  readonly to: readonly string[];
  readonly rule: AskRule;
}

/** Others have a task for a while: the wait stays, and no token moves. When they have answered, it comes back as a new one. */
export class TokenPanels extends TokenEvents {
  /** Tasks that others have for a while. */
  get asked(): readonly OracleWait[] {
    return this.state.activities.flatMap(({ waits }) => waits.flatMap(askedOf));
  }

  ask(task: OracleWait, { asker, to, rule }: Asked, now: number): TokenMoves {
    return this.#still(now, () => {
      const members = to.map(
        (account, index): Member =>
          rule === 'in-turn' && index > 0 ? { account, state: 'later' } : this.#askOne(task, account, task.label),
      );
      this.#replace(task.label, { ...task, panel: { asker, rule, members } });
    });
  }

  sendBack(task: OracleWait, { asker, to }: { readonly asker: string; readonly to: string }, now: number): TokenMoves {
    const account = this.targetOf(task, asker, to) ?? '';
    return this.#still(now, () => {
      const member = this.#askOne({ ...task, nodeId: to, index: null }, account, task.label, { isSentBack: true });
      this.#replace(task.label, { ...task, panel: { asker, rule: 'all', members: [member] } });
    });
  }

  /** The nodes that the token of a task has passed. */
  passedOf({ label, nodeId }: OracleWait): readonly string[] {
    return passedBefore(this.#find(label).activity.trail, nodeId).map((each) => each.nodeId);
  }

  /** Who gets it if it is sent back to a node; undefined: it cannot be. */
  targetOf({ label, nodeId }: OracleWait, asker: string, to: string): string | undefined {
    const { activity, wait } = this.#find(label);
    const { account } = passedBefore(activity.trail, nodeId).find((each) => each.nodeId === to) ?? {};
    const others = openOf(wait).flatMap((each) => (each.label === label ? [] : each.signers));
    const isHere = account === undefined || [asker, ...peopleAt(wait), ...others].includes(account);
    return isHere ? undefined : account;
  }

  protected answer({ label }: OracleWait, now: number): TokenMoves {
    return this.#still(now, () => this.#leave(label, 'answered', label));
  }

  /** @param task of one member, or the one that was given to all of them: then whoever was asked last is out first */
  recall(task: OracleWait, now: number): TokenMoves {
    return this.#still(now, () => {
      if (!task.panel) {
        this.#recallOne(task);
        return;
      }
      const members = task.panel.members.map(
        (member): Member => (member.state === 'later' ? { ...member, state: 'recalled' } : member),
      );
      this.#replace(task.label, { ...task, panel: { ...task.panel, members } });
      for (const member of members.toReversed()) if (member.task) this.#recallOne(member.task);
    });
  }

  /** The oldest task that is open with or below the member leads on; the others are gone. */
  #recallOne(task: OracleWait): void {
    const [first, ...others] = openOf(task).toSorted((one, other) => one.number - other.number);
    if (!first) throw new TypeError(`nobody has ${task.label}`);
    this.moves.recalled.push(first);
    this.#take(others, first.label);
    this.#leave(task.label, 'recalled', first.label);
  }

  /**
   * Who asks or is asked at a wait gets no other task of it. One person, one vote: where people vote, or are named by a
   * list, neither does who has signed in the round, has another task of it, asks or is asked there, or signs later.
   */
  mayBeAsked(task: OracleWait, asker: string, account: string): boolean {
    const { activity, wait } = this.#find(task.label);
    if (account === asker || peopleAt(wait).includes(account)) return false;
    const node = nodeOf(this.graph, wait.nodeId);
    const { many } = node;
    if (!many || (many.over.kind !== 'list' && !this.hasVotes(node))) return true;
    const others = activity.waits.filter(({ label }) => label !== wait.label);
    const busy = others.flatMap((other) => [...openOf(other).flatMap(({ signers }) => signers), ...peopleAt(other)]);
    const later = many.sequential ? activity.people.slice((wait.index ?? 0) + 1) : [];
    return ![...busy, ...(activity.signed ?? []), ...later].includes(account);
  }

  #askOne(
    { kind, nodeId, index }: OracleWait,
    account: string,
    origin: string,
    more: { isSentBack?: true } = {},
  ): Member {
    const label = this.nextLabel(nodeId, index);
    const of = { kind, label, nodeId, index, signers: [account], origin, number: this.nextId() };
    const task: OracleWait = { ...of, isOpinion: true, ...more };
    this.moves.created.push(task);
    return { account, state: 'asked', task };
  }

  /** A member has no task any more: the next one is asked, or it comes back to who has asked. */
  #leave(label: string, state: 'answered' | 'recalled', cause: string): void {
    const asked = this.asked.find(({ panel }) => panel?.members.some(({ task }) => task?.label === label));
    if (!asked?.panel) throw new TypeError(`nobody has asked with ${label}`);
    const { panel, ...task } = asked;
    const members = panel.members.map((member) =>
      member.task?.label === label ? { account: member.account, state } : member,
    );
    const isEnough = panel.rule === 'any' && state === 'answered';
    if (isEnough || members.every((member) => member.state === 'answered' || member.state === 'recalled')) {
      this.#take(openOf({ ...asked, panel: { ...panel, members } }), cause);
      const { group: _, ...own } = task;
      const back: OracleWait = {
        ...own,
        ...{
          label: this.nextLabel(task.nodeId, task.index),
          signers: [panel.asker],
          origin: cause,
          number: this.nextId(),
        },
      };
      this.moves.created.push(back);
      this.#replace(asked.label, back);
      return;
    }
    const next = members.some((member) => member.state === 'asked')
      ? -1
      : members.findIndex((member) => member.state === 'later');
    const renewed = members.map((member, index) =>
      index === next ? this.#askOne(task, member.account, cause) : member,
    );
    this.#replace(asked.label, { ...asked, panel: { ...panel, members: renewed } });
  }

  #take(tasks: readonly OracleWait[], cause: string): void {
    this.moves.gone.push(...tasks.map((each) => ({ ...each, by: 'others' as const, cause })));
  }

  #find(label: string): { readonly activity: Activity; readonly wait: OracleWait } {
    for (const activity of this.state.activities)
      for (const wait of activity.waits)
        if ([...askedOf(wait), ...openOf(wait)].some((each) => each.label === label)) return { activity, wait };
    throw new TypeError(`${label} does not wait`);
  }

  #replace(label: string, by: OracleWait): void {
    const { activity } = this.#find(label);
    activity.waits = activity.waits.map((wait) => replaceIn(wait, label, by));
  }

  /** A step in which nothing moves but who has a task. */
  #still(now: number, work: () => void): TokenMoves {
    this.beginStep(now);
    work();
    return this.moves;
  }
}
