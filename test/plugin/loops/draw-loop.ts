/** Loops that are drawn by chance, and what following the drawing by hand comes to. */
import { createRandom, type Random } from '../../property/random.ts';
import {
  type BpmnNode,
  boundary,
  catchEvent,
  conditional,
  end,
  eventSubProcess,
  exclusive,
  inclusive,
  multiInstance,
  parallel,
  plainTask,
  root,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { sets } from '../../support/endless-loops.ts';
import { diagram, endWith, error, escalation, signal } from '../../support/named-events.ts';

/** A step may reach a node so often, in one run of its scope. */
export const MOST_VISITS = 120;

/** They are set and read by the loop. */
export type Numbers = Record<'n' | 'm' | 'k', number>;

/** Follows the tokens through a drawing. */
class Follower {
  readonly numbers: Numbers;
  /** Of all scopes. */
  steps = 0;
  #visits = new Map<string, number>();

  readonly #most: number;

  constructor(numbers: Numbers, most: number) {
    this.numbers = { ...numbers };
    this.#most = most;
  }

  /** @throws {Endless} it was there too often */
  reach(id: string): void {
    this.steps += 1;
    const visits = (this.#visits.get(id) ?? 0) + 1;
    if (visits > this.#most) throw new Endless();
    this.#visits.set(id, visits);
  }

  /** A sub-process begins anew each time. */
  inside(follow: () => void): void {
    const around = this.#visits;
    this.#visits = new Map();
    follow();
    this.#visits = around;
  }
}

class Endless extends Error {}
/** A token waits for a condition that nothing will change. */
class Resting extends Error {}

interface Expression<Value> {
  readonly feel: string;
  of(numbers: Numbers): Value;
}

const value = (feel: string, of: (numbers: Numbers) => number): Expression<number> => ({ feel, of });
const condition = (feel: string, of: (numbers: Numbers) => boolean): Expression<boolean> => ({ feel, of });

const VALUES = [
  value('n + 1', ({ n }) => n + 1),
  value('m + 1', ({ m }) => m + 1),
  value('m', ({ m }) => m),
  value('n + m', ({ n, m }) => n + m),
  value('min([n, 40])', ({ n }) => Math.min(n, 40)),
  value('modulo(n + m, 11)', ({ n, m }) => (n + m) % 11),
  // They do not repeat for long.
  value('modulo(n * 7 + 3, 101)', ({ n }) => (n * 7 + 3) % 101),
  value('modulo(m * 13 + n, 97)', ({ n, m }) => (m * 13 + n) % 97),
];

const CONDITIONS = [
  condition('n > 30', ({ n }) => n > 30),
  condition('m < 15', ({ m }) => m < 15),
  condition('n > m', ({ n, m }) => n > m),
  condition('n < 0', ({ n }) => n < 0),
  condition('modulo(n, 2) = 0', ({ n }) => n % 2 === 0),
  condition('modulo(m, 3) = 1', ({ m }) => m % 3 === 1),
  condition('modulo(n, 7) = 5', ({ n }) => n % 7 === 5),
  condition('modulo(n * m, 5) > 2', ({ n, m }) => (n * m) % 5 > 2),
];

const INNER_ENDS = [
  condition('k > 3', ({ k }) => k > 3),
  condition('k > n', ({ k, n }) => k > n),
  condition('k > modulo(n, 4)', ({ k, n }) => k > n % 4),
];

const ENDS = [
  condition('n >= 33', ({ n }) => n >= 33),
  condition('n >= 90', ({ n }) => n >= 90),
  condition('m >= 40', ({ m }) => m >= 40),
  condition('n + m > 12', ({ n, m }) => n + m > 12),
  condition('n < 0', ({ n }) => n < 0),
  condition('modulo(n, 17) = 16', ({ n }) => n % 17 === 16),
  condition('modulo(m, 29) = 10', ({ m }) => m % 29 === 10),
];

const ROUNDS = [
  value('n + 1', ({ n }) => n + 1),
  value('modulo(n * 7 + 3, 101)', ({ n }) => (n * 7 + 3) % 101),
  value('modulo(n * 5 + m, 61)', ({ n, m }) => (n * 5 + m) % 61),
];

/** A signal reaches all that wait for it, the others the innermost. */
const INTERRUPTIONS = [() => error('e'), () => escalation('e'), (id: string) => signal(id)];

/** Where a loop rests for good once it is not so. */
const WAITS = [
  condition('n < 60', ({ n }) => n < 60),
  condition('m < 50', ({ m }) => m < 50),
  condition('modulo(n, 19) < 18', ({ n }) => n % 19 < 18),
];

/** The signal whose name is computed. */
const COMPUTED = 'computed';

/** A part of a drawing that a token enters at one node and leaves at one. */
interface Part {
  readonly nodes: readonly BpmnNode[];
  readonly paths: readonly string[];
  readonly entry: string;
  readonly exit: string;
  follow(token: Follower): void;
}

class Drawing {
  readonly random: Random;
  #count = 0;
  /** Forks and multi-instances around the part that is drawn, in which others go before what waits until all rest. */
  #others = 0;

  constructor(seed: number) {
    this.random = createRandom(seed);
  }

  id(name: string): string {
    this.#count += 1;
    return `${name}${this.#count}`;
  }

  part(levels: number): Part {
    const simple = [() => this.set(), () => this.set(), () => this.task(), () => this.repeatedTask()];
    const nested = [
      () => this.choice(levels),
      () => this.innerLoop(levels),
      () => this.scope(levels),
      () => (this.#others === 0 ? this.interrupted(levels) : this.scope(levels)),
      () => (this.#others === 0 ? this.resumed(levels) : this.scope(levels)),
      () => (this.#others === 0 ? this.random.pick([() => this.wait(), () => this.call()])() : this.task()),
      () => this.fork(levels),
      () => (this.#others === 0 ? this.forkToSome(levels) : this.fork(levels)),
      () => this.repeatedScope(levels),
      () => this.side(),
      () => this.inTurn([this.part(levels - 1), this.part(levels - 1)]),
    ];
    return this.random.pick(levels === 0 ? simple : [...simple, ...nested])();
  }

  task(): Part {
    const id = this.id('task');
    return { nodes: [plainTask(id)], paths: [], entry: id, exit: id, follow: (token) => token.reach(id) };
  }

  set(of = this.random.pick(VALUES), name: keyof Numbers = this.random.pick(['n', 'm'])): Part {
    const id = this.id('set');
    return {
      nodes: [sets(id, of.feel, name)],
      ...{ paths: [], entry: id, exit: id },
      follow(token) {
        token.reach(id);
        token.numbers[name] = of.of(token.numbers);
      },
    };
  }

  /** Its iterations go one after the other, also if they are parallel. */
  repeatedTask(): Part {
    const id = this.id('each');
    const [of, name] = [this.random.pick(VALUES), this.random.pick(['n', 'm'] as const)];
    const [times, sequential] = [1 + this.random.below(3), this.random.chance(0.5)];
    return {
      nodes: [sets(id, of.feel, name, multiInstance({ cardinality: times, sequential }))],
      ...{ paths: [], entry: id, exit: id },
      follow(token) {
        token.reach(id);
        for (let time = 0; time < times; time += 1) token.numbers[name] = of.of(token.numbers);
      },
    };
  }

  /** The same of a sub-process. */
  repeatedScope(levels: number): Part {
    const id = this.id('sub');
    this.#others += 1;
    const inner = this.random.chance(0.5) ? this.set() : this.part(levels - 1);
    this.#others -= 1;
    const [begin, over] = [this.id('in'), this.id('out')];
    const cardinality = 1 + this.random.below(3);
    const paths = [...inner.paths, `${begin} > ${inner.entry}`, `${inner.exit} > ${over}`].join('; ');
    const loop = { multiInstance: { cardinality, sequential: this.random.chance(0.5) } };
    return {
      nodes: [subProcess(id, [start(begin), ...inner.nodes, end(over)], paths, loop)],
      ...{ paths: [], entry: id, exit: id },
      follow(token) {
        token.reach(id);
        for (let time = 0; time < cardinality; time += 1) token.inside(() => inner.follow(token));
      },
    };
  }

  /** For a condition that is met, unless the loop is to rest there. */
  wait(): Part {
    const id = this.id('wait');
    const when = this.random.chance(0.5) ? this.random.pick(WAITS) : condition('n + m >= 0', () => true);
    return {
      nodes: [catchEvent(id, conditional(`=${when.feel}`))],
      ...{ paths: [], entry: id, exit: id },
      follow(token) {
        token.reach(id);
        if (!when.of(token.numbers)) throw new Resting();
      },
    };
  }

  /** Throws what nobody hears, by a name that differs with the round. */
  call(): Part {
    const id = this.id('call');
    return {
      nodes: [throwEvent(id, `<signalEventDefinition signalRef="${COMPUTED}"/>`)],
      ...{ paths: [], entry: id, exit: id },
      follow: (token) => token.reach(id),
    };
  }

  /** A second token leaves a task, and ends. */
  side(): Part {
    const [id, beside, over] = [this.id('task'), this.id('beside'), this.id('end')];
    const next = this.task();
    const aside = `${id} > ${beside} > ${over}`;
    const ahead = `${id} > ${next.entry}`;
    return {
      nodes: [plainTask(id), plainTask(beside), end(over), ...next.nodes],
      paths: this.random.chance(0.5) ? [aside, ahead] : [ahead, aside],
      ...{ entry: id, exit: next.exit },
      follow(token) {
        token.reach(id);
        token.reach(beside);
        next.follow(token);
      },
    };
  }

  inTurn(parts: readonly [Part, ...Part[]]): Part {
    const between = parts.slice(1).map(({ entry }, index) => `${parts[index]?.exit} > ${entry}`);
    return {
      nodes: parts.flatMap(({ nodes }) => nodes),
      paths: [...parts.flatMap(({ paths }) => paths), ...between],
      ...{ entry: parts[0].entry, exit: parts.at(-1)?.exit ?? parts[0].exit },
      follow(token) {
        for (const part of parts) part.follow(token);
      },
    };
  }

  choice(levels: number): Part {
    const [fork, join] = [this.id('fork'), this.id('join')];
    const [one, other] = [this.part(levels - 1), this.part(levels - 1)];
    const when = this.random.pick(CONDITIONS);
    return {
      nodes: [exclusive(fork), exclusive(join), ...one.nodes, ...other.nodes],
      paths: [
        ...[...one.paths, ...other.paths, `${fork} >[=${when.feel}] ${one.entry}`, `${fork} >* ${other.entry}`],
        ...[`${one.exit} > ${join}`, `${other.exit} > ${join}`],
      ],
      ...{ entry: fork, exit: join },
      follow(token) {
        token.reach(fork);
        (when.of(token.numbers) ? one : other).follow(token);
        token.reach(join);
      },
    };
  }

  /** One token rests before the other moves. What is thrown would wait until both do, so that is not drawn here. */
  fork(levels: number): Part {
    const [fork, join] = [this.id('split'), this.id('both')];
    this.#others += 1;
    const [one, other] = [this.part(levels - 1), this.part(levels - 1)];
    this.#others -= 1;
    return {
      nodes: [parallel(fork), parallel(join), ...one.nodes, ...other.nodes],
      paths: [
        ...[...one.paths, ...other.paths, `${fork} > ${one.entry}`, `${fork} > ${other.entry}`],
        ...[`${one.exit} > ${join}`, `${other.exit} > ${join}`],
      ],
      ...{ entry: fork, exit: join },
      follow(token) {
        token.reach(fork);
        one.follow(token);
        other.follow(token);
        token.reach(join);
      },
    };
  }

  /** One way or both are taken, or a third one. */
  forkToSome(levels: number): Part {
    const [fork, join] = [this.id('some'), this.id('all')];
    this.#others += 1;
    const [one, other, third] = [this.part(levels - 1), this.part(levels - 1), this.task()];
    this.#others -= 1;
    const [when, whenOther] = [this.random.pick(CONDITIONS), this.random.pick(CONDITIONS)];
    return {
      nodes: [inclusive(fork), inclusive(join), ...one.nodes, ...other.nodes, ...third.nodes],
      paths: [
        ...[...one.paths, ...other.paths, ...third.paths],
        ...[`${fork} >[=${when.feel}] ${one.entry}`, `${fork} >[=${whenOther.feel}] ${other.entry}`],
        ...[`${fork} >* ${third.entry}`, ...[one, other, third].map(({ exit }) => `${exit} > ${join}`)],
      ],
      ...{ entry: fork, exit: join },
      follow(token) {
        token.reach(fork);
        const [isOne, isOther] = [when.of(token.numbers), whenOther.of(token.numbers)];
        if (isOne) one.follow(token);
        if (isOther) other.follow(token);
        if (!isOne && !isOther) third.follow(token);
        token.reach(join);
      },
    };
  }

  /** Its number of rounds differs. */
  innerLoop(levels: number): Part {
    const [begin, more] = [this.id('begin'), this.id('more')];
    const count = this.set(
      value('k + 1', ({ k }) => k + 1),
      'k',
    );
    const round = this.inTurn([count, this.part(levels - 1)]);
    const reset = this.set(
      value('0', () => 0),
      'k',
    );
    const when = this.random.pick(INNER_ENDS);
    return {
      nodes: [exclusive(begin), exclusive(more), ...round.nodes, ...reset.nodes],
      paths: [
        ...[...round.paths, `${begin} > ${round.entry}`, `${round.exit} > ${more}`],
        ...[`${more} >[=${when.feel}] ${reset.entry}`, `${more} >* ${begin}`],
      ],
      ...{ entry: begin, exit: reset.exit },
      follow(token) {
        do {
          token.reach(begin);
          round.follow(token);
          token.reach(more);
        } while (!when.of(token.numbers));
        reset.follow(token);
      },
    };
  }

  scope(levels: number): Part {
    const id = this.id('sub');
    const inner = this.part(levels - 1);
    const [begin, over] = [this.id('in'), this.id('out')];
    const paths = [...inner.paths, `${begin} > ${inner.entry}`, `${inner.exit} > ${over}`].join('; ');
    return {
      nodes: [subProcess(id, [start(begin), ...inner.nodes, end(over)], paths)],
      ...{ paths: [], entry: id, exit: id },
      follow(token) {
        token.reach(id);
        token.inside(() => inner.follow(token));
      },
    };
  }

  /** A sub-process that throws, now and then, what interrupts it. */
  interrupted(levels: number): Part {
    const [id, caught, join] = [this.id('sub'), this.id('caught'), this.id('join')];
    const [begin, which, over, thrown] = [this.id('in'), this.id('which'), this.id('out'), this.id('throw')];
    const [inner, handling] = [this.part(levels - 1), this.part(levels - 1)];
    const when = this.random.pick(CONDITIONS);
    const event = this.random.pick(INTERRUPTIONS)(id);
    const nodes = [start(begin), ...inner.nodes, exclusive(which), end(over), endWith(thrown, event)];
    const paths = [
      ...[...inner.paths, `${begin} > ${inner.entry}`, `${inner.exit} > ${which}`],
      ...[`${which} >[=${when.feel}] ${thrown}`, `${which} >* ${over}`],
    ].join('; ');
    return {
      nodes: [subProcess(id, nodes, paths), boundary(caught, id, event), exclusive(join), ...handling.nodes],
      paths: [
        ...[...handling.paths, `${id} > ${join}`],
        ...[`${caught} > ${handling.entry}`, `${handling.exit} > ${join}`],
      ],
      ...{ entry: id, exit: join },
      follow(token) {
        token.reach(id);
        token.inside(() => inner.follow(token));
        if (when.of(token.numbers)) handling.follow(token);
        token.reach(join);
      },
    };
  }

  /** The same, caught by an event sub-process in it. */
  resumed(levels: number): Part {
    const [id, off, caught, mended] = [this.id('sub'), this.id('off'), this.id('caught'), this.id('mended')];
    const [begin, which, over, thrown] = [this.id('in'), this.id('which'), this.id('out'), this.id('throw')];
    const [inner, handling] = [this.part(levels - 1), this.part(levels - 1)];
    const when = this.random.pick(CONDITIONS);
    const event = this.random.pick([error, escalation])(id);
    const paths = [
      ...[...inner.paths, `${begin} > ${inner.entry}`, `${inner.exit} > ${which}`],
      ...[`${which} >[=${when.feel}] ${thrown}`, `${which} >* ${over}`],
    ].join('; ');
    const inside = [...handling.paths, `${caught} > ${handling.entry}`, `${handling.exit} > ${mended}`].join('; ');
    const handler = [start(caught, { content: event }), ...handling.nodes, end(mended)];
    const nodes = [start(begin), ...inner.nodes, exclusive(which), end(over), endWith(thrown, event)];
    return {
      nodes: [subProcess(id, [...nodes, eventSubProcess(off, handler, inside)], paths)],
      ...{ paths: [], entry: id, exit: id },
      follow(token) {
        token.reach(id);
        token.inside(() => {
          inner.follow(token);
          if (when.of(token.numbers)) token.inside(() => handling.follow(token));
        });
      },
    };
  }
}

/** A file with a process, and the signal of its calls. */
const drawWithSignal = (...process: Parameters<typeof diagram>): string =>
  diagram(...process).replace('</definitions>', `${root('signal', COMPUTED, { name: '=string(n)' })}</definitions>`);

export interface Followed {
  /** The numbers when the token rests; undefined if the loop is one without an end. */
  readonly end: Numbers | undefined;
  /** Whether it rests in the loop, for a condition, and not at the task `done`. */
  readonly isWaiting: boolean;
  /** Nodes until then. */
  readonly steps: number;
}

export interface DrawnLoop {
  readonly xml: string;
  readonly numbers: Numbers;
  follow(mostVisits?: number): Followed;
}

/** The task `ask` leads into a loop in which nothing waits, and which leads to the task `done`. */
export function drawLoop(seed: number): DrawnLoop {
  const drawing = new Drawing(seed);
  const { random } = drawing;
  const round = drawing.set(random.pick(ROUNDS), 'n');
  const rest = Array.from({ length: 1 + random.below(3) }, () => drawing.part(2));
  const body = drawing.inTurn([round, ...rest]);
  const when = random.pick(ENDS);
  const numbers = { n: random.below(3), m: random.below(3), k: 0 };
  return {
    xml: drawWithSignal(
      [
        ...[start(), userTask('ask', { assignee: 'anna' }), exclusive('again'), ...body.nodes],
        ...[exclusive('until'), userTask('done', { assignee: 'bo' }), end('over')],
      ],
      [
        ...[`start > ask > again > ${body.entry}`, ...body.paths],
        ...[`${body.exit} > until >[=${when.feel}] done > over`, 'until >* again'],
      ].join('; '),
    ),
    numbers,
    follow(mostVisits = MOST_VISITS) {
      const token = new Follower(numbers, mostVisits);
      try {
        do {
          token.reach('again');
          body.follow(token);
          token.reach('until');
        } while (!when.of(token.numbers));
        return { end: token.numbers, isWaiting: false, steps: token.steps };
      } catch (error) {
        const isWaiting = error instanceof Resting;
        if (!isWaiting && !(error instanceof Endless)) throw error;
        return { end: isWaiting ? token.numbers : undefined, isWaiting, steps: token.steps };
      }
    },
  };
}
