import type { ActivityDefinition } from '../engine/copies/copy-source.ts';
import type { Legs } from './legs.ts';
import type { RoundState } from './path-entry.ts';
import { repeatRound } from './repeat-round.ts';
import { isPlain, type WalkedLeg, walkUnvisited } from './unvisited-leg.ts';

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

/** The tokens of a round. The engine moves one until it rests, and then the one that was made before it. */
class Walk {
  state: RoundState;
  readonly nodes: string[] = [];
  readonly #legs: Legs;
  /** On their way, the next one last. */
  readonly #tokens: Omit<WalkedLeg, 'after'>[] = [];
  /** Flows by which tokens have come to joins that wait for others. */
  readonly #arrived = new Map<string, Set<string>>();
  /** Where there is more than one token: how many, by the id of the process or sub-process. */
  readonly #counts = new Map<string, number>();

  constructor(legs: Legs, before: RoundState) {
    this.#legs = legs;
    this.state = before;
  }

  get isAlone(): boolean {
    return this.#tokens.length === 0 && this.#arrived.size === 0;
  }

  /** Moves the next token to its node, or those before it, if they stay in front of joins. @returns undefined if there is none */
  arrive(): string | undefined {
    for (let token = this.#tokens.pop(); token; token = this.#tokens.pop()) {
      if (this.#joins(token)) {
        this.nodes.push(token.to);
        return token.to;
      }
    }
    return undefined;
  }

  /** Moves on the token that was the last to reach its node. @returns false if it is not known where to */
  leave(nodeId: string): boolean {
    const node = this.#legs.beyond.diagram.activities.get(nodeId);
    if (node?.type === 'bpmn:ParallelGateway') return this.#fork(node);
    if (node?.type === 'bpmn:EndEvent' && this.#endsBesideOthers(node)) return true;
    const known = this.#walkKnown(nodeId);
    if (known.length > 1) return false;
    const [next = this.#walkUnvisited(nodeId)] = known;
    if (!next) return false;
    this.state = next.after;
    this.#tokens.push(next);
    return true;
  }

  #walkKnown(nodeId: string): readonly WalkedLeg[] {
    const { known, beyond } = this.#legs;
    return (known.get(nodeId) ?? []).flatMap(({ to, path }) => {
      const after = repeatRound(path, this.state, beyond.context);
      return after ? [{ to, after }] : [];
    });
  }

  #walkUnvisited(nodeId: string): WalkedLeg | undefined {
    const { scopes, beyond } = this.#legs;
    // What is thrown may end other tokens.
    if (this.#counts.size > 0 && beyond.model.events.has(nodeId)) return undefined;
    return walkUnvisited(nodeId, this.state, scopes, beyond);
  }

  #fork(node: ActivityDefinition): boolean {
    const { beyond } = this.#legs;
    const flows = beyond.diagram.flowsFrom.get(node.id) ?? [];
    if (!isPlain(node, beyond) || flows.length === 0 || flows.some(({ id }) => beyond.model.conditions?.has(id)))
      return false;
    this.#count(node, flows.length - 1);
    this.#tokens.push(...flows.map(({ id, targetId }) => ({ to: targetId, by: id })).toReversed());
    return true;
  }

  /** @returns whether it goes on: it is not at a join, or the last of those for which that waits */
  #joins({ to, by }: Omit<WalkedLeg, 'after'>): boolean {
    const { activities, flowsTo } = this.#legs.beyond.diagram;
    const node = activities.get(to);
    const flows = flowsTo.get(to) ?? [];
    if (node?.type !== 'bpmn:ParallelGateway' || flows.length < 2) return true;
    // Without its flow, or as the second by the same, it stays there, so that the round does not end.
    const arrived = (this.#arrived.get(to) ?? new Set()).add(by ?? '');
    this.#arrived.set(to, arrived);
    if (!flows.every(({ id }) => arrived.has(id))) return false;
    this.#arrived.delete(to);
    this.#count(node, 1 - flows.length);
    return true;
  }

  #endsBesideOthers(node: ActivityDefinition): boolean {
    if (!this.#counts.has(node.parent.id) || !isPlain(node, this.#legs.beyond)) return false;
    this.#count(node, -1);
    return true;
  }

  #count({ parent }: ActivityDefinition, more: number): void {
    const count = (this.#counts.get(parent.id) ?? 1) + more;
    if (count > 1) this.#counts.set(parent.id, count);
    else this.#counts.delete(parent.id);
  }
}
