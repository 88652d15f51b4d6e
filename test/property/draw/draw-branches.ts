import type {
  Block,
  Branch,
  Choice,
  Edge,
  Inclusive,
  Part,
  Race,
  Rework,
  Several,
  Signing,
} from '../generate/shape.ts';
import { DiagramBoard, type Ways } from './diagram-board.ts';
import type { Way } from './draw-conditions.ts';

/** Draws what has branches: gateways with what is between them, and events that lead on beside. */
export abstract class BranchDiagram extends DiagramBoard {
  /** What stands behind a part that leads nowhere is not drawn. */
  protected abstract drawBlock(block: Block, into: Ways): Ways;

  protected abstract drawPart(part: Part, into: Ways): Ways;

  protected abstract drawTask(into: Ways, who?: string): Ways;

  protected drawEdge({ host, edges, merge }: Edge, into: Ways): Ways {
    const at = this.nodes.length;
    const ways = [...this.drawPart(host, into)];
    const attachedTo = this.nodes[at]?.id ?? '';
    for (const { event, interrupting, branch } of edges) {
      const source = this.addNode('b', { type: 'boundaryEvent', event, interrupting, attachedTo });
      ways.push(...this.#drawBranch(branch, [{ source }]));
    }
    return merge ? this.merge(ways) : ways;
  }

  protected drawRace({ branches, merge }: Race, into: Ways): Ways {
    const gateway = this.drawNode('g', { type: 'eventBasedGateway' }, into);
    const out = branches.flatMap(({ event, receive, ...branch }) => {
      const node = receive
        ? this.drawNode('r', { type: 'receiveTask', event }, gateway)
        : this.drawNode('w', { type: 'intermediateCatchEvent', event }, gateway);
      return this.#drawBranch(branch, node);
    });
    return merge ? this.merge(out) : out;
  }

  protected drawSeveral({ ways, block, closing, merge }: Several, into: Ways): Ways {
    const fork = this.addNode('p', { type: 'parallelGateway' });
    this.lead(this.merge(into), fork);
    const out = ways.flatMap((way) => this.drawBlock(way, [{ source: fork }]));
    const [first] = block;
    const begins = merge || !first || !takesSeveral(first) ? this.merge(out) : out;
    this.drawEnd(this.drawBlock(block, begins), closing);
    return [{ source: fork }];
  }

  protected drawInclusive(part: Inclusive, into: Ways): Ways {
    const fork = this.addNode('i', { type: 'inclusiveGateway' });
    this.lead(part.mixed ? into : this.merge(into), fork);
    const last = part.branches.length - 1;
    const ways = part.branches.map((_, index): Way => {
      if (part.by === 'all') return { source: fork };
      if (part.fallback && index === last) return { source: fork, isDefault: true };
      const data = part.conditions?.[index];
      if (data) return { source: fork, condition: this.conditions.read(data) };
      const needed = !part.fallback && index === 0;
      const condition =
        part.by === 'flags'
          ? this.conditions.flag(part.language, needed || index % 2 === 0)
          : this.conditions.above(part.language, needed);
      return { source: fork, condition };
    });
    const out = this.drawForked(part.branches, ways);
    return this.drawJoin('inclusiveGateway', part.direct ? out : out.map((each) => this.merge(each)));
  }

  /** @returns per branch that leads on, its ways out */
  protected drawForked(branches: readonly Branch[], ways: Ways): Ways[] {
    return branches
      .map((branch, index) => this.#drawBranch(branch, ways.slice(index, index + 1)))
      .filter((w) => w.length > 0);
  }

  protected drawJoin(type: 'parallelGateway' | 'inclusiveGateway', branches: readonly Ways[]): Ways {
    if (branches.length < 2) return branches.flat();
    return this.drawNode(type === 'parallelGateway' ? 'p' : 'i', { type }, branches.flat());
  }

  protected drawBranches(branches: readonly Branch[], ways: Ways, merge: boolean): Ways {
    const out = this.drawForked(branches, ways).flat();
    return merge ? this.merge(out) : out;
  }

  #drawBranch({ block, ends, closing }: Branch, way: Ways): Ways {
    const out = this.drawBlock(block, way);
    if (!ends) return out;
    this.drawEnd(out, closing);
    return [];
  }

  protected drawRework(part: Rework, into: Ways): Ways {
    let ways = into;
    let target: string | undefined;
    for (let index = 0; index <= part.body.length && ways.length > 0; index += 1) {
      const next = part.body[index];
      if (index === part.backTo && (part.merge || (next && !takesSeveral(next)))) {
        target = this.addNode('x', { type: 'exclusiveGateway' });
        this.lead(ways, target);
        ways = [{ source: target }];
      }
      const count = this.nodes.length;
      if (next) ways = this.drawPart(next, ways);
      else
        ways =
          part.by === 'votes'
            ? this.drawVotes(part.loop, ways)
            : this.drawDecision(part, 2, part.forwardFirst ? 0 : 1, ways);
      if (index === part.backTo) target ??= this.nodes.slice(count).find(({ scope }) => scope === this.scope)?.id;
    }
    if (ways.length < 2 || target === undefined) return ways;
    const backAt = part.forwardFirst || part.by === 'votes' ? 1 : 0;
    const [back, forward] = [ways[backAt], ways[1 - backAt]];
    if (!back || !forward) return ways;
    this.lead([{ ...back, back: true }], target);
    return [forward];
  }

  protected drawVotes(loop: Signing, into: Ways): Ways {
    const sign = this.drawNode('c', { type: 'userTask', many: this.conditions.drawMany(loop) }, into);
    const [gateway] = this.drawNode('x', { type: 'exclusiveGateway' }, sign);
    const source = gateway?.source ?? '';
    return [
      { source, vote: 'approve', name: this.conditions.number('Yes ') },
      { source, vote: 'reject', name: this.conditions.number('No ') },
    ];
  }

  /** @param calm the way that leads forward */
  protected drawDecision(part: Choice | Rework, count: number, calm: number, into: Ways): Ways {
    const lead = part.kind === 'rework' || part.lead || part.by === 'button';
    const computed = part.by === 'computed' ? this.conditions.drawComputed(calm === 0) : undefined;
    const asked = lead ? this.drawTask(into) : into;
    const before = computed ? this.drawNode('n', { type: 'scriptTask', computes: computed }, asked) : asked;
    const source = this.addNode('x', { type: 'exclusiveGateway' });
    this.lead(before, source);
    return this.conditions.drawWays(part, source, count, calm, computed?.variable);
  }
}

/** Whether the first node of a part lets each token through that comes by any of several flows. */
export function takesSeveral(part: Part): boolean {
  if (part.kind === 'parallel' || part.kind === 'several' || part.kind === 'aside' || part.kind === 'link')
    return false;
  if (part.kind === 'edge') return takesSeveral(part.host);
  if (part.kind === 'inclusive') return part.mixed;
  if (part.kind !== 'rework') return true;
  const [first] = part.body;
  return first === undefined || (part.backTo === 0 && part.merge) || takesSeveral(first);
}
