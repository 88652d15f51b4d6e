import type { Aside, Block, Part, Sub } from '../generate/shape.ts';
import type { Ways } from './diagram-board.ts';
import { BranchDiagram, takesSeveral } from './draw-branches.ts';
import type { Way } from './draw-conditions.ts';
import { LATE_CALL, type Passes } from './graph.ts';

/** Draws the parts of a tree, one behind the other. */
export class Diagram extends BranchDiagram {
  /** What stands behind a part that leads nowhere is not drawn. */
  override drawBlock(block: Block, into: Ways): Ways {
    return block.reduce<Ways>((ways, part) => (ways.length === 0 ? ways : this.drawPart(part, ways)), into);
  }

  protected override drawPart(part: Part, into: Ways): Ways {
    switch (part.kind) {
      case 'task':
        return this.drawTask(into, part.who);
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
        return this.drawEdge(part, into);
      case 'race':
        return this.drawRace(part, into);
      case 'several':
        return this.drawSeveral(part, into);
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
        return this.drawBranches(part.branches, this.drawVotes(part.loop, into), part.merge);
      case 'choice':
        return this.drawBranches(part.branches, this.drawDecision(part, part.branches.length, 0, into), part.merge);
      case 'rework':
        return this.drawRework(part, into);
      case 'parallel': {
        const fork = this.addNode('p', { type: 'parallelGateway' });
        this.lead(this.merge(into), fork);
        const out = this.drawForked(
          part.branches,
          part.branches.map(() => ({ source: fork })),
        );
        return this.drawJoin(
          'parallelGateway',
          out.map((ways) => this.merge(ways)),
        );
      }
      case 'inclusive':
        return this.drawInclusive(part, into);
    }
  }

  protected override drawTask(into: Ways, who?: string): Ways {
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
        ...(part.late ? { isLateCall: true } : { isCall }),
        ...(passes && { passes }),
        ...(part.apart && !part.late && { isApart: true }),
        ...(many && { many }),
      },
      into,
    );
    const id = way[0]?.source ?? '';
    this.inside(id, isCall && !part.late, () => {
      if (many) this.memberOf = many.over.kind === 'list' ? id : undefined;
      if (part.late) this.#drawLate(id, part, part.late);
      else this.#drawContent(part, isCall);
    });
    return passes?.back === undefined ? way : this.#drawBack(passes.back, way);
  }

  #drawContent({ block, closing, startless }: Pick<Sub, 'block' | 'closing' | 'startless'>, isCall: boolean): void {
    const begins = !startless || isCall || block[0] === undefined || !takesSeveral(block[0]);
    const ways = begins ? [{ source: this.addNode('s', { type: 'startEvent' }) }] : [];
    this.drawEnd(begins ? this.drawBlock(block, ways) : this.#drawBeginning(block), closing);
  }

  #drawLate(call: string, part: Sub, other: Block): void {
    const variable = this.conditions.readData(LATE_CALL.variable);
    const start = this.addNode('s', { type: 'startEvent' });
    const choice = this.addNode('x', { type: 'exclusiveGateway' });
    this.lead([{ source: start }], choice);
    const [value, fallback] = LATE_CALL.values;
    const condition = { test: 'is', variable, value, language: 'juel' } as const;
    this.#drawFound(call, value, part, { source: choice, condition });
    this.#drawFound(call, fallback, { block: other, startless: false }, { source: choice, isDefault: true });
  }

  /** A process that a late call may come to, and the wait in front of it. */
  #drawFound(call: string, value: string, content: Pick<Sub, 'block' | 'closing' | 'startless'>, way: Way): void {
    const processId = `called_${call}_${value}`;
    const lookup = this.placeNode(processId, { type: 'serviceTask', isLookup: true });
    this.lead([way], lookup);
    const id = this.placeNode(`${call}.${processId}`, { type: 'subProcess', isCall: true, isApart: true, processId });
    this.lead([{ source: lookup }], id);
    this.inside(id, true, () => this.#drawContent(content, true));
    this.drawEnd([{ source: id }]);
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
    const asked = this.drawTask([{ source, condition }]);
    return this.merge([...asked, { source, isDefault: true }]);
  }

  /** A block that nothing leads to. */
  #drawBeginning([first, ...rest]: Block): Ways {
    return first ? this.drawBlock(rest, this.drawPart(first, [])) : [];
  }

  #drawAside({ event, interrupting, block }: Aside): void {
    const id = this.addNode('z', { type: 'eventSubProcess' });
    this.inside(id, false, () => {
      this.drawEnd(this.drawBlock(block, [{ source: this.addNode('s', { type: 'startEvent', event, interrupting }) }]));
    });
  }
}
