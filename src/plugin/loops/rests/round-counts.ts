import type { DiagramGraph } from '../../engine/slice/diagram-graph.ts';
import type { Setting } from '../beyond.ts';
import type { PathEntry } from '../path-entry.ts';

/**
 * Counts how often nodes are reached in rounds that are walked ahead, at most as often as by a single token. A token that
 * comes to a sub-process begins anew in it; and where another token is made, that one may go round for itself.
 */
export class RoundCounts {
  readonly #setting: Setting;
  readonly #counts = new Map<string, number>();

  /** The node that was reached most, among the latest. */
  #most = '';

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  add(path: readonly PathEntry[]): void {
    for (const entry of path) if (entry.kind === 'node') this.reach(entry.nodeId, entry.forks);
  }

  /** @param forks several flows lead on from it, and a token may take each */
  reach(nodeId: string, forks = false): void {
    const count = (this.#counts.get(nodeId) ?? 0) + 1;
    if (forks || this.#makesToken(nodeId)) this.#counts.clear();
    for (const inside of nodesIn(nodeId, this.#setting.diagram)) this.#counts.delete(inside);
    this.#counts.set(nodeId, count);
    if (count > (this.#counts.get(this.#most) ?? 0)) this.#most = nodeId;
  }

  /** The node that was reached more than so many times, if one was. */
  beyond(times: number): string | undefined {
    return (this.#counts.get(this.#most) ?? 0) > times ? this.#most : undefined;
  }

  #makesToken(nodeId: string): boolean {
    const { model, diagram } = this.#setting;
    const role = model.events.get(nodeId)?.role;
    const isBeside = role !== undefined && 'interrupting' in role && !role.interrupting;
    return isBeside || diagram.activities.get(nodeId)?.behaviour.loopCharacteristics !== undefined;
  }
}

function nodesIn(id: string, diagram: DiagramGraph): readonly string[] {
  return (diagram.inScope.get(id) ?? []).flatMap((node) => [node.id, ...nodesIn(node.id, diagram)]);
}
