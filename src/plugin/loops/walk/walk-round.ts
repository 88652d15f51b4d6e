import type { FlowDefinition } from '../../engine/copies/copy-source.ts';
import { type Frame, findFrame, goAlong, moveTo } from '../frame.ts';
import { isTimer, type Legs, throws, waitsForTime } from '../legs.ts';
import { listensForTime } from '../listeners.ts';
import { movesOneToken } from '../moves-one-token.ts';
import type { RoundState } from '../path-entry.ts';
import { isEventSubProcess, subProcessAround } from '../plain-nodes.ts';
import { repeatRound } from '../repeat-round.ts';
import { MovingTokens, type Token } from './moving-tokens.ts';
import { goOn, onlyStartIn, type ScopesById, type Walked, walkByDiagram } from './walk-by-diagram.ts';
import { WalkJoins } from './walk-joins.ts';
import { type Instance, nextInstance, scopeOfInstance } from './walk-multi-instance.ts';

/** A round of more is walked no further: it may go round in a part of the loop. */
const MAX_LEGS = 1_000;

/** Where a round begins. */
export interface WalkState extends RoundState {
  readonly frame: Frame;
}

/** What a round comes to. */
export interface WalkedRound {
  readonly after: WalkState;
  /** The nodes that tokens reach, in this order. */
  readonly nodes: readonly string[];
}

/**
 * Walks from behind the entry of the node where a round begins to where a token reaches it again, and no other is left.
 * @returns undefined if the way there is not known
 */
export function walkRound(legs: Legs, before: WalkState): WalkedRound | undefined {
  const walk = new Walk(legs, before);
  if (!walk.leave(legs.node)) return undefined;
  for (let count = 0; count < MAX_LEGS; count += 1) {
    const reached = walk.arrive();
    if (reached === legs.node)
      return walk.isAlone ? { after: { ...walk.state, frame: walk.frame }, nodes: walk.nodes } : undefined;
    if (reached === undefined || !walk.leave(reached)) return undefined;
  }
  return undefined;
}

/**
 * The tokens of a round. The engine moves one until it rests, and then the one that was made before it; what was thrown, and
 * inclusive joins that wait for no others, come when all of them rest. Of tokens that the round did not begin with or make,
 * it is known only whether some are on their way or rest, and which joins have some: the walk ends where they could matter,
 * and outside of the scope of the loop.
 */
class Walk {
  state: RoundState;
  /** Of the node that a token was the last to reach. */
  frame: Frame;
  readonly nodes: string[] = [];
  readonly #legs: Legs;
  readonly #scopeId: string | undefined;
  /** How many nodes the engine was still at when the round began. */
  readonly #depth: number;
  readonly #tokens = new MovingTokens();
  readonly #joins: WalkJoins;
  /** Sub-processes that one of several tokens has entered. */
  readonly #entered = new Set<string>();
  /** Those of multi-instances that a token has entered, by their ids. */
  readonly #instances = new Map<string, Instance>();
  /** Where the walk has more than one token: how many, by the id of the process or sub-process. */
  readonly #counts = new Map<string, number>();

  constructor(legs: Legs, { frame, ...before }: WalkState) {
    this.#legs = legs;
    this.#joins = new WalkJoins(legs);
    this.#scopeId = legs.beyond.diagram.activities.get(legs.node)?.parent.id;
    this.#depth = frame.depth;
    this.state = before;
    this.frame = frame;
  }

  get isAlone(): boolean {
    return this.#tokens.size === 0 && this.#joins.isEmpty && this.#counts.size === 0;
  }

  /** Moves the next token to its node, or those before it, if they stay in front of joins. @returns undefined if that is not known */
  arrive(): string | undefined {
    for (let token = this.#tokens.take(); token; token = this.#tokens.take()) {
      const { to } = token;
      if (this.#isBehindOthers(token)) return undefined;
      const comes = this.#scopesAround(to) && this.#joins.letsThrough(token);
      if (comes === undefined) return undefined;
      if (comes) {
        this.#join(to);
        this.frame = token.frame ?? moveTo(to, token.behind);
        this.nodes.push(to);
        return to;
      }
    }
    return this.#release();
  }

  /** Moves on the token that was the last to reach its node. @returns false if it is not known where to */
  leave(nodeId: string): boolean {
    const { beyond } = this.#legs;
    const node = beyond.diagram.activities.get(nodeId);
    if (this.#legs.unknown.has(nodeId) || !this.#isNext(nodeId)) return false;
    const isAsBefore = this.#counts.size === 0 && this.#instances.size === 0;
    const [known, ...others] = isAsBefore ? this.#walkKnown(nodeId) : [];
    if (others.length > 0) return false;
    if (known) {
      this.state = known.after;
      this.nodes.push(...known.through);
      this.#tokens.add({ to: known.to, frame: known.frame });
      return true;
    }
    if (node?.type === 'bpmn:SubProcess' && this.#counts.size > 0) {
      if (this.#entered.has(nodeId)) return false;
      this.#entered.add(nodeId);
    }
    const walked = walkByDiagram(nodeId, this.state, this.#scopes, beyond);
    if (!walked) return false;
    this.state = walked.after;
    // Events go on when all tokens rest.
    const behind = beyond.model.events.has(nodeId) ? moveTo(nodeId, undefined) : this.frame;
    return this.#go(walked, behind);
  }

  #go(walked: Walked, behind: Frame): boolean {
    if ('endsIn' in walked) return this.#end(walked.endsIn, behind);
    if ('takes' in walked) return this.#take(walked.takes, behind);
    if (walked.instance) this.#instances.set(this.#scopeIdOf(walked.enters), walked.instance);
    this.#tokens.add({ to: walked.enters, behind });
    return true;
  }

  get #scopes(): ScopesById {
    const instances = [...this.#instances].map(([id, instance]) => [id, scopeOfInstance(instance)] as const);
    return instances.length === 0 ? this.#legs.scopes : new Map([...this.#legs.scopes, ...instances]);
  }

  #take(flows: readonly FlowDefinition[], behind: Frame): boolean {
    const [first] = flows;
    const targets = new Set(flows.map(({ targetId }) => targetId));
    // The engine takes several flows to one node one after the other.
    if (!first || targets.size < flows.length) return false;
    this.#count(this.#scopeIdOf(first.sourceId), flows.length - 1);
    for (const { id, targetId } of flows.toReversed()) this.#tokens.add({ to: targetId, by: id, behind });
    return true;
  }

  /** Whether tokens from before the round may go before one, since the engine is still at the node to which that comes. */
  #isBehindOthers({ to, behind, frame, waitsFor }: Token): boolean {
    const still = frame ?? waitsFor ?? findFrame(behind, to);
    return still !== undefined && still.depth < this.#depth && this.#legs.beyond.hasMoving();
  }

  /** Ends a token: the last one of a sub-process leaves that. @returns false if it is not known where to */
  #end(scopeId: string, behind: Frame): boolean {
    if (this.#counts.has(scopeId)) {
      this.#count(scopeId, -1);
      return true;
    }
    // It was entered before all tokens rested the last time, or since.
    const top = moveTo(scopeId, findFrame(behind, scopeId));
    const walked = this.#walkOn(scopeId);
    return walked !== undefined && this.#go(walked, top);
  }

