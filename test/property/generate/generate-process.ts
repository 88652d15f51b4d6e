import type { EndTrigger } from '../draw/graph.ts';
import { createRandom, deriveSeed, type Random } from '../random.ts';
import { DataMaker } from './data-maker.ts';
import { EventMaker, type Message, NOTHING_CATCHABLE } from './event-maker.ts';
import { makeForked, makeRace, makeSeveral, makeWays } from './make-branches.ts';
import { makeEdge } from './make-edge.ts';
import { makeCrowded, makeLeaf } from './make-leaf.ts';
import { makeHalfSigned, makeOpening, makeTornJoin } from './make-openings.ts';
import { makeAside, makeSub, makeThrowers } from './make-scopes.ts';
import { makeSigning } from './make-signing.ts';
import type { Dice, Maker, Want } from './maker.ts';
import { caughtBy, DEEPEST, joinedIn, type Place, topPlace } from './place.ts';
import { type Block, CONTAINERS, type ContainerKind, LEAVES, type Part, type Pool } from './shape.ts';

/**
 * A random process. All of them are sound: every token can end. A node may be entered while a token is in it.
 */
export function generateProcess(seed: number, wants: readonly Want[]): Block {
  return new Generator(throwDice(seed, createRandom(seed), 0)).makeProcess(wants);
}

/** Two pools that send each other messages; either awaits some that the other throws. */
export function generatePools(seed: number, [own, others]: readonly [Want, Want]): readonly [Pool, Pool] {
  const random = createRandom(deriveSeed(seed, 1));
  const first = new Generator(throwDice(seed, createRandom(seed), 0));
  const asking = first.makeProcess([own]);
  const waited = first.events.messages[0] ?? first.events.makeKnown();
  const whole = first.events.messages.length > 1 ? asking : [...asking, { kind: 'catch', event: waited } as const];
  const second = new Generator(throwDice(seed, random, 2), 'b', first.events.messages);
  const answering = second.makeProcess([others]);
  const startedBy = random.chance(0.5) ? 'begin' : undefined;
  const begins: Block = startedBy === undefined ? [] : [{ kind: 'throw', event: { kind: 'message', name: startedBy } }];
  return [
    { block: [...begins, ...withThrows(random, whole, second.events.messages.slice(0, 3))], apart: false },
    {
      block: withThrows(random, answering, first.events.messages.slice(0, 2)),
      ...(startedBy !== undefined && { startedBy }),
      apart: random.chance(0.5),
    },
  ];
}

const withThrows = (random: Random, block: Block, events: readonly EndTrigger[]): Block =>
  events.reduce<Block>(
    (parts, event) => parts.toSpliced(random.below(parts.length + 1), 0, { kind: 'throw', event }),
    block,
  );

const TASK: Part = { kind: 'task' };

const throwDice = (seed: number, random: Random, number: number): Dice => ({
  random,
  sharing: createRandom(deriveSeed(seed, number)),
  data: new DataMaker(createRandom(deriveSeed(seed, 10 + number))),
});

class Generator implements Maker {
  readonly random: Random;
  readonly sharing: Random;
  readonly data: DataMaker;
  readonly events: EventMaker;
  /** Parts that may still be added. */
  #left: number;

  constructor(dice: Dice, mark = '', abroad: readonly Message[] = []) {
    this.random = dice.random;
    this.sharing = dice.sharing;
    this.data = dice.data;
    this.events = new EventMaker(dice, mark, abroad);
    this.#left = 1 + dice.random.below(3);
  }

  makeProcess(wants: readonly Want[]): Block {
    const place = topPlace();
    const parts = wants.map((want) => this.makeOnce(want, place));
    const opening = this.random.chance(0.12) ? [makeOpening(this)] : this.#makeBlock(place, 0);
    const torn = this.random.chance(0.12) ? [makeTornJoin(this)] : [];
    const asides = parts.some(({ kind }) => kind === 'aside') && this.random.chance(0.4);
    const caught = asides ? [...parts, makeAside(this, place, [])] : parts;
    const filled = [...opening, ...torn, ...caught, ...makeThrowers(this, caughtBy(caught))];
    const ended = this.random.chance(0.5) ? filled : [...filled, TASK];
    const whole = this.sharing.chance(0.36) ? [makeHalfSigned(this), ...ended] : ended;
    return this.sharing.chance(0.3) ? withThrows(this.sharing, whole, this.#throwAgain()) : whole;
  }

  /** A wanted part; or one for several tokens, which are in everything that it holds. */
  makeOnce(want: Want, place: Place): Part {
    const isRepeated = want.kind !== 'aside' && !want.crowd && this.sharing.chance(0.3);
    return isRepeated ? makeSeveral(this, place, [want]) : this.makeWanted(want, place);
  }

  /** What is caught beside the rest, so that it may come several times; nothing that it leads to throws it. */
  #throwAgain(): EndTrigger[] {
    const { beside } = this.events;
    return beside.length === 0 ? [] : Array.from({ length: 2 }, () => this.sharing.pick(beside));
  }

