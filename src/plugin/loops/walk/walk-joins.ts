import type { Legs } from '../legs.ts';
import type { Token } from './moving-tokens.ts';

const JOINING_TYPES: ReadonlySet<string> = new Set(['bpmn:ParallelGateway', 'bpmn:InclusiveGateway']);

/** Joins at which tokens of a walk wait for others. */
export class WalkJoins {
  readonly #legs: Legs;
  /** The flows by which they have come. */
  readonly #arrived = new Map<string, Set<string>>();

  constructor(legs: Legs) {
    this.#legs = legs;
  }

  get isEmpty(): boolean {
    return this.#arrived.size === 0;
  }

  /** Whether a token is the last for which a join waits, or is at no join; undefined if others may wait there. */
  letsThrough({ to, by = '', frame }: Token): boolean | undefined {
    const { beyond } = this.#legs;
    const flows = beyond.diagram.flowsTo.get(to) ?? [];
    const isJoin = JOINING_TYPES.has(beyond.diagram.activities.get(to)?.type ?? '');
    if (frame || !isJoin || flows.length < 2) return true;
    if (beyond.holdsTokens(to)) return undefined;
    const arrived = this.#arrived.get(to) ?? new Set();
    if (arrived.has(by)) return undefined;
    this.#arrived.set(to, arrived.add(by));
    return flows.every(({ id }) => arrived.has(id));
  }

  /** Makes one token of those at a node. @returns how many there were */
  join(nodeId: string): number {
    const tokens = this.#arrived.get(nodeId)?.size ?? 1;
    this.#arrived.delete(nodeId);
    return tokens;
  }

  /**
   * The inclusive join that is let go when all tokens rest.
   * @param scopeId of the loop, in which tokens from before the round may keep it waiting
   * @returns undefined if it may be kept waiting, or is not the only one
   */
  released(scopeId: string | undefined): string | undefined {
    const { beyond, releases } = this.#legs;
    const [first, ...others] = this.#arrived;
    if (!first || others.length > 0) return undefined;
    const [nodeId, arrived] = first;
    const node = beyond.diagram.activities.get(nodeId);
    if (node?.type !== 'bpmn:InclusiveGateway') return undefined;
    const empty = (beyond.diagram.flowsTo.get(nodeId) ?? []).filter(({ id }) => !arrived.has(id));
    // Tokens that rest did not keep it waiting when these flows were empty, and maybe more.
    const wasLetGo = releases.some((flows) => empty.every(({ id }) => flows.has(id)));
    const isKept = node.parent.id === scopeId && !wasLetGo && beyond.hasRest();
    return isKept ? undefined : nodeId;
  }
}
