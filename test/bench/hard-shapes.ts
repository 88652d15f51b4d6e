import {
  type BpmnNode,
  boundary,
  bpmn,
  callActivity,
  catchEvent,
  end,
  exclusive,
  inclusive,
  lanes,
  link,
  parallel,
  plainTask,
  process,
  processFile,
  properties,
  start,
  subProcess,
  throwEvent,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';

/** Diagrams of about so many nodes each, by what is hard about them. */
export function hardShapes(nodes: number): Readonly<Record<string, string>> {
  return {
    'a chain of tasks': chain(nodes),
    'a chain of plain tasks': chained(numbered(nodes, plainTask)),
    'exclusive splits and merges, one behind the other': ladder(nodes, exclusive),
    'parallel splits and joins, one behind the other': ladder(nodes, parallel),
    'inclusive splits and joins, one behind the other': ladder(nodes, inclusive),
    'inclusive splits and joins of plain tasks': ladder(nodes, inclusive, plainTask),
    'exclusive and parallel splits and joins in turn': turns(nodes),
    'a grid of inclusive gateways': grid(nodes, inclusive),
    'a grid of parallel gateways': grid(nodes, parallel),
    'a grid of exclusive gateways': grid(nodes, exclusive),
    'inclusive split and join of plain tasks in a loop': loop(nodes, plainTask),
    'inclusive split and join of tasks in a loop': loop(nodes, userTask),
    'inclusive splits and joins of eight plain tasks each, in a loop': loops(nodes),
    'a parallel fork of all tasks': fan(nodes, parallel),
    'an inclusive fork of all tasks': fan(nodes, inclusive),
    'thousands of flows': thicket(nodes),
    'every task leads to every other': web(nodes),
    'sub-processes in sub-processes': nested(nodes),
    'sub-processes beside each other': siblings(nodes),
    'boundary events that do not interrupt': edges(nodes),
    links: linked(nodes),
    'one process that is called by many': called(nodes),
    'lanes and attributes': laden(nodes),
    'nodes that no path leads to': unreached(nodes),
  };
}

function numbered(count: number, make: (id: string) => BpmnNode): readonly BpmnNode[] {
  return Array.from({ length: count }, (_, index) => make(`n${index}`));
}

function chained(middle: readonly BpmnNode[]): string {
  return processFile([start(), ...middle, end()], ['start', ...middle.map(({ id }) => id), 'end'].join(' > '));
}

const chain = (nodes: number) => chained(numbered(nodes, userTask));

/** Split, two tasks, join; again and again. */
function ladder(nodes: number, gateway: (id: string) => BpmnNode, task: (id: string) => BpmnNode = userTask): string {
  const steps = Array.from({ length: Math.floor(nodes / 4) }, (_, index) => index);
  const drawn = steps.flatMap((n) => [gateway(`s${n}`), task(`a${n}`), task(`b${n}`), gateway(`j${n}`)]);
  const condition = gateway === parallel ? '' : '[${x}]';
  const paths = steps.flatMap((n) => [
    `s${n} >${condition} a${n} > j${n} > ${n === steps.length - 1 ? 'end' : `s${n + 1}`}`,
    `s${n} > b${n} > j${n}`,
  ]);
  return processFile([start(), ...drawn, end()], ['start > s0', ...paths]);
}

/** Each gateway leads to its right and to its lower neighbour. */
function grid(nodes: number, gateway: (id: string) => BpmnNode): string {
  const width = Math.floor(Math.sqrt(nodes));
  const cells = Array.from(
    { length: width * width },
    (_, index) => [index % width, Math.floor(index / width)] as const,
  );
  const condition = gateway === parallel ? '' : '[${x}]';
  const paths = cells.flatMap(([x, y]) => [
    ...(x < width - 1 ? [`g${x}_${y} >${condition} g${x + 1}_${y}`] : []),
    ...(y < width - 1 ? [`g${x}_${y} >${condition} g${x}_${y + 1}`] : []),
  ]);
  const drawn = [start(), ...cells.map(([x, y]) => gateway(`g${x}_${y}`)), userTask('last'), end()];
  return processFile(drawn, ['start > g0_0', ...paths, `g${width - 1}_${width - 1} > last > end`]);
}

function loop(nodes: number, task: (id: string) => BpmnNode): string {
  const tasks = numbered(nodes, task);
  const ways = tasks.map(({ id }) => `split >[\${${id}}] ${id} > join`);
  const drawn = [
    start(),
    exclusive('again'),
    inclusive('split'),
    ...tasks,
    inclusive('join'),
    exclusive('done'),
    end(),
  ];
  return processFile(drawn, ['start > again > split', ...ways, 'join > done', 'done >[${again}] again; done >* end']);
}

/** Splits and joins one behind the other, with a way back from the last to the first. */
function loops(nodes: number): string {
  const steps = Array.from({ length: Math.floor(nodes / 10) }, (_, index) => index);
  const tasksOf = (n: number) => numbered(8, (id) => plainTask(`${id}-${n}`));
  const drawn = steps.flatMap((n) => [inclusive(`s${n}`), ...tasksOf(n), inclusive(`j${n}`)]);
  const paths = steps.flatMap((n) => [
    `${n === 0 ? 'again' : `j${n - 1}`} > s${n}`,
    ...tasksOf(n).map(({ id }) => `s${n} >[\${${id}}] ${id} > j${n}`),
  ]);
  const last = `j${steps.length - 1} > done; done >[\${again}] again; done >* end`;
  return draw({ exclusive: 'again done', others: [...drawn, end()], paths: ['start > again', ...paths, last] });
}

function fan(nodes: number, gateway: (id: string) => BpmnNode): string {
  const tasks = numbered(nodes, userTask);
  const ways = tasks.map(({ id }) => `split > ${id} > join`);
  return processFile(
    [start(), gateway('split'), ...tasks, gateway('join'), end()],
    ['start > split', ...ways, 'join > end'],
  );
}

function web(nodes: number): string {
  const size = Math.floor(Math.sqrt(nodes));
  const tasks = numbered(size, userTask);
  const gateways = tasks.map(({ id }) => exclusive(`g-${id}`));
  const ways = tasks.flatMap(({ id }) => [`${id} > g-${id}`, ...tasks.map((other) => `g-${id} > ${other.id}`)]);
  return processFile([start(), ...tasks, ...gateways, end()], ['start > n0', ...ways, 'g-n0 > end']);
}

function nested(nodes: number): string {
  const inner = (depth: number): BpmnNode =>
    depth === 0
      ? userTask('deep')
      : subProcess(
          `p${depth}`,
          [start(`s${depth}`), inner(depth - 1), end(`e${depth}`)],
          `s${depth} > ${depth === 1 ? 'deep' : `p${depth - 1}`} > e${depth}`,
        );
  return chained([inner(Math.floor(nodes / 3))]);
}

function siblings(nodes: number): string {
  return chained(
    numbered(Math.floor(nodes / 4), (id) =>
      subProcess(id, [start(`s-${id}`), userTask(`u-${id}`), end(`e-${id}`)], `s-${id} > u-${id} > e-${id}`),
    ),
  );
}

function edges(nodes: number): string {
  const tasks = numbered(Math.floor(nodes / 3), userTask);
  const late = tasks.map(({ id }) => boundary(`late-${id}`, id, timer('R3/P1D'), { interrupting: false }));
  const reminded = tasks.map(({ id }) => userTask(`remind-${id}`));
  const paths = [
    ['start', ...tasks.map(({ id }) => id), 'end'].join(' > '),
    ...tasks.map(({ id }) => `late-${id} > remind-${id} > end`),
  ];
  return processFile([start(), ...tasks, ...late, ...reminded, end()], paths);
}

function linked(nodes: number): string {
  const pages = Array.from({ length: Math.floor(nodes / 3) }, (_, index) => index);
  const drawn = pages.flatMap((n) => [
    userTask(`u${n}`),
    throwEvent(`t${n}`, link(`l${n}`)),
    catchEvent(`c${n}`, link(`l${n}`)),
  ]);
  const paths = pages.flatMap((n) => [`u${n} > t${n}`, `c${n} > ${n === pages.length - 1 ? 'end' : `u${n + 1}`}`]);
  return processFile([start(), ...drawn, end()], ['start > u0', ...paths]);
}

function called(nodes: number): string {
  const calls = numbered(Math.min(200, Math.floor(nodes / 3)), (id) => callActivity(id, 'one'));
  return bpmn(
    process('one', [start('s'), userTask('u'), end('e')], 's > u > e', { isExecutable: false }),
    process('main', [start(), ...calls, end()], ['start', ...calls.map(({ id }) => id), 'end'].join(' > ')),
  );
}

function laden(nodes: number): string {
  const tasks = numbered(nodes, (id) =>
    userTask(id, {
      attributes: {
        'camunda:formKey': 'f',
        'camunda:asyncBefore': 'true',
        'camunda:priority': '1',
        'camunda:dueDate': 'P1D',
      },
      extensions: properties({ 'ttc:taskName': `="${id}"`, a: '1', b: '2' }),
    }),
  );
  const before = lanes(Object.fromEntries(tasks.map(({ id }) => [`Lane ${id}`, [id]])));
  return processFile([start(), ...tasks, end()], ['start', ...tasks.map(({ id }) => id), 'end'].join(' > '), {
    before,
  });
}

function unreached(nodes: number): string {
  const tasks = numbered(nodes, userTask);
  return draw({ tasks: 'a', others: [...tasks], paths: ['start > a > end', tasks.map(({ id }) => id).join(' > ')] });
}

/** A diamond of exclusive gateways, one of parallel gateways, and so on. */
function turns(nodes: number): string {
  const steps = Array.from({ length: Math.floor(nodes / 4) }, (_, index) => index);
  const gateway = (n: number) => (n % 2 === 0 ? exclusive : parallel);
  const drawn = steps.flatMap((n) => [gateway(n)(`s${n}`), userTask(`a${n}`), userTask(`b${n}`), gateway(n)(`j${n}`)]);
  const paths = steps.flatMap((n) => [
    `s${n} > a${n} > j${n} > ${n === steps.length - 1 ? 'end' : `s${n + 1}`}`,
    `s${n} > b${n} > j${n}`,
  ]);
  return processFile([start(), ...drawn, end()], ['start > s0', ...paths]);
}

/** Parallel forks that each lead to ten joins. */
function thicket(nodes: number): string {
  const size = Math.floor(nodes / 2);
  const drawn = [...Array.from({ length: size }, (_, n) => [parallel(`f${n}`), exclusive(`x${n}`)]).flat()];
  const paths = Array.from({ length: size }, (_, n) => [
    `f${n} > x${n}`,
    ...Array.from({ length: 10 }, (_each, k) => `x${n} > f${(n + k + 1) % size}`),
  ]).flat();
  return processFile([start(), userTask('a'), ...drawn, end()], ['start > a > f0', ...paths, 'x0 > end']);
}
