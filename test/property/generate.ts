import { PASSING_TYPES, type Rule, SERVICE_TYPES } from './graph.ts';
import { createRandom, type Random } from './random.ts';
import {
  type Block,
  type Branch,
  CONTAINERS,
  type ContainerKind,
  LEAVES,
  type Part,
  type PartKind,
  type Signing,
  type SigningRule,
} from './shape.ts';

/** A shape directly inside another, which a process is to have somewhere. */
export interface Nesting {
  readonly outer: ContainerKind;
  readonly inner: PartKind;
}

export const NESTINGS: readonly Nesting[] = CONTAINERS.flatMap((outer) =>
  [...CONTAINERS, ...LEAVES].map((inner) => ({ outer, inner })),
);

/**
 * A random process. All of them are sound: every token can end, and no node is ever entered while a token is in it.
 * BPMN says what happens otherwise, but the engine does not do it (src/plugin/README.md, known limits).
 */
export function generateProcess(seed: number, nestings: readonly Nesting[]): Block {
  const random = createRandom(seed);
  return new Generator(random).makeProcess(nestings);
}

/** What the surroundings of a block allow. */
interface Place {
  readonly depth: number;
  /** Around it is a way back, so that no branch may be left behind. */
  readonly inLoop: boolean;
  /** Between that way back and here is a fork. */
  readonly forkInLoop: boolean;
  /** No parallel join waits for its token. */
  readonly mayEnd: boolean;
}

const TOP: Place = { depth: 0, inLoop: false, forkInLoop: false, mayEnd: true };
const PEOPLE = ['amy', 'bob', 'cid', 'dan', 'eve'] as const;
const DEEPEST = 3;

class Generator {
  readonly #random: Random;
  /** Parts that may still be added. */
  #left: number;

  constructor(random: Random) {
    this.#random = random;
    this.#left = 1 + random.below(5);
  }