  makeWanted({ kind, inside, crowd }: Want, place: Place): Part {
    if (crowd) return makeCrowded(this);
    const container = CONTAINERS.find((each) => each === kind);
    if (container) return this.#makeContainer(container, place, inside);
    const leaf = LEAVES.find((each) => each === kind);
    return leaf ? makeLeaf(this, leaf, place) : TASK;
  }

  #makeBlock(place: Place, atLeast: number): Block {
    const parts: Part[] = [];
    while (parts.length < 3 && this.#left > 0 && (parts.length < atLeast || this.random.chance(0.6))) {
      parts.push(this.#makePart(place));
    }
    return parts.filter(({ kind }) => kind !== 'link').length < atLeast ? [...parts, TASK] : parts;
  }

  #makePart(place: Place): Part {
    this.#left -= 1;
    if (place.depth < DEEPEST && this.#left > 1 && this.random.chance(0.4)) {
      const anywhere = CONTAINERS.filter((each) => each !== 'aside');
      const kind = this.random.pick([...anywhere, 'inclusive', 'edge', 'several'] as const);
      const inner = { ...place, depth: place.depth + 1 };
      return kind === 'several' ? makeSeveral(this, inner, []) : this.#makeContainer(kind, place, []);
    }
    return makeLeaf(this, this.random.pick(['task', 'task', 'task', ...LEAVES]), place);
  }

  #makeContainer(wanted: ContainerKind, place: Place, wants: readonly Want[]): Part {
    const kind = wanted === 'inclusive' && place.crowd === 'joined' ? 'choice' : wanted;
    const random = this.random;
    const inner: Place = { ...place, depth: place.depth + 1 };
    const language = random.pick(['juel', 'juel', 'feel'] as const);
    const merge = random.chance(0.5);
    switch (kind) {
      case 'vote': {
        const [approve, reject] = makeWays(this, 2, inner, wants);
        if (!approve || !reject) throw new TypeError('two ways were asked for');
        return { kind, loop: makeSigning(this, 'vote'), branches: [approve, reject], merge };
      }
      case 'choice': {
        const by = random.pick(['button', 'flag', 'text', 'conditions', 'computed'] as const);
        const branches = makeWays(this, by === 'flag' || by === 'computed' ? 2 : 2 + random.below(2), inner, wants);
        const fallback = by !== 'button' && random.chance(0.4);
        const lead = random.chance(0.6);
        const conditions = this.data.makeInstead(branches.length, true);
        if (!conditions) return { kind, by, fallback, language, lead, branches, merge };
        const isOpen = fallback || by === 'button';
        return { kind, by: 'data', conditions, fallback: isOpen, language, lead, branches, merge };
      }
      case 'rework': {
        const body = this.makeInner({ ...inner, inLoop: true }, 0, wants);
        const by = random.pick(['button', 'flag', 'text', 'conditions', 'computed', 'votes', 'votes'] as const);
        const loop = makeSigning(this, 'again');
        const backTo = random.below(body.length + 1);
        const forwardFirst = random.chance(0.5);
        const conditions = by === 'votes' ? undefined : this.data.makeInstead(1, forwardFirst);
        const routing = conditions ? ({ by: 'data', conditions } as const) : { by };
        return { kind, body, ...routing, language, loop, merge, backTo, forwardFirst };
      }
      case 'parallel':
        return { kind, branches: makeForked(this, joinedIn(inner), true, wants) };
      case 'inclusive': {
        const branches = makeForked(this, inner, inner.mayEnd, wants);
        const by = random.pick(['flags', 'flags', 'conditions', 'conditions', 'all'] as const);
        const fallback = by !== 'all' && random.chance(0.5);
        const [mixed, direct] = [random.chance(0.3), random.chance(0.5)];
        const conditions = by === 'all' ? undefined : this.data.makeInstead(branches.length, true);
        const routing = conditions ? ({ by: 'data', conditions } as const) : { by };
        return { kind, branches, ...routing, fallback, language, mixed, direct };
      }
      case 'sub':
      case 'multi':
      case 'call':
        return makeSub(this, kind, place, NOTHING_CATCHABLE, wants);
      case 'edge':
        return makeEdge(this, inner, wants);
      case 'race':
        return makeRace(this, inner, wants);
      case 'aside':
        return makeAside(this, place, wants);
    }
  }

  makeInner(place: Place, atLeast: number, wants: readonly Want[]): Block {
    const parts = wants.map((want) => this.makeWanted(want, place));
    const isEnough = parts.some(({ kind }) => kind !== 'link' && kind !== 'aside');
    const block = this.#makeBlock(place, isEnough ? 0 : atLeast);
    return this.random.chance(0.5) ? [...parts, ...block] : [...block, ...parts];
  }
}
