import { type Catchable, EventMaker, NOTHING_CATCHABLE } from './generate-events.ts';
import { makeSigning } from './generate-signing.ts';
import { PASSING_TYPES, SERVICE_TYPES } from './graph.ts';
import { createRandom, deriveSeed, type Random } from './random.ts';
import {
  type Aside,
  type Block,
  type Branch,
  CONTAINERS,
  type ContainerKind,
  type Edge,
  HOSTS,
  LEAVES,
  type LeafKind,
  type Part,
  type PartKind,
  type Race,
  type Sub,
} from './shape.ts';

/** A shape, with shapes directly inside it, which a process is to have somewhere. */
export interface Want {
  readonly kind: PartKind;
  readonly inside: readonly Want[];
}

/**
 * A random process. All of them are sound: every token can end, and no node is ever entered while a token is in it.
 * BPMN says what happens otherwise, but the engine does not do it (src/plugin/README.md, known limits).
 */
export function generateProcess(seed: number, wants: readonly Want[]): Block {
  return new Generator(createRandom(seed), createRandom(deriveSeed(seed, 0))).makeProcess(wants);
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
  readonly catchable: Catchable;
  /** The scope around it; shared by all places in it. */
  readonly scope: { hasAside: boolean };
}

const topPlace = (): Place => ({
  depth: 0,
  inLoop: false,
  forkInLoop: false,
  mayEnd: true,
  catchable: NOTHING_CATCHABLE,
  scope: { hasAside: false },
});

/** A place in a scope of its own, which waits for every token in it. */
const within = (place: Place, catchable: Catchable): Place => ({
  ...topPlace(),
  depth: place.depth + 1,
  catchable,
});

/** What may be thrown where things happen more than once. */
const repeated = ({ errors, escalations }: Catchable): Catchable => ({ errors, escalations, once: [] });

const DEEPEST = 3;
const TASK: Part = { kind: 'task' };

class Generator {
  readonly #random: Random;
  readonly #sharing: Random;
  readonly #events: EventMaker;
  /** Parts that may still be added. */
  #left: number;

  constructor(random: Random, sharing: Random) {
    this.#random = random;
    this.#sharing = sharing;
    this.#events = new EventMaker(random);
    this.#left = 1 + random.below(3);
  }

