import type { Completion, Condition, EndTrigger, Flow, Graph, GraphNode, Many, Variable } from './graph.ts';
import type { Aside, Block, Branch, Choice, Edge, Inclusive, Part, Race, Rework, Signing, Sub } from './shape.ts';

/** A flow that has left its source and not reached its target. */
interface Way extends Partial<Pick<Flow, 'name' | 'condition' | 'isDefault' | 'vote' | 'back' | 'link'>> {
  readonly source: string;
}
type Ways = readonly Way[];

/** Draws a tree as a process: start, the parts one behind the other, end. */
export function drawProcess(block: Block): Graph {
  const drawing = new Drawing();
  const start = drawing.addNode('s', { type: 'startEvent' });
  drawing.drawEnd(drawing.drawBlock(block, [{ source: start }]));
  return { nodes: drawing.nodes, flows: drawing.flows, variables: drawing.variables };
}

class Drawing {
  readonly nodes: GraphNode[] = [];
  readonly flows: Flow[] = [];
  readonly variables: Variable[] = [];
  readonly #counts = new Map<string, number>();
  /** The sub-process that is being drawn. */
  #scope: string | undefined;
  /** What the ids of a called process begin with. */
  #prefix = '';
  /** The multi-instance sub-process around it that runs over people. */
  #memberOf: string | undefined;

