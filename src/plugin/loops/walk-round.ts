import type { ActivityDefinition } from '../engine/copies/copy-source.ts';
import { isTimer, type Legs, throws, waitsForTime } from './legs.ts';
import { listensForTime } from './listeners.ts';
import type { RoundState } from './path-entry.ts';
import { passesOn, subProcessAround } from './plain-nodes.ts';
import { disturbs, usesVariables } from './races.ts';
import { repeatRound } from './repeat-round.ts';
import { goOn, type WalkedLeg, walkByDiagram } from './walk-by-diagram.ts';

/** A round of more is walked no further: it may go round in a part of the loop. */
const MAX_LEGS = 1_000;

/** What a round comes to. */
export interface WalkedRound {
  readonly after: RoundState;
  /** The nodes that tokens reach, in this order. */
  readonly nodes: readonly string[];
}

/**
 * Walks from behind the entry of the node where a round begins to where a token reaches it again, and no other is left.
 * @returns undefined if the way there is not known
 */
export function walkRound(legs: Legs, before: RoundState): WalkedRound | undefined {
  const walk = new Walk(legs, before);
  if (!walk.leave(legs.node)) return undefined;
  for (let count = 0; count < MAX_LEGS; count += 1) {
    const reached = walk.arrive();
    if (reached === legs.node) return walk.isAlone ? { after: walk.state, nodes: walk.nodes } : undefined;
    if (reached === undefined || !walk.leave(reached)) return undefined;
  }
  return undefined;
}

/**
 * The tokens of a round. The engine moves one until it rests, and then the one that was made before it; what was thrown
 * waits until all of them rest. Of tokens that the round did not begin with or make, it is known only which joins have
 * some: the walk ends there, outside of the scope of the loop, and at a throw before which others may go.
 */
class Walk {
  state: RoundState;
  readonly nodes: string[] = [];
  readonly #legs: Legs;
  readonly #scopeId: string | undefined;
  /** On their way, the next one last. */
  readonly #tokens: Token[] = [];
  /** Tokens of the walk that have come to joins which wait for others, by their flows. */
  readonly #arrived = new Map<string, Map<string, Branch | undefined>>();
  /** Of the token that moves. */
  #branch: Branch | undefined;
  /** Those whose tokens may be anywhere on their way: the engine does not always move the first one first. */
  readonly #branches = new Set<Branch>();
  /** Sub-processes that one of several tokens has entered. */
  readonly #entered = new Set<string>();
  /** Where the walk has more than one token: how many, by the id of the process or sub-process. */
  readonly #counts = new Map<string, number>();

  constructor(legs: Legs, before: RoundState) {
    this.#legs = legs;
    this.#scopeId = legs.beyond.diagram.activities.get(legs.node)?.parent.id;
    this.state = before;
  }