  makeProcess(wants: readonly Want[]): Block {
    const place = topPlace();
    const parts = wants.map((want) => this.#makeWanted(want, place));
    const opening = this.#random.chance(0.12) ? [this.#makeOpening()] : this.#makeBlock(place, 0);
    const torn = this.#random.chance(0.12) ? [this.#makeTornJoin()] : [];
    const filled = [...opening, ...torn, ...parts, ...this.#makeThrowers(caughtBy(parts))];
    const whole = this.#random.chance(0.5) ? filled : [...filled, TASK];
    return this.#sharing.chance(0.15) ? [this.#makeHalfSigned(), ...whole] : whole;
  }

  /** A shared task that somebody signs, and then an event ends it or leads on beside it, or a service does. */
  #makeHalfSigned(): Part {
    const random = this.#sharing;
    const loop = { sequential: false, over: 'list', people: ['amy', 'bob', 'cid'], shared: true } as const;
    const interrupting = random.chance(0.7);
    const block = random.chance(0.5) ? [TASK] : [];
    const edge = interrupting
      ? { event: this.#events.makeAwaited(), interrupting, branch: { ends: false, block } }
      : { event: this.#events.makeBeside(false), interrupting, branch: { ends: true, block: [TASK] } };
    const signed: Branch = {
      ends: false,
      block: [{ kind: 'edge', host: { kind: 'sign', loop }, edges: [edge], merge: false }],
    };
    const served: Branch = { ends: false, block: [{ kind: 'service', element: 'serviceTask' }, TASK] };
    return { kind: 'parallel', branches: random.chance(0.5) ? [signed, served] : [served, signed] };
  }

  /** Services before anybody has handled a task: what follows them hangs on the start. */
  #makeOpening(): Part {
    const branch = (): Branch => ({ ends: false, block: [this.#makeLeaf('service', topPlace()), TASK] });
    return { kind: 'parallel', branches: [branch(), branch()] };
  }

  /** An inclusive join that a gateway reaches by several flows or by none: another branch's token waits for it there. */
  #makeTornJoin(): Part {
    const random = this.#random;
    const ways = Array.from(
      { length: 3 },
      (_, index): Branch => ({ ends: index > 0 && random.chance(0.7), block: [] }),
    );
    const routing = { by: 'button', fallback: false, language: 'juel', lead: true, merge: false } as const;
    const choice: Part = { kind: 'choice', ...routing, branches: ways };
    const branches = [[choice], [TASK]].map((block): Branch => ({ ends: false, block }));
    const by = random.pick(['flags', 'conditions'] as const);
    const fallback = random.chance(0.5);
    return { kind: 'inclusive', branches, by, fallback, language: 'juel', mixed: false, direct: true };
  }

  #makeWanted({ kind, inside }: Want, place: Place): Part {
    const container = CONTAINERS.find((each) => each === kind);
    if (container) return this.#makeContainer(container, place, inside);
    const leaf = LEAVES.find((each) => each === kind);
    return leaf ? this.#makeLeaf(leaf, place) : TASK;
  }

  #makeBlock(place: Place, atLeast: number): Block {
    const parts: Part[] = [];
    while (parts.length < 3 && this.#left > 0 && (parts.length < atLeast || this.#random.chance(0.6))) {
      parts.push(this.#makePart(place));
    }
    return parts.filter(({ kind }) => kind !== 'link').length < atLeast ? [...parts, TASK] : parts;
  }

  #makePart(place: Place): Part {
    this.#left -= 1;
    if (place.depth < DEEPEST && this.#left > 1 && this.#random.chance(0.4)) {
      const anywhere = CONTAINERS.filter((kind) => kind !== 'aside');
      return this.#makeContainer(this.#random.pick([...anywhere, 'inclusive', 'edge']), place, []);
    }
    return this.#makeLeaf(this.#random.pick(['task', 'task', 'task', ...LEAVES]), place);
  }

  #makeLeaf(kind: LeafKind, place: Place): Part {
    const random = this.#random;
    switch (kind) {
      case 'task':
      case 'link':
        return { kind };
      case 'pass':
        return { kind, element: random.pick(PASSING_TYPES) };
      case 'service':
        return { kind, element: random.pick(SERVICE_TYPES) };
      case 'services':
        return { kind, element: random.pick(SERVICE_TYPES), loop: makeSigning(random, this.#sharing, kind) };
      case 'sign':
        return { kind, loop: makeSigning(random, this.#sharing, kind) };
      case 'catch':
        return { kind, event: this.#events.makeAwaited() };
      case 'receive':
        return { kind, event: this.#events.makeAwaited(['message']) };
      case 'throw':
        return { kind, event: random.chance(0.15) ? undefined : this.#events.makeThrown(place.catchable) };
      case 'looped': {
        const [flag, bounded] = random.pick([
          [true, false],
          [true, true],
          [false, true],
        ] as const);
        return { kind, flag, testBefore: random.chance(0.4), ...(bounded && { maximum: 1 + random.below(3) }) };
      }
    }
  }

  #makeContainer(kind: ContainerKind, place: Place, wants: readonly Want[]): Part {
    const random = this.#random;
    const inner: Place = { ...place, depth: place.depth + 1 };
    const language = random.pick(['juel', 'juel', 'feel'] as const);
    const merge = random.chance(0.5);
    switch (kind) {
      case 'vote': {
        const [approve, reject] = this.#makeWays(2, inner, wants);
        if (!approve || !reject) throw new TypeError('two ways were asked for');
        return { kind, loop: makeSigning(random, this.#sharing, 'vote'), branches: [approve, reject], merge };
      }
      case 'choice': {
        const by = random.pick(['button', 'flag', 'text', 'conditions'] as const);
        const branches = this.#makeWays(by === 'flag' ? 2 : 2 + random.below(2), inner, wants);
        const fallback = by !== 'button' && random.chance(0.4);
        return { kind, by, fallback, language, lead: random.chance(0.6), branches, merge };
      }
      case 'rework': {
        const body = this.#makeInner({ ...inner, inLoop: true, catchable: repeated(place.catchable) }, 0, wants);
        const by = random.pick(['button', 'button', 'flag', 'text', 'conditions', 'votes'] as const);
        const loop = makeSigning(random, this.#sharing, 'again');
        const backTo = random.below(body.length + 1);
        return { kind, body, by, language, loop, merge, backTo, forwardFirst: random.chance(0.5) };
      }
      case 'parallel':
        return { kind, branches: this.#makeForked({ ...inner, mayEnd: false }, true, wants) };
      case 'inclusive': {
        const branches = this.#makeForked(inner, inner.mayEnd, wants);
        const by = random.pick(['flags', 'flags', 'conditions', 'conditions', 'all'] as const);
        const fallback = by !== 'all' && random.chance(0.5);
        return { kind, branches, by, fallback, language, mixed: random.chance(0.3), direct: random.chance(0.5) };
      }
      case 'sub':
      case 'multi':
      case 'call':
        return this.#makeSub(kind, place, NOTHING_CATCHABLE, wants);
      case 'edge':
        return this.#makeEdge(inner, wants);
      case 'race':
        return this.#makeRace(inner, wants);
      case 'aside':
        return this.#makeAside(place, wants);
    }
  }

  /** @param edges what the events on its edge catch */
  #makeSub(kind: Sub['kind'], place: Place, edges: Catchable, wants: readonly Want[]): Sub {
    const random = this.#random;
    const catchable = joined(place.catchable, edges);
    const loop =
      kind === 'multi' || (kind === 'call' && random.chance(0.2))
        ? makeSigning(random, this.#sharing, 'multi')
        : undefined;
    const inner = within(place, loop ? repeated(catchable) : catchable);
    const [aside, others] = [
      wants.filter((want) => want.kind === 'aside'),
      wants.filter((want) => want.kind !== 'aside'),
    ];
    // What it catches must be known before the rest is made.
    const beside = aside.slice(0, 1).map(({ inside }) => this.#makeAside(inner, inside));
    const around = catching(inner, beside);
    const own = loop ? repeated(joined(edges, caughtBy(beside))) : joined(edges, caughtBy(beside));
    const block = [...beside, ...this.#makeInner(around, 1, others), ...this.#makeThrowers(own)];
    const [first] = block;
    const startless = random.chance(0.25) && first !== undefined && BEGINNINGS.has(first.kind);
    const closing = random.chance(0.2) ? this.#events.makeThrown(around.catchable) : undefined;
    return { kind, block, startless, ...(loop && { loop }), ...(closing && { closing }) };
  }

  /** What throws that which was just said to be caught. */
  #makeThrowers(catchable: Catchable): Part[] {
    const closing = this.#random.chance(0.7) ? this.#events.makeCaughtEnd(catchable) : undefined;
    if (!closing) return [];
    if (closing.kind === 'escalation' && this.#random.chance(0.6)) return [{ kind: 'throw', event: closing }];
    const routing = { by: 'button', fallback: false, language: 'juel', lead: true, merge: false } as const;
    const branches = [
      { ends: false, block: [] },
      { ends: true, block: [], closing },
    ];
    return [{ kind: 'choice', ...routing, branches }];
  }

  /** An event sub-process of the scope; one that has one already gets a further scope for it. */
  #makeAside(place: Place, wants: readonly Want[]): Aside | Sub {
    const random = this.#random;
    if (place.scope.hasAside) {
      const inner = within(place, place.catchable);
      const aside = this.#makeAside(inner, wants);
      return { kind: 'sub', block: [aside, ...this.#makeInner(catching(inner, [aside]), 1, [])], startless: false };
    }
    place.scope.hasAside = true;
    const kind = random.pick(['timer', 'message', 'signal', 'error', 'escalation'] as const);
    const interrupting = kind === 'error' || random.chance(0.4);
    const event =
      kind === 'error' || kind === 'escalation'
        ? this.#events.makeCaught(kind)
        : interrupting
          ? this.#events.makeAwaited([kind])
          : this.#events.makeBesideOf(kind);
    const inner = within(place, interrupting ? place.catchable : repeated(place.catchable));
    return { kind: 'aside', event, interrupting, block: this.#makeInner(inner, 1, wants) };
  }

  #makeEdge(place: Place, wants: readonly Want[]): Edge {
    const random = this.#random;
    const hosted = wants.find(({ kind }) => HOSTS.some((host) => host === kind) && random.chance(0.5));
    const kind =
      hosted?.kind ?? random.pick(place.depth < DEEPEST ? [...HOSTS, 'sign', 'multi'] : ['sign', ...HOSTS.slice(0, 5)]);
    const isSub = kind === 'sub' || kind === 'multi' || kind === 'call';
    const isService = kind === 'service' || kind === 'services';
    const others = wants.filter((want) => want !== hosted);
    const events = Array.from({ length: random.chance(0.4) ? 2 : 1 }, (_, index) =>
      this.#makeEdgeEvent(place, isSub, isService, index > 0 || others.length === 0),
    );
    const catchable = events.reduce(
      (sum, { event, interrupting }) => addCatcher(sum, event, interrupting),
      NOTHING_CATCHABLE,
    );
    const host = isSub
      ? this.#makeSub(kind, place, catchable, hosted?.inside ?? [])
      : this.#makeWanted({ kind, inside: [] }, place);
    const edges = events.map(({ event, interrupting }, index) => ({
      event,
      interrupting,
      branch: this.#makeEdgeBranch(place, event, interrupting, index === 0 ? others : []),
    }));
    return { kind: 'edge', host, edges, merge: random.chance(0.5) };
  }

  /** @param mayRepeat what it leads to is so short that it may come again */
  #makeEdgeEvent(place: Place, isSub: boolean, isService: boolean, mayRepeat: boolean) {
    const random = this.#random;
    const thrown = isSub
      ? random.pick(['error', 'escalation', 'no', 'no'] as const)
      : isService
        ? random.pick(['error', 'no'] as const)
        : 'no';
    const interrupting = thrown === 'error' || place.inLoop || random.chance(thrown === 'escalation' ? 0.4 : 0.5);
    if (thrown !== 'no') return { event: this.#events.makeCaught(thrown), interrupting };
    return { event: interrupting ? this.#events.makeAwaited() : this.#events.makeBeside(mayRepeat), interrupting };
  }

  #makeEdgeBranch(
    place: Place,
    event: Edge['edges'][number]['event'],
    interrupting: boolean,
    wants: readonly Want[],
  ): Branch {
    if (interrupting) {
      const ends = place.mayEnd && !place.forkInLoop && this.#random.chance(0.3);
      return this.#makeBranch(ends, ends ? { ...place, inLoop: false } : place, wants);
    }
    const catchable = repeated(place.catchable);
    const beside: Place = { ...place, inLoop: false, forkInLoop: false, mayEnd: true, catchable };
    // A second round must find nobody in the way of the first.
    const isCycle = event.kind === 'timer' && event.form === 'cycle';
    if (isCycle) return { ends: true, block: [TASK] };
    return this.#makeBranch(true, beside, wants);
  }

  #makeBranch(ends: boolean, place: Place, wants: readonly Want[]): Branch {
    const closing = ends ? this.#events.makeClosing(place.catchable, place.mayEnd) : undefined;
    return { ends, block: this.#makeInner(place, 0, wants), ...(closing && { closing }) };
  }

  #makeRace(place: Place, wants: readonly Want[]): Race {
    const merge = this.#random.chance(0.5);
    const branches = this.#makeWays(2 + this.#random.below(2), place, wants).map((branch) => {
      const event = this.#events.makeAwaited();
      return { ...branch, event, receive: event.kind === 'message' && this.#random.chance(0.4) };
    });
    return { kind: 'race', branches, merge };
  }

  /** Branches of which one is taken; the first leads on. */
  #makeWays(count: number, place: Place, wants: readonly Want[]): Branch[] {
    const chosen = this.#random.below(count);
    return Array.from({ length: count }, (_, index): Branch => {
      const abrupt = !place.mayEnd;
      const ends = index > 0 && this.#random.chance(abrupt ? 0.08 : 0.3);
      const closing = ends ? this.#events.makeClosing(place.catchable, !abrupt) : undefined;
      const end = { ends, ...(closing && { closing }) };
      if (ends && place.forkInLoop) return { ...end, block: [] };
      const inside = ends ? { ...place, inLoop: false } : place;
      return { ...end, block: this.#makeInner(inside, 0, index === chosen ? wants : []) };
    });
  }

  /** Branches that run side by side; the first leads on, and at most one of them is empty. */
  #makeForked(place: Place, mayEndBeside: boolean, wants: readonly Want[]): Branch[] {
    const count = 2 + this.#random.below(2);
    const chosen = this.#random.below(count);
    const empty = this.#random.chance(0.25) ? this.#random.below(count) : -1;
    return Array.from({ length: count }, (_, index): Branch => {
      const ends = index > 0 && mayEndBeside && !place.inLoop && this.#random.chance(0.2);
      const inside = { ...place, forkInLoop: place.inLoop, mayEnd: ends || place.mayEnd };
      const closing = ends ? this.#events.makeClosing(place.catchable, true) : undefined;
      const end = { ends, ...(closing && { closing }) };
      if (index === chosen) return { ...end, block: this.#makeInner(inside, 1, wants) };
      return { ...end, block: index === empty ? [] : this.#makeInner(inside, 1, []) };
    });
  }

  #makeInner(place: Place, atLeast: number, wants: readonly Want[]): Block {
    const parts = wants.map((want) => this.#makeWanted(want, place));
    const isEnough = parts.some(({ kind }) => kind !== 'link' && kind !== 'aside');
    const block = this.#makeBlock(place, isEnough ? 0 : atLeast);
    return this.#random.chance(0.5) ? [...parts, ...block] : [...block, ...parts];
  }
}

/** Parts whose first node nothing leads to, where no start event does. */
const BEGINNINGS: ReadonlySet<PartKind> = new Set([
  'task',
  'service',
  'services',
  'sign',
  'catch',
  'receive',
  'sub',
  'multi',
  'call',
  'edge',
]);

const EVERY_ESCALATION = 'S0';

function addCatcher(catchable: Catchable, { kind, ...event }: Aside['event'], interrupting: boolean): Catchable {
  const code = 'code' in event ? event.code : undefined;
  if (kind === 'error') return joined(catchable, { ...NOTHING_CATCHABLE, errors: [code ?? 'E0'] });
  if (kind !== 'escalation') return catchable;
  const codes = [code ?? EVERY_ESCALATION];
  return joined(catchable, { ...NOTHING_CATCHABLE, [interrupting ? 'escalations' : 'once']: codes });
}

const caughtBy = (beside: readonly Part[]): Catchable =>
  beside.reduce(
    (sum, part) => (part.kind === 'aside' ? addCatcher(sum, part.event, part.interrupting) : sum),
    NOTHING_CATCHABLE,
  );

const catching = (place: Place, beside: readonly Part[]): Place => ({
  ...place,
  catchable: joined(place.catchable, caughtBy(beside)),
});

/** One that catches every escalation keeps them from those around. */
function joined(outer: Catchable, inner: Catchable): Catchable {
  const keeps = inner.once.includes(EVERY_ESCALATION);
  return {
    errors: [...outer.errors, ...inner.errors],
    escalations: keeps ? [] : [...outer.escalations, ...inner.escalations],
    once: keeps ? [EVERY_ESCALATION] : [...outer.once, ...inner.once],
  };
}
