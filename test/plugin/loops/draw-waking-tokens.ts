/** Processes, drawn by chance, whose tokens go round and wake each other; each counts its rounds, and stops. */
import { createRandom, type Random } from '../../property/random.ts';
import {
  type BpmnNode,
  boundary,
  callActivity,
  catchEvent,
  conditional,
  process as drawn,
  end,
  eventGateway,
  eventSubProcess,
  exclusive,
  inclusive,
  parallel,
  plainTask,
  root,
  start,
  subProcess,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { sets } from '../../support/endless-loops.ts';
import { file, message, signal, startOn } from '../../support/named-events.ts';

/** A part of a round, with one way in and one way out. */
interface Part {
  readonly nodes: readonly BpmnNode[];
  readonly paths: readonly string[];
  readonly entry: string;
  readonly exit: string;
}

/** More rounds could reach other limits: that of conditions which become true, and on a busy machine that of a step. */
const MOST_ROUNDS = 25;

const NAMES = ['A', 'B'];

const SETTINGS = [
  ['modulo(n * 7 + 3, 101)', 'n'],
  ['modulo(m + n, 53)', 'm'],
  ['modulo(n, 2)', 'm'],
  ['m + 1', 'm'],
] as const;

class Drawing {
  readonly random: Random;
  #ids = 0;

  constructor(seed: number) {
    this.random = createRandom(seed);
  }

  id(kind: string): string {
    this.#ids += 1;
    return `${kind}${this.#ids}`;
  }

  /** By a name that is often computed. */
  event(): string {
    const name = this.random.pick(NAMES);
    const computed = this.random.chance(0.3);
    return this.random.pick([
      () => (computed ? `<signalEventDefinition signalRef="computed-${name}"/>` : signal(name)),
      () => (computed ? `<messageEventDefinition messageRef="sent-${name}"/>` : message(name)),
    ])();
  }

  /** True seldom, often, or once. */
  condition(): string {
    const { random } = this;
    return random.pick([
      ...['modulo(n, 2) = 0', 'modulo(n, 3) = 0', 'modulo(m, 2) = 1', 'm < 20', 'n > m'],
      ...[`first = ${random.below(MOST_ROUNDS)}`, `modulo(first, 10) = ${random.below(10)}`],
    ]);
  }

  task(id = this.id('task')): BpmnNode {
    const [expression, variable] = this.random.pick(SETTINGS);
    return this.random.chance(0.7) ? sets(id, expression, variable) : plainTask(id);
  }

  one(node: BpmnNode): Part {
    return { nodes: [node], paths: [], entry: node.id, exit: node.id };
  }

  part(isInside = false): Part {
    const kinds = [
      ...[() => this.one(this.task()), () => this.choice(), () => this.atTask(), () => this.beside()],
      ...[() => this.eitherEvent(), () => this.forkAndJoin(), () => this.some(), () => this.aside()],
      ...[() => this.choice(), () => this.one(throwEvent(this.id('throw'), this.event()))],
      () => this.one(throwEvent(this.id('throw'), this.event())),
      () => this.one(catchEvent(this.id('catch'), this.event())),
      () => this.one(catchEvent(this.id('met'), conditional(`=${this.condition()}`))),
      () => this.one(catchEvent(this.id('timer'), timer('PT0S'))),
      () => this.one(callActivity(this.id('call'), this.random.pick(['counts', 'tells']))),
    ];
    return this.random.pick(isInside ? kinds : [...kinds, () => this.inside()])();
  }

  choice(): Part {
    const [entry, exit] = [this.id('choice'), this.id('either')];
    const [one, other] = [
      this.task(),
      this.random.chance(0.3) ? throwEvent(this.id('throw'), this.event()) : this.task(),
    ];
    return {
      nodes: [exclusive(entry), exclusive(exit), one, other],
      paths: [`${entry} >[=${this.condition()}] ${one.id} > ${exit}`, `${entry} >* ${other.id} > ${exit}`],
      ...{ entry, exit },
    };
  }

  /** A task that an event ends. */
  atTask(): Part {
    const [entry, caught, exit, over] = [this.id('task'), this.id('caught'), this.id('behind'), this.id('end')];
    const event = this.random.chance(0.7) ? this.event() : conditional(`=${this.condition()}`);
    return {
      nodes: [userTask(entry, { assignee: 'bo' }), boundary(caught, entry, event), exclusive(exit), end(over)],
      paths: [`${entry} > ${over}`, `${caught} > ${exit}`],
      ...{ entry, exit },
    };
  }

  /** The same, and another event leads on beside the task. */
  beside(): Part {
    const part = this.atTask();
    const [also, behind] = [this.id('also'), this.id('end')];
    return {
      ...part,
      nodes: [...part.nodes, boundary(also, part.entry, this.event(), { interrupting: false }), end(behind)],
      paths: [...part.paths, `${also} > ${behind}`],
    };
  }

  inside(): Part {
    const [entry, exit] = [this.id('part'), this.id('behind')];
    const [begin, over] = [this.id('start'), this.id('end')];
    const [one, other] = [this.part(true), this.part(true)];
    const caught = this.random.chance(0.4) ? [boundary(this.id('caught'), entry, this.event())] : [];
    const nodes = [start(begin), ...one.nodes, ...other.nodes, end(over), ...this.random.pick([[], [this.handler()]])];
    const paths = [`${begin} > ${one.entry}`, ...one.paths, `${one.exit} > ${other.entry}`, ...other.paths];
    return {
      nodes: [subProcess(entry, nodes, [...paths, `${other.exit} > ${over}`].join('; ')), exclusive(exit), ...caught],
      paths: [`${entry} > ${exit}`, ...caught.map(({ id }) => `${id} > ${exit}`)],
      ...{ entry, exit },
    };
  }

  handler(): BpmnNode {
    const [begin, task, over] = [this.id('heard'), this.task(), this.id('end')];
    return eventSubProcess(
      this.id('handler'),
      [startOn(begin, this.event()), task, end(over)],
      `${begin} > ${task.id} > ${over}`,
    );
  }

  eitherEvent(): Part {
    const [entry, one, other, exit] = [this.id('which'), this.id('catch'), this.id('catch'), this.id('either')];
    const second = this.random.chance(0.5) ? this.event() : conditional(`=${this.condition()}`);
    return {
      nodes: [eventGateway(entry), catchEvent(one, this.event()), catchEvent(other, second), exclusive(exit)],
      paths: [`${entry} > ${one} > ${exit}`, `${entry} > ${other} > ${exit}`],
      ...{ entry, exit },
    };
  }

  forkAndJoin(): Part {
    const [entry, exit] = [this.id('fork'), this.id('join')];
    const one = this.random.chance(0.5) ? this.task() : catchEvent(this.id('catch'), this.event());
    const other = this.task();
    return {
      nodes: [parallel(entry), parallel(exit), one, other],
      paths: [`${entry} > ${one.id} > ${exit}`, `${entry} > ${other.id} > ${exit}`],
      ...{ entry, exit },
    };
  }

  /** An inclusive fork, and its join. */
  some(): Part {
    const [entry, exit, rest] = [this.id('fork'), this.id('join'), plainTask(this.id('rest'))];
    const one = this.random.chance(0.5) ? this.task() : catchEvent(this.id('catch'), this.event());
    const other = this.task();
    return {
      nodes: [inclusive(entry), inclusive(exit), one, other, rest],
      paths: [
        ...[one, other].map(({ id }) => `${entry} >[=${this.condition()}] ${id} > ${exit}`),
        `${entry} >* ${rest.id} > ${exit}`,
      ],
      ...{ entry, exit },
    };
  }

  /** A token is left at a task. */
  aside(): Part {
    const [entry, side, over, exit] = [this.id('fork'), this.id('side'), this.id('end'), this.id('behind')];
    return {
      nodes: [parallel(entry), userTask(side, { assignee: 'bo' }), end(over), exclusive(exit)],
      paths: [`${entry} > ${side} > ${over}`, `${entry} > ${exit}`],
      ...{ entry, exit },
    };
  }

  /** Behind `both`; counts its rounds in a variable, until it goes to the task `done`. */
  ring(counter: string): Omit<Part, 'entry' | 'exit'> {
    const [entry, more] = [this.id('ring'), this.id('more')];
    const parts = Array.from({ length: 1 + this.random.below(3) }, () => this.part());
    const count = sets(this.id('count'), `${counter} + 1`, counter);
    const ids = [...parts.map((part) => [part.entry, part.exit] as const), [count.id, more] as const];
    const rounds = 3 + this.random.below(MOST_ROUNDS - 3);
    return {
      nodes: [exclusive(entry), ...parts.flatMap(({ nodes }) => nodes), count, exclusive(more)],
      paths: [
        `both > ${entry} > ${ids[0]?.[0]}`,
        ...parts.flatMap(({ paths }) => paths),
        ...parts.map(({ exit }, index) => `${exit} > ${ids[index + 1]?.[0]}`),
        `${count.id} > ${more}`,
        ...[`${more} >[=${counter} >= ${rounds}] done`, `${more} >* ${entry}`],
      ],
    };
  }

  /** Of a signal and a message for each name. They are the name, one of a few, or another one in each round. */
  computedNames(): readonly string[] {
    const name = (text: string) => {
      const [variable, values] = [this.random.pick(['n', 'm', 'first']), this.random.pick([1, 2, 1000])];
      return this.random.chance(0.5) ? `="${text}"` : `="${text}" + string(modulo(${variable}, ${values}))`;
    };
    return NAMES.flatMap((each) => [
      root('signal', `computed-${each}`, { name: name(each) }),
      root('message', `sent-${each}`, { name: name(each) }),
    ]);
  }
}

/** The counters of the tokens. */
export const COUNTERS = ['first', 'second', 'third'] as const;

/** Behind the task `ask`, two or three tokens go round, and each that can goes on to the task `done`. */
export function drawWakingTokens(seed: number): string {
  const drawing = new Drawing(seed);
  const rings = COUNTERS.slice(0, 2 + drawing.random.below(2)).map((counter) => drawing.ring(counter));
  const called = [
    drawn('counts', [start('in1'), sets('inside1', 'm + 1', 'm'), end('out1')], 'in1 > inside1 > out1', {
      isExecutable: false,
    }),
    drawn('tells', [start('in2'), throwEvent('inside2', signal('A')), end('out2')], 'in2 > inside2 > out2', {
      isExecutable: false,
    }),
  ];
  return file(
    drawn(
      'process',
      [
        ...[
          start(),
          userTask('ask', { assignee: 'anna' }),
          parallel('both'),
          userTask('done', { assignee: 'bo' }),
          end(),
        ],
        ...rings.flatMap(({ nodes }) => nodes),
      ],
      ['start > ask > both', 'done > end', ...rings.flatMap(({ paths }) => paths)].join('; '),
    ),
    ...called,
    ...drawing.computedNames(),
  );
}