  makeProcess(nestings: readonly Nesting[]): Block {
    const parts = nestings.map(({ outer, inner }) => this.#makeContainer(outer, TOP, inner));
    const opening = this.#random.chance(0.15) ? [this.#makeOpening()] : this.#makeBlock(TOP, 0);
    const filled = [...opening, ...(this.#random.chance(0.25) ? [this.#makeTornJoin()] : []), ...parts];
    return this.#random.chance(0.5) ? filled : [...filled, this.#makeLeaf('task')];
  }

  /** Services before anybody has handled a task: what follows them hangs on the start. */
  #makeOpening(): Part {
    const branch = (): Branch => ({ ends: false, block: [this.#makeLeaf('service'), this.#makeLeaf('task')] });
    return { kind: 'parallel', branches: [branch(), branch()] };
  }

  /** An inclusive join that a gateway reaches by several flows or by none: another branch's token waits for it there. */
  #makeTornJoin(): Part {
    const random = this.#random;
    const ways = Array.from(
      { length: 3 },
      (_, index): Branch => ({ ends: index > 0 && random.chance(0.7), block: [] }),
    );
    const choice: Part = {
      kind: 'choice',
      by: 'button',
      fallback: false,
      language: 'juel',
      lead: true,
      branches: ways,
      merge: false,
    };
    const branches = [[choice], [this.#makeLeaf('task')]].map((block): Branch => ({ ends: false, block }));
    const by = random.pick(['flags', 'conditions'] as const);
    return {
      kind: 'inclusive',
      branches,
      by,
      fallback: random.chance(0.5),
      language: 'juel',
      mixed: false,
      direct: true,
    };
  }

  #makeBlock(place: Place, atLeast: number): Block {
    const parts: Part[] = [];
    while (parts.length < 3 && this.#left > 0 && (parts.length < atLeast || this.#random.chance(0.6))) {
      parts.push(this.#makePart(place));
    }
    return parts.length < atLeast ? [{ kind: 'task' }] : parts;
  }

  #makePart(place: Place): Part {
    this.#left -= 1;
    if (place.depth < DEEPEST && this.#left > 1 && this.#random.chance(0.4)) {
      return this.#makeContainer(this.#random.pick([...CONTAINERS, 'parallel', 'inclusive', 'inclusive']), place);
    }
    return this.#makeLeaf(this.#random.pick(['task', 'task', 'task', ...LEAVES]));
  }

  #makeLeaf(kind: (typeof LEAVES)[number]): Part {
    switch (kind) {
      case 'task':
        return { kind };
      case 'pass':
        return { kind, element: this.#random.pick(PASSING_TYPES) };
      case 'service':
        return { kind, element: this.#random.pick(SERVICE_TYPES) };
      case 'services':
        return { kind, element: this.#random.pick(SERVICE_TYPES), loop: this.#makeSigning('services') };
      case 'sign':
        return { kind, loop: this.#makeSigning('sign') };
    }
  }

  #makeContainer(kind: ContainerKind, place: Place, wanted?: PartKind): Part {
    const random = this.#random;
    const inner: Place = { ...place, depth: place.depth + 1 };
    const language = random.pick(['juel', 'juel', 'feel'] as const);
    const merge = random.chance(0.5);
    switch (kind) {
      case 'vote':
        return { kind, loop: this.#makeSigning('vote'), branches: this.#makeTwoWays(inner, wanted), merge };
      case 'choice': {
        const by = random.pick(['button', 'flag', 'text', 'conditions'] as const);
        const branches = this.#makeWays(by === 'flag' ? 2 : 2 + random.below(2), inner, wanted);
        const fallback = by !== 'button' && random.chance(0.6);
        return { kind, by, fallback, language, lead: random.chance(0.6), branches, merge };
      }
      case 'rework': {
        const body = this.#makeInner({ ...inner, inLoop: true }, 0, wanted);
        const by = random.pick(['button', 'button', 'flag', 'text', 'conditions', 'votes'] as const);
        const loop = this.#makeSigning('again');
        return {
          kind,
          body,
          by,
          language,
          loop,
          merge,
          backTo: random.below(body.length + 1),
          forwardFirst: random.chance(0.5),
        };
      }
      case 'parallel':
        return { kind, branches: this.#makeForked({ ...inner, mayEnd: false }, true, wanted) };
      case 'inclusive': {
        const branches = this.#makeForked(inner, inner.mayEnd, wanted);
        const by = random.pick(['flags', 'flags', 'conditions', 'conditions', 'all'] as const);
        const fallback = by !== 'all' && random.chance(0.5);
        return { kind, branches, by, fallback, language, mixed: random.chance(0.3), direct: random.chance(0.5) };
      }
    }
  }

  /** Branches of which one is taken; the first leads on. */
  #makeWays(count: number, place: Place, wanted?: PartKind): Branch[] {
    const chosen = this.#random.below(count);
    return Array.from({ length: count }, (_, index): Branch => {
      const ends = index > 0 && place.mayEnd && this.#random.chance(0.3);
      if (ends && place.forkInLoop) return { ends, block: [] };
      const inside = ends ? { ...place, inLoop: false } : place;
      return { ends, block: this.#makeInner(inside, 0, index === chosen ? wanted : undefined) };
    });
  }

  #makeTwoWays(place: Place, wanted?: PartKind): readonly [Branch, Branch] {
    const [approve, reject] = this.#makeWays(2, place, wanted);
    if (!approve || !reject) throw new TypeError('two ways were asked for');
    return [approve, reject];
  }

  /** Branches that run side by side; the first leads on, and at most one of them is empty. */
  #makeForked(place: Place, mayEndBeside: boolean, wanted?: PartKind): Branch[] {
    const count = 2 + this.#random.below(2);
    const chosen = this.#random.below(count);
    const empty = this.#random.chance(0.25) ? this.#random.below(count) : -1;
    return Array.from({ length: count }, (_, index): Branch => {
      const ends = index > 0 && mayEndBeside && !place.inLoop && this.#random.chance(0.2);
      const inside = { ...place, forkInLoop: place.inLoop, mayEnd: ends || place.mayEnd };
      if (index === chosen) return { ends, block: this.#makeInner(inside, 1, wanted) };
      return { ends, block: index === empty ? [] : this.#makeInner(inside, 1) };
    });
  }

  #makeInner(place: Place, atLeast: number, wanted?: PartKind): Block {
    const block = this.#makeBlock(place, wanted ? 0 : atLeast);
    if (!wanted) return block;
    const container = CONTAINERS.find((kind) => kind === wanted);
    const leaf = LEAVES.find((kind) => kind === wanted);
    const part = container ? this.#makeContainer(container, place) : leaf && this.#makeLeaf(leaf);
    if (!part) return block;
    return this.#random.chance(0.5) ? [part, ...block] : [...block, part];
  }

  #makeSigning(use: 'services' | 'sign' | 'vote' | 'again'): Signing {
    const random = this.#random;
    const sequential = random.chance(0.4);
    const over = random.pick(['list', 'list', 'number', 'variable'] as const);
    const count = random.chance(0.002) ? 55 : random.pick([0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4]);
    const people = Array.from(
      { length: use === 'again' ? Math.max(1, Math.min(count, 4)) : count },
      (_, index) => PEOPLE[index] ?? `p${index}`,
    );
    if (people.length > 1 && random.chance(0.35)) people[1] = people[0] ?? 'amy';
    const completion = this.#makeCompletion(use, sequential);
    return { sequential, over, people, ...(completion && { completion }) };
  }

  #makeCompletion(use: 'services' | 'sign' | 'vote' | 'again', sequential: boolean): SigningRule | undefined {
    const random = this.#random;
    if (random.chance(0.25)) return undefined;
    if (use === 'vote' || use === 'again') return { kind: 'rule', rule: this.#makeRule() };
    const kind =
      use === 'services' ? 'counter' : random.pick(['rule', 'rule', 'rule', 'rule', 'counter', 'flag'] as const);
    if (kind === 'rule') return { kind, rule: this.#makeRule() };
    if (kind === 'flag') return { kind };
    const language = random.pick(['juel', 'feel'] as const);
    const of = random.pick(
      sequential ? (['completed', 'share'] as const) : (['completed', 'share', 'active'] as const),
    );
    switch (of) {
      case 'completed':
        return { kind, counter: { of, atLeast: 1 + random.below(3) }, language };
      case 'share':
        return { kind, counter: { of, atLeast: random.pick([0.25, 0.5, 0.6, 1]) }, language };
      case 'active':
        return { kind, counter: { of, atMost: random.below(3) }, language };
    }
  }

  #makeRule(): Rule {
    const kind = this.#random.pick(['all', 'any', 'count', 'percent'] as const);
    if (kind === 'count') return { kind, count: 1 + this.#random.below(4) };
    if (kind === 'percent') return { kind, percent: this.#random.pick([10, 34, 50, 60, 66.7, 100]) };
    return { kind };
  }
}