  addNode(letter: string, node: Omit<GraphNode, 'id'>): string {
    const id = `${this.#prefix}${this.#number(letter)}`;
    this.nodes.push({ id, ...(this.#scope !== undefined && { scope: this.#scope }), ...node });
    return id;
  }

  drawEnd(ways: Ways, event?: EndTrigger): void {
    if (ways.length > 0) this.#lead(ways, this.addNode('e', { type: 'endEvent', ...(event && { event }) }));
  }

  /** What stands behind a part that leads nowhere is not drawn. */
  drawBlock(block: Block, into: Ways): Ways {
    return block.reduce<Ways>((ways, part) => (ways.length === 0 ? ways : this.#drawPart(part, ways)), into);
  }

  #drawPart(part: Part, into: Ways): Ways {
    switch (part.kind) {
      case 'task':
        return this.#drawTask(into);
      case 'looped': {
        const variable = part.flag ? this.#drawFlag([true, false, false], false) : undefined;
        const { maximum, testBefore } = part;
        const loop = { testBefore, ...(variable && { variable }), ...(maximum !== undefined && { maximum }) };
        return this.#drawNode('o', { type: 'userTask', loop }, into);
      }
      case 'catch':
        return this.#drawNode('w', { type: 'intermediateCatchEvent', event: part.event }, into);
      case 'receive':
        return this.#drawNode('r', { type: 'receiveTask', event: part.event }, into);
      case 'throw':
        return this.#drawNode('y', { type: 'intermediateThrowEvent', ...(part.event && { event: part.event }) }, into);
      case 'link': {
        const link = this.#number('l');
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
      case 'aside':
        this.#drawAside(part);
        return into;
      case 'pass':
        return this.#drawNode('m', { type: part.element }, into);
      case 'service':
        return this.#drawNode('j', { type: part.element }, into);
      case 'services':
        return this.#drawNode('k', { type: part.element, many: this.#drawMany(part.loop) }, into);
      case 'sign':
        return this.#drawNode('c', { type: 'userTask', many: this.#drawMany(part.loop) }, into);
      case 'vote':
        return this.#drawBranches(part.branches, this.#drawVotes(part.loop, into), part.merge);
      case 'choice':
        return this.#drawBranches(part.branches, this.#drawDecision(part, part.branches.length, 0, into), part.merge);
      case 'rework':
        return this.#drawRework(part, into);
      case 'parallel': {
        const fork = this.addNode('p', { type: 'parallelGateway' });
        this.#lead(this.#merge(into), fork);
        const out = this.#drawForked(
          part.branches,
          part.branches.map(() => ({ source: fork })),
        );
        return this.#drawJoin(
          'parallelGateway',
          out.map((ways) => this.#merge(ways)),
        );
      }
      case 'inclusive':
        return this.#drawInclusive(part, into);
    }
  }

  #drawTask(into: Ways): Ways {
    return this.#drawNode(
      't',
      { type: 'userTask', ...(this.#memberOf !== undefined && { memberOf: this.#memberOf }) },
      into,
    );
  }

  #drawSub(part: Sub, into: Ways): Ways {
    const many = part.loop && this.#drawMany(part.loop);
    const isCall = part.kind === 'call';
    const way = this.#drawNode('q', { type: 'subProcess', isCall, ...(many && { many }) }, into);
    const id = way[0]?.source ?? '';
    this.#inside(id, isCall, () => {
      if (many) this.#memberOf = many.over.kind === 'list' ? id : undefined;
      const begins = !part.startless || isCall || part.block[0] === undefined || !takesSeveral(part.block[0]);
      const ways = begins ? [{ source: this.addNode('s', { type: 'startEvent' }) }] : [];
      this.drawEnd(begins ? this.drawBlock(part.block, ways) : this.#drawBeginning(part.block), part.closing);
    });
    return way;
  }

  /** A block that nothing leads to. */
  #drawBeginning([first, ...rest]: Block): Ways {
    return first ? this.drawBlock(rest, this.#drawPart(first, [])) : [];
  }

  #drawAside({ event, interrupting, block }: Aside): void {
    const id = this.addNode('z', { type: 'eventSubProcess' });
    this.#inside(id, false, () => {
      this.drawEnd(this.drawBlock(block, [{ source: this.addNode('s', { type: 'startEvent', event, interrupting }) }]));
    });
  }

  #inside(id: string, isCall: boolean, draw: () => void): void {
    const [scope, prefix, memberOf] = [this.#scope, this.#prefix, this.#memberOf];
    this.#scope = id;
    if (isCall) this.#prefix = `${id}.`;
    draw();
    [this.#scope, this.#prefix, this.#memberOf] = [scope, prefix, memberOf];
  }

  #drawEdge({ host, edges, merge }: Edge, into: Ways): Ways {
    const at = this.nodes.length;
    const ways = [...this.#drawPart(host, into)];
    const attachedTo = this.nodes[at]?.id ?? '';
    for (const { event, interrupting, branch } of edges) {
      const source = this.addNode('b', { type: 'boundaryEvent', event, interrupting, attachedTo });
      ways.push(...this.#drawBranch(branch, [{ source }]));
    }
    return merge ? this.#merge(ways) : ways;
  }

  #drawRace({ branches, merge }: Race, into: Ways): Ways {
    const gateway = this.#drawNode('g', { type: 'eventBasedGateway' }, into);
    const out = branches.flatMap(({ event, receive, ...branch }) => {
      const node = receive
        ? this.#drawNode('r', { type: 'receiveTask', event }, gateway)
        : this.#drawNode('w', { type: 'intermediateCatchEvent', event }, gateway);
      return this.#drawBranch(branch, node);
    });
    return merge ? this.#merge(out) : out;
  }

  #drawNode(letter: string, node: Omit<GraphNode, 'id'>, into: Ways): Ways {
    const source = this.addNode(letter, node);
    this.#lead(into, source);
    return [{ source }];
  }

  #drawInclusive(part: Inclusive, into: Ways): Ways {
    const fork = this.addNode('i', { type: 'inclusiveGateway' });
    this.#lead(part.mixed ? into : this.#merge(into), fork);
    const last = part.branches.length - 1;
    const ways = part.branches.map((_, index): Way => {
      if (part.by === 'all') return { source: fork };
      if (part.fallback && index === last) return { source: fork, isDefault: true };
      const needed = !part.fallback && index === 0;
      const condition =
        part.by === 'flags' ? this.#flag(part.language, needed || index % 2 === 0) : this.#above(part.language, needed);
      return { source: fork, condition };
    });
    const out = this.#drawForked(part.branches, ways);
    return this.#drawJoin('inclusiveGateway', part.direct ? out : out.map((each) => this.#merge(each)));
  }

  /** @returns per branch that leads on, its ways out */
  #drawForked(branches: readonly Branch[], ways: Ways): Ways[] {
    return branches
      .map((branch, index) => this.#drawBranch(branch, ways.slice(index, index + 1)))
      .filter((w) => w.length > 0);
  }

  #drawJoin(type: 'parallelGateway' | 'inclusiveGateway', branches: readonly Ways[]): Ways {
    if (branches.length < 2) return branches.flat();
    return this.#drawNode(type === 'parallelGateway' ? 'p' : 'i', { type }, branches.flat());
  }

  #drawBranches(branches: readonly Branch[], ways: Ways, merge: boolean): Ways {
    const out = this.#drawForked(branches, ways).flat();
    return merge ? this.#merge(out) : out;
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
        this.#lead(ways, target);
        ways = [{ source: target }];
      }
      const count = this.nodes.length;
      if (next) ways = this.#drawPart(next, ways);
      else
        ways =
          part.by === 'votes'
            ? this.#drawVotes(part.loop, ways)
            : this.#drawDecision(part, 2, part.forwardFirst ? 0 : 1, ways);
      if (index === part.backTo) target ??= this.nodes.slice(count).find(({ scope }) => scope === this.#scope)?.id;
    }
    if (ways.length < 2 || target === undefined) return ways;
    const backAt = part.forwardFirst || part.by === 'votes' ? 1 : 0;
    const [back, forward] = [ways[backAt], ways[1 - backAt]];
    if (!back || !forward) return ways;
    this.#lead([{ ...back, back: true }], target);
    return [forward];
  }

  #drawVotes(loop: Signing, into: Ways): Ways {
    const sign = this.#drawNode('c', { type: 'userTask', many: this.#drawMany(loop) }, into);
    const [gateway] = this.#drawNode('x', { type: 'exclusiveGateway' }, sign);
    const source = gateway?.source ?? '';
    return [
      { source, vote: 'approve', name: this.#number('Yes ') },
      { source, vote: 'reject', name: this.#number('No ') },
    ];
  }

  /** @param calm the way that leads forward */
  #drawDecision(part: Choice | Rework, count: number, calm: number, into: Ways): Ways {
    const lead = part.kind === 'rework' || part.lead || part.by === 'button';
    const before = lead ? this.#drawTask(into) : into;
    const source = this.addNode('x', { type: 'exclusiveGateway' });
    this.#lead(before, source);
    const names = Array.from({ length: count }, () => ({ source, name: this.#number('To ') }));
    if (part.by === 'button') return names;
    const fallback = part.kind === 'rework' || part.fallback ? count - 1 : -1;
    if (part.by === 'conditions') {
      return names.map(
        (way, index): Way =>
          index === fallback
            ? { ...way, isDefault: true }
            : { ...way, condition: this.#above(part.language, index === calm) },
      );
    }
    const values: readonly (string | boolean)[] = part.by === 'flag' ? [true, false] : ['one', 'two', 'three', 'four'];
    const variable = this.#number('v');
    const rest = part.by === 'text' ? ['other', 'other'] : [];
    this.variables.push({
      name: variable,
      initial: values[1] ?? false,
      domain: [...values.slice(0, count), ...rest],
      calm: values[calm] ?? false,
    });
    return names.map((way, index): Way => {
      if (index === fallback) return { ...way, isDefault: true };
      return { ...way, condition: { test: 'is', variable, value: values[index] ?? false, language: part.language } };
    });
  }

  #flag(language: Condition['language'], calm: boolean): Condition {
    const variable = this.#number('v');
    this.variables.push({ name: variable, initial: true, domain: [true, true, false], calm });
    return { test: 'is', variable, value: true, language };
  }

  #above(language: Condition['language'], calm: boolean): Condition {
    const [number, flag] = [this.#number('v'), this.#number('v')];
    this.variables.push({ name: number, initial: 5, domain: [1, 5, 5], calm: calm ? 5 : 1 });
    this.variables.push({ name: flag, initial: true, domain: [true, true, true, false], calm: true });
    const above = { test: 'above', variable: number, limit: 3, language } as const;
    return { test: 'both', of: [above, { test: 'is', variable: flag, value: true, language }], language };
  }

  #drawMany({ sequential, over, people, shared, completion }: Signing): Many {
    const variable = over === 'number' ? undefined : this.#number('v');
    if (variable) this.variables.push({ name: variable, initial: over === 'list' ? people : people.length });
    return {
      sequential,
      over:
        over === 'list'
          ? { kind: 'list', variable: variable ?? '', people }
          : { kind: 'number', count: people.length, ...(variable && { variable }) },
      shared,
      ...(completion && { completion: this.#drawCompletion(completion) }),
    };
  }

  #drawCompletion(completion: NonNullable<Signing['completion']>): Completion {
    if (completion.kind !== 'flag') return completion;
    return { kind: 'flag', variable: this.#drawFlag([true, false]) };
  }

  #drawFlag(domain: readonly boolean[], calm?: boolean): string {
    const name = this.#number('v');
    this.variables.push({ name, initial: false, domain, ...(calm !== undefined && { calm }) });
    return name;
  }

  /** Leads several ways into one flow. */
  #merge(ways: Ways): Ways {
    return ways.length < 2 ? ways : this.#drawNode('x', { type: 'exclusiveGateway' }, ways);
  }

  #lead(ways: Ways, target: string): void {
    for (const way of ways) {
      const same = this.flows.filter((flow) => flow.source === way.source && flow.target === target).length;
      const id = same === 0 ? `${way.source}-${target}` : `${way.source}-${target}-${same + 1}`;
      this.flows.push({ ...way, id, target });
    }
  }

  #number(letter: string): string {
    const count = (this.#counts.get(letter) ?? 0) + 1;
    this.#counts.set(letter, count);
    return `${letter}${count}`;
  }
}

/** Whether the first node of a part lets each token through that comes by any of several flows. */
function takesSeveral(part: Part): boolean {
  if (part.kind === 'parallel' || part.kind === 'aside' || part.kind === 'link') return false;
  if (part.kind === 'edge') return takesSeveral(part.host);
  if (part.kind === 'inclusive') return part.mixed;
  if (part.kind !== 'rework') return true;
  const [first] = part.body;
  return first === undefined || (part.backTo === 0 && part.merge) || takesSeveral(first);
}
