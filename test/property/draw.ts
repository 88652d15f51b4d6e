import type { Way } from './draw-conditions.ts';
import { DrawingBoard, type Ways } from './drawing-board.ts';
import type { Passes } from './graph.ts';
import type {
  Aside,
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
  Sub,
} from './shape.ts';

/** Draws the parts of a tree, one behind the other. */
export class Drawing extends DrawingBoard {
  /** What stands behind a part that leads nowhere is not drawn. */
  drawBlock(block: Block, into: Ways): Ways {
    return block.reduce<Ways>((ways, part) => (ways.length === 0 ? ways : this.#drawPart(part, ways)), into);
  }

  #drawPart(part: Part, into: Ways): Ways {
    switch (part.kind) {
      case 'task':
        return this.#drawTask(into, part.who);
      case 'lane':
        return this.drawNode('t', { type: 'userTask', lane: part.lane }, into);
      case 'compute': {
        const computes = { kind: 'count', variable: this.conditions.drawCounter() } as const;
        const many = part.loop && this.conditions.drawMany(part.loop);
        return this.drawNode('n', { type: 'scriptTask', computes, ...(many && { many }) }, into);
      }
      case 'looped': {
        const reads = part.reads && this.conditions.read(part.reads);
        const variable = part.flag && !reads ? this.conditions.drawFlag([true, false, false], false) : undefined;
        const { maximum, testBefore } = part;
        const loop = {
          testBefore,
          ...(reads && { reads }),
          ...(variable && { variable }),
          ...(maximum !== undefined && { maximum }),
        };
        return this.drawNode('o', { type: 'userTask', loop }, into);
      }
      case 'catch':
        return this.drawNode('w', { type: 'intermediateCatchEvent', event: part.event }, into);
      case 'receive':
        return this.drawNode('r', { type: 'receiveTask', event: part.event }, into);
      case 'throw':
        return this.drawNode('y', { type: 'intermediateThrowEvent', ...(part.event && { event: part.event }) }, into);
      case 'link': {
        const link = this.conditions.number('l');
        return into.map((way) => ({ link, ...way }));
      }
      case 'sub':
      case 'multi':
      case 'call':
        return this.#drawSub(part, into);
      case 'edge':
        return this.#drawEdge(part, into);
      case 'race':
        return this.#drawRace(part, into);
      case 'several':
        return this.#drawSeveral(part, into);
      case 'aside':
        this.#drawAside(part);
        return into;
      case 'pass':
        return this.drawNode('m', { type: part.element }, into);
      case 'service':
        return this.drawNode('j', { type: part.element }, into);
      case 'services':
        return this.drawNode('k', { type: part.element, many: this.conditions.drawMany(part.loop) }, into);
      case 'sign':
        return this.drawNode('c', { type: 'userTask', many: this.conditions.drawMany(part.loop) }, into);
      case 'vote':
        return this.#drawBranches(part.branches, this.#drawVotes(part.loop, into), part.merge);
      case 'choice':
        return this.#drawBranches(part.branches, this.#drawDecision(part, part.branches.length, 0, into), part.merge);
      case 'rework':
        return this.#drawRework(part, into);
      case 'parallel': {
        const fork = this.addNode('p', { type: 'parallelGateway' });
        this.lead(this.merge(into), fork);
        const out = this.#drawForked(
          part.branches,
          part.branches.map(() => ({ source: fork })),
        );
        return this.#drawJoin(
          'parallelGateway',
          out.map((ways) => this.merge(ways)),
        );
      }
      case 'inclusive':
        return this.#drawInclusive(part, into);
    }
  }

  #drawTask(into: Ways, who?: string): Ways {
    if (who !== undefined) return this.drawNode('t', { type: 'userTask', who: this.conditions.readData(who) }, into);
    return this.drawNode(
      't',
      { type: 'userTask', ...(this.memberOf !== undefined && { memberOf: this.memberOf }) },
      into,
    );
  }

  #drawSub(part: Sub, into: Ways): Ways {
    const many = part.loop && this.conditions.drawMany(part.loop);
    const isCall = part.kind === 'call';
    const memberOf = many ? undefined : this.memberOf;
    const passes = part.passes && this.#drawPasses(part.passes, memberOf);
    const way = this.drawNode(
      'q',
      {
        type: 'subProcess',
        isCall,
        ...(passes && { passes }),
        ...(part.apart && { isApart: true }),
        ...(many && { many }),
      },
      into,
    );
    const id = way[0]?.source ?? '';
    this.inside(id, isCall, () => {
      if (many) this.memberOf = many.over.kind === 'list' ? id : undefined;
      const begins = !part.startless || isCall || part.block[0] === undefined || !takesSeveral(part.block[0]);
      const ways = begins ? [{ source: this.addNode('s', { type: 'startEvent' }) }] : [];
      this.drawEnd(begins ? this.drawBlock(part.block, ways) : this.#drawBeginning(part.block), part.closing);
    });
    return passes?.back === undefined ? way : this.#drawBack(passes.back, way);
  }

  #drawPasses({ way, turned, back }: NonNullable<Sub['passes']>, memberOf: string | undefined): Passes {
    for (const name of [...(turned ? ['num1', 'num2', 'yes1', 'yes2'] : []), ...(back ? ['num1'] : [])])
      this.conditions.readData(name);
    const around = memberOf !== undefined && { memberOf };
    return { way, turned, ...around, ...(back && { back: this.conditions.drawBack() }) };
  }

  /** A gateway that reads what has come back from a call. */
  #drawBack(variable: string, into: Ways): Ways {
    const [gateway] = this.drawNode('x', { type: 'exclusiveGateway' }, into);
    const source = gateway?.source ?? '';
    const condition = { test: 'above', variable, limit: 2, language: 'juel' } as const;
    const asked = this.#drawTask([{ source, condition }]);
    return this.merge([...asked, { source, isDefault: true }]);
  }

  /** A block that nothing leads to. */
  #drawBeginning([first, ...rest]: Block): Ways {
    return first ? this.drawBlock(rest, this.#drawPart(first, [])) : [];
  }

  #drawAside({ event, interrupting, block }: Aside): void {
    const id = this.addNode('z', { type: 'eventSubProcess' });
    this.inside(id, false, () => {
      this.drawEnd(this.drawBlock(block, [{ source: this.addNode('s', { type: 'startEvent', event, interrupting }) }]));
    });
  }

  #drawEdge({ host, edges, merge }: Edge, into: Ways): Ways {
    const at = this.nodes.length;
    const ways = [...this.#drawPart(host, into)];
    const attachedTo = this.nodes[at]?.id ?? '';
    for (const { event, interrupting, branch } of edges) {
      const source = this.addNode('b', { type: 'boundaryEvent', event, interrupting, attachedTo });
      ways.push(...this.#drawBranch(branch, [{ source }]));
    }
    return merge ? this.merge(ways) : ways;
  }

  #drawRace({ branches, merge }: Race, into: Ways): Ways {
    const gateway = this.drawNode('g', { type: 'eventBasedGateway' }, into);
    const out = branches.flatMap(({ event, receive, ...branch }) => {
      const node = receive
        ? this.drawNode('r', { type: 'receiveTask', event }, gateway)
        : this.drawNode('w', { type: 'intermediateCatchEvent', event }, gateway);
      return this.#drawBranch(branch, node);
    });
    return merge ? this.merge(out) : out;
  }

  #drawSeveral({ ways, block, closing, merge }: Several, into: Ways): Ways {
    const fork = this.addNode('p', { type: 'parallelGateway' });
    this.lead(this.merge(into), fork);
    const out = ways.flatMap((way) => this.drawBlock(way, [{ source: fork }]));
    const [first] = block;
    const begins = merge || !first || !takesSeveral(first) ? this.merge(out) : out;
    this.drawEnd(this.drawBlock(block, begins), closing);
    return [{ source: fork }];
  }

  #drawInclusive(part: Inclusive, into: Ways): Ways {
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
    const out = this.#drawForked(part.branches, ways);
    return this.#drawJoin('inclusiveGateway', part.direct ? out : out.map((each) => this.merge(each)));
  }

  /** @returns per branch that leads on, its ways out */
  #drawForked(branches: readonly Branch[], ways: Ways): Ways[] {
    return branches
      .map((branch, index) => this.#drawBranch(branch, ways.slice(index, index + 1)))
      .filter((w) => w.length > 0);
  }

  #drawJoin(type: 'parallelGateway' | 'inclusiveGateway', branches: readonly Ways[]): Ways {
    if (branches.length < 2) return branches.flat();
    return this.drawNode(type === 'parallelGateway' ? 'p' : 'i', { type }, branches.flat());
  }

  #drawBranches(branches: readonly Branch[], ways: Ways, merge: boolean): Ways {
    const out = this.#drawForked(branches, ways).flat();
    return merge ? this.merge(out) : out;
  }

  #drawBranch({ block, ends, closing }: Branch, way: Ways): Ways {
    const out = this.drawBlock(block, way);
    if (!ends) return out;
    this.drawEnd(out, closing);
    return [];
  }

  #drawRework(part: Rework, into: Ways): Ways {
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
      if (next) ways = this.#drawPart(next, ways);
      else
        ways =
          part.by === 'votes'
            ? this.#drawVotes(part.loop, ways)
            : this.#drawDecision(part, 2, part.forwardFirst ? 0 : 1, ways);
      if (index === part.backTo) target ??= this.nodes.slice(count).find(({ scope }) => scope === this.scope)?.id;
    }
    if (ways.length < 2 || target === undefined) return ways;
    const backAt = part.forwardFirst || part.by === 'votes' ? 1 : 0;
    const [back, forward] = [ways[backAt], ways[1 - backAt]];
    if (!back || !forward) return ways;
    this.lead([{ ...back, back: true }], target);
    return [forward];
  }

  #drawVotes(loop: Signing, into: Ways): Ways {
    const sign = this.drawNode('c', { type: 'userTask', many: this.conditions.drawMany(loop) }, into);
    const [gateway] = this.drawNode('x', { type: 'exclusiveGateway' }, sign);
    const source = gateway?.source ?? '';
    return [
      { source, vote: 'approve', name: this.conditions.number('Yes ') },
      { source, vote: 'reject', name: this.conditions.number('No ') },
    ];
  }

  /** @param calm the way that leads forward */
  #drawDecision(part: Choice | Rework, count: number, calm: number, into: Ways): Ways {
    const lead = part.kind === 'rework' || part.lead || part.by === 'button';
    const computed = part.by === 'computed' ? this.conditions.drawComputed(calm === 0) : undefined;
    const asked = lead ? this.#drawTask(into) : into;
    const before = computed ? this.drawNode('n', { type: 'scriptTask', computes: computed }, asked) : asked;
    const source = this.addNode('x', { type: 'exclusiveGateway' });
    this.lead(before, source);
    return this.conditions.drawWays(part, source, count, calm, computed?.variable);
  }
}

/** Whether the first node of a part lets each token through that comes by any of several flows. */
function takesSeveral(part: Part): boolean {
  if (part.kind === 'parallel' || part.kind === 'several' || part.kind === 'aside' || part.kind === 'link')
    return false;
  if (part.kind === 'edge') return takesSeveral(part.host);
  if (part.kind === 'inclusive') return part.mixed;
  if (part.kind !== 'rework') return true;
  const [first] = part.body;
  return first === undefined || (part.backTo === 0 && part.merge) || takesSeveral(first);
}