  /** Leaves a sub-process, or enters its next instance. */
  #walkOn(scopeId: string): Walked | undefined {
    const { beyond } = this.#legs;
    const instance = this.#instances.get(scopeId);
    const next = instance && nextInstance(instance);
    const enters = onlyStartIn(scopeId, beyond);
    if (next && enters !== undefined) return { enters, instance: next, after: this.state };
    this.#instances.delete(scopeId);
    this.#entered.delete(scopeId);
    const ended = beyond.diagram.activities.get(scopeId);
    if (ended && isEventSubProcess(ended)) {
      // It has interrupted all that was in the sub-process around it.
      return movesOneToken(beyond) ? { endsIn: ended.parent.id, after: this.state } : undefined;
    }
    const around = instance ? beyond.diagram.activities.get(scopeId) : subProcessAround(scopeId, beyond);
    return around && goOn(around, this.state, beyond);
  }

  /** Whether nothing goes before what a token does at a node for which all of them come to rest. */
  #isNext(nodeId: string): boolean {
    const { goesNext, firesTimers, beyond } = this.#legs;
    const waits = waitsForTime(beyond, nodeId);
    if (!waits && !throws(beyond, nodeId)) return true;
    if (!goesNext || this.#counts.size > 0 || this.#isBesideInstances) return false;
    if (!waits) return true;
    // Timers of the scopes that a token entered are set when it rests.
    const entered = this.#scopesAround(nodeId) ?? [];
    return firesTimers && !beyond.isTimerDue() && !entered.some((id) => listensForTime(beyond, id));
  }

  /** Others of a parallel multi-instance go before what happens when all tokens rest. */
  get #isBesideInstances(): boolean {
    return [...this.#instances.values()].some(({ multiInstance }) => !multiInstance.sequential);
  }

  #walkKnown(nodeId: string): readonly KnownWay[] {
    const { known, beyond } = this.#legs;
    // Timers of the scopes that a token entered are set when it rests, wherever that is.
    const isTimed = (this.#scopesAround(nodeId) ?? []).some((id) => listensForTime(beyond, id));
    return (known.get(nodeId) ?? []).flatMap(({ to, nodes, path, way }) => {
      if (isTimed && path.some((entry) => entry.kind === 'event' && isTimer(beyond, entry.nodeId))) return [];
      const after = repeatRound(path, this.state, beyond.context);
      return after ? [{ to, through: nodes.slice(0, -1), after, frame: goAlong(way, this.frame) }] : [];
    });
  }

  #join(nodeId: string): void {
    this.#count(this.#scopeIdOf(nodeId), 1 - this.#joins.join(nodeId));
  }

  /** Lets an inclusive join go when all tokens rest. @returns undefined if others may go before, or keep it waiting */
  #release(): string | undefined {
    if (!this.#legs.goesNext || this.#isBesideInstances) return undefined;
    const nodeId = this.#joins.released(this.#scopeId);
    if (nodeId === undefined) return undefined;
    this.#join(nodeId);
    this.frame = moveTo(nodeId, undefined);
    this.nodes.push(nodeId);
    return nodeId;
  }

  #scopeIdOf(nodeId: string): string {
    return this.#legs.beyond.diagram.activities.get(nodeId)?.parent.id ?? '';
  }

  /** @param more tokens in a process or sub-process */
  #count(scopeId: string, more: number): void {
    const count = (this.#counts.get(scopeId) ?? 1) + more;
    if (count > 1) this.#counts.set(scopeId, count);
    else this.#counts.delete(scopeId);
  }

  /** The sub-processes around a node that a token of the walk has entered; undefined outside of the scope of the loop. */
  #scopesAround(nodeId: string): readonly string[] | undefined {
    const { activities } = this.#legs.beyond.diagram;
    const entered: string[] = [];
    for (let id = activities.get(nodeId)?.parent.id; id !== this.#scopeId; id = activities.get(id)?.parent.id) {
      if (id === undefined) return undefined;
      entered.push(id);
    }
    return entered;
  }
}

/** What a token does that goes as one did before. */
interface KnownWay {
  readonly to: string;
  readonly through: readonly string[];
  readonly after: RoundState;
  readonly frame: Frame;
}