  get isAlone(): boolean {
    const { beyond } = this.#legs;
    const isLate = ({ nodes }: Branch) => [...nodes].some((each) => usesVariables(each, beyond));
    const isOne = this.#tokens.length === 0 && this.#arrived.size === 0 && this.#counts.size === 0;
    return isOne && ![...this.#branches].some(isLate);
  }

  /** Moves the next token to its node, or those before it, if they stay in front of joins. @returns undefined if that is not known */
  arrive(): string | undefined {
    for (let token = this.#tokens.pop(); token; token = this.#tokens.pop()) {
      const { to } = token;
      this.#branch = token.branch;
      const comes = this.#scopesAround(to) && this.#comesThrough(token);
      if (comes === undefined) return undefined;
      if (comes) {
        this.nodes.push(to);
        return to;
      }
    }
    return undefined;
  }

  /** Moves on the token that was the last to reach its node. @returns false if it is not known where to */
  leave(nodeId: string): boolean {
    const { beyond, scopes } = this.#legs;
    const node = beyond.diagram.activities.get(nodeId);
    if (this.#legs.unknown.has(nodeId) || !this.#isNext(nodeId)) return false;
    const [known, ...others] = this.#counts.size === 0 ? this.#walkKnown(nodeId) : [];
    if (others.length > 0) return false;
    if (!this.#isAnyOrder([nodeId, ...(known?.through ?? [])])) return false;
    if (!known && node?.type === 'bpmn:ParallelGateway') return this.#fork(node);
    if (node?.type === 'bpmn:SubProcess' && this.#counts.size > 0) {
      if (this.#entered.has(nodeId)) return false;
      this.#entered.add(nodeId);
    }
    const walked = known ?? walkByDiagram(nodeId, this.state, scopes, beyond);
    if (!walked) return false;
    this.state = walked.after;
    return 'endsIn' in walked ? this.#end(walked.endsIn) : this.#move(walked);
  }

  #move(leg: WalkedLeg): true {
    this.nodes.push(...(leg.through ?? []));
    this.#tokens.push({ ...leg, branch: this.#branch });
    return true;
  }

  /** Whether a token may be at nodes before or after what the tokens beside it do. */
  #isAnyOrder(nodes: readonly string[]): boolean {
    const { beyond } = this.#legs;
    for (const each of nodes) this.#branch?.nodes.add(each);
    const own = new Set(withParents(this.#branch));
    const beside = [...this.#branches].filter((branch) => !own.has(branch));
    return !beside.some((branch) =>
      [...branch.nodes].some((other) => nodes.some((each) => disturbs(each, other, beyond))),
    );
  }

  /** Ends a token: the last one of a sub-process leaves that. @returns false if it is not known where to */
  #end(scopeId: string): boolean {
    const { beyond } = this.#legs;
    if (this.#counts.has(scopeId)) {
      this.#count(scopeId, -1);
      return true;
    }
    // It ends with the last of them.
    for (const branch of this.#branches) if (branch.scopeId === scopeId) this.#branches.delete(branch);
    while (this.#branch?.scopeId === scopeId) this.#branch = this.#branch.parent;
    this.#entered.delete(scopeId);
    const around = subProcessAround(scopeId, beyond);
    const walked = around && goOn(around, this.state, beyond);
    if (!walked) return false;
    return 'endsIn' in walked ? this.#end(walked.endsIn) : this.#move(walked);
  }

  /** Whether nothing goes before what a token does at a node for which all of them come to rest. */
  #isNext(nodeId: string): boolean {
    const { throwsAtOnce, firesTimers, beyond } = this.#legs;
    const waits = waitsForTime(beyond, nodeId);
    if (!waits && !throws(beyond, nodeId)) return true;
    if (!throwsAtOnce || this.#counts.size > 0) return false;
    if (!waits) return true;
    // Timers of the scopes that a token entered are set when it rests.
    const entered = this.#scopesAround(nodeId) ?? [];
    return firesTimers && !beyond.isTimerDue() && !entered.some((id) => listensForTime(beyond, id));
  }

  #walkKnown(nodeId: string): readonly WalkedLeg[] {
    const { known, beyond } = this.#legs;
    // Timers of the scopes that a token entered are set when it rests, wherever that is.
    const isTimed = (this.#scopesAround(nodeId) ?? []).some((id) => listensForTime(beyond, id));
    return (known.get(nodeId) ?? []).flatMap(({ to, nodes, path }) => {
      if (isTimed && path.some((entry) => entry.kind === 'event' && isTimer(beyond, entry.nodeId))) return [];
      const after = repeatRound(path, this.state, beyond.context);
      return after ? [{ to, through: nodes.slice(0, -1), after }] : [];
    });
  }

  #fork(node: ActivityDefinition): boolean {
    const { beyond } = this.#legs;
    const flows = beyond.diagram.flowsFrom.get(node.id) ?? [];
    const targets = new Set(flows.map(({ targetId }) => targetId));
    // The engine takes several flows to one node one after the other.
    if (targets.size < flows.length || flows.length === 0) return false;
    if (!passesOn(node, beyond) || flows.some(({ id }) => beyond.model.conditions?.has(id))) return false;
    this.#count(node.parent.id, flows.length - 1);
    for (const { id, targetId } of flows.toReversed()) {
      const made = { parent: this.#branch, scopeId: node.parent.id, nodes: new Set<string>() };
      // A join goes on as what was forked.
      const branch = flows.length === 1 ? this.#branch : made;
      if (branch === made) this.#branches.add(made);
      this.#tokens.push({ to: targetId, by: id, branch });
    }
    return true;
  }

  /** Whether a token is the last for which a join waits, or is at no join; undefined if others may wait there. */
  #comesThrough({ to, by = '', through, branch }: Token): boolean | undefined {
    const { beyond, nodes } = this.#legs;
    const { type } = beyond.diagram.activities.get(to) ?? {};
    const flows = beyond.diagram.flowsTo.get(to) ?? [];
    const isJoin = type === 'bpmn:ParallelGateway' || type === 'bpmn:InclusiveGateway';
    if (through || !isJoin || flows.length < 2) return true;
    if (beyond.holdsTokens(to)) return undefined;
    // Tokens further back, which rest, did not keep it waiting before.
    if (type === 'bpmn:InclusiveGateway') {
      const before = flows.find(({ id }) => id === by)?.sourceId;
      const cameThrough = nodes.some((each, index) => each === to && nodes[index - 1] === before);
      return (this.#counts.size === 0 && cameThrough) || undefined;
    }
    const arrived = this.#arrived.get(to) ?? new Map<string, Branch | undefined>();
    if (arrived.has(by)) return undefined;
    this.#arrived.set(to, arrived.set(by, branch));
    if (!flows.every(({ id }) => arrived.has(id))) return false;
    this.#arrived.delete(to);
    const [around, ...others] = new Set([...arrived.values()].map((each) => each?.parent));
    if (others.length > 0) return undefined;
    for (const each of arrived.values()) if (each) this.#branches.delete(each);
    this.#branch = around;
    this.#count(beyond.diagram.activities.get(to)?.parent.id ?? '', 1 - flows.length);
    return true;
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

/** A token on its way. */
interface Token extends Omit<WalkedLeg, 'after'> {
  readonly branch: Branch | undefined;
}

/** What one of several tokens did since they were made of one. */
interface Branch {
  /** That of the one. */
  readonly parent: Branch | undefined;
  /** Of the process or sub-process in which they were made. */
  readonly scopeId: string;
  readonly nodes: Set<string>;
}

function withParents(branch: Branch | undefined): readonly Branch[] {
  return branch ? [branch, ...withParents(branch.parent)] : [];
}
