import {
  type BpmnNode,
  boundary,
  bpmn,
  callActivity,
  element,
  end,
  error,
  eventSubProcess,
  exclusive,
  inclusive,
  lanes,
  message,
  parallel,
  plainTask,
  process,
  processFile,
  receiveTask,
  root,
  start,
  subProcess,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';

/** Diagrams of about so many nodes each, by what there is much of. */
export function largeShapes(nodes: number): Readonly<Record<string, string>> {
  return {
    'pairs of parallel tasks in one line': pairs(nodes),
    'inclusive gateways in one line': line(nodes, inclusive, plainTask),
    'a mesh of exclusive gateways': mesh(nodes),
    'five boundary events at every task': crowded(nodes),
    'one lane for every task': laned(nodes),
    'a data object for every task, each with a long association': dataFor(nodes),
    'event sub-processes in event sub-processes': inner(nodes),
    'event sub-processes beside each other': watched(nodes),
    'pools that send each other messages': pools(nodes),
    'sub-processes of three levels': levels(nodes),
    'a parallel fork of parallel forks': forks(nodes),
    'a loop around every task': loops(nodes),
    'one process that calls each of the others': calls(nodes),
    'tasks with conditions of a hundred terms': worded(nodes),
  };
}

const numbers = (count: number) => Array.from({ length: Math.floor(count) }, (_, index) => index);
const inLine = (ids: readonly string[]) => ['start', ...ids, 'end'].join(' > ');

function pairs(nodes: number): string {
  const steps = numbers(nodes / 2);
  const drawn = steps.flatMap((n) => [parallel(`s${n}`), userTask(`a${n}`)]);
  // Each join is the next fork.
  const paths = steps.slice(1).flatMap((n) => [`s${n - 1} > a${n} > s${n}`, `s${n - 1} > s${n}`]);
  return processFile([start(), ...drawn, end()], ['start > a0 > s0', ...paths, `s${steps.length - 1} > end`]);
}

function line(nodes: number, gateway: (id: string) => BpmnNode, task: (id: string) => BpmnNode): string {
  const steps = numbers(nodes / 2);
  const drawn = steps.flatMap((n) => [gateway(`g${n}`), task(`t${n}`)]);
  const paths = steps.slice(1).flatMap((n) => [`g${n - 1} >[\${a${n}}] t${n} > g${n}`, `g${n - 1} >[\${b${n}}] g${n}`]);
  return processFile([start(), ...drawn, end()], ['start > t0 > g0', ...paths, `g${steps.length - 1} >* end`]);
}

/** Every gateway leads to seven others, back and forth. */
function mesh(nodes: number): string {
  const gates = numbers(nodes / 2);
  const drawn = gates.flatMap((n) => [exclusive(`g${n}`), userTask(`t${n}`)]);
  const paths = gates.flatMap((n) => [
    `t${n} > g${n}`,
    ...numbers(7).map((k) => `g${n} >[\${to == ${k}}] t${(n * 3 + k * 11 + 1) % gates.length}`),
  ]);
  return processFile([start(), ...drawn, end()], ['start > t0', ...paths, 'g0 >* end']);
}

function crowded(nodes: number): string {
  const tasks = numbers(nodes / 6).map((n) => userTask(`u${n}`));
  const edges = tasks.flatMap(({ id }) => [
    ...numbers(3).map((n) => boundary(`late${n}-${id}`, id, timer(`P${n + 1}D`))),
    ...numbers(2).map((n) => boundary(`told${n}-${id}`, id, message(`m${n}`), { interrupting: n === 0 })),
  ]);
  const ways = edges.map(({ id }) => `${id} > end`);
  const roots = numbers(2).map((n) => root('message', `m${n}`, { name: `m${n}` }));
  return processFile([start(), ...tasks, ...edges, end()], [inLine(tasks.map(({ id }) => id)), ...ways], {
    roots: roots.join(''),
  });
}

function laned(nodes: number): string {
  const tasks = numbers(nodes).map((n) => userTask(`u${n}`, { assignee: '' }));
  const before = lanes(Object.fromEntries(tasks.map(({ id }) => [`Lane ${id}`, [id]])));
  return processFile([start(), ...tasks, end()], inLine(tasks.map(({ id }) => id)), { before });
}

function dataFor(nodes: number): string {
  const tasks = numbers(nodes / 2).map((n) =>
    userTask(`u${n}`, {
      content: element(
        'dataInputAssociation',
        { id: `in-${n}` },
        `<sourceRef>d${n}</sourceRef><targetRef>d${n}</targetRef>`,
      ),
    }),
  );
  const objects = numbers(nodes / 2).map((n) => element('dataObject', { id: `d${n}`, name: `Data ${n}` }));
  const notes = numbers(nodes / 2).map(
    (n) =>
      element('textAnnotation', { id: `note-${n}` }, `<text>${'long '.repeat(200)}</text>`) +
      element('association', { id: `to-${n}`, sourceRef: `u${n}`, targetRef: `note-${n}` }),
  );
  return processFile([start(), ...tasks, end()], inLine(tasks.map(({ id }) => id)), {
    before: objects.join(''),
    content: notes.join(''),
  });
}

function inner(nodes: number): string {
  const depths = numbers(Math.min(90, nodes / 5)).toReversed();
  const watch = depths.reduce<BpmnNode | undefined>(
    (inside, n) =>
      eventSubProcess(
        `w${n}`,
        [
          start(`s${n}`, { content: timer('P1D') }),
          ...numbers(3).map((k) => userTask(`u${n}-${k}`)),
          end(`e${n}`),
          ...(inside === undefined ? [] : [inside]),
        ],
        `s${n} > u${n}-0 > u${n}-1 > u${n}-2 > e${n}`,
      ),
    undefined,
  );
  return processFile([start(), userTask('u'), end(), ...(watch === undefined ? [] : [watch])], inLine(['u']));
}

function watched(nodes: number): string {
  const watches = numbers(nodes / 4).map((n) =>
    eventSubProcess(
      `w${n}`,
      [start(`s${n}`, { content: n === 0 ? error() : timer('P1D') }), userTask(`u${n}`), end(`e${n}`)],
      `s${n} > u${n} > e${n}`,
    ),
  );
  return processFile([start(), userTask('u'), end(), ...watches], inLine(['u']));
}

/** The first pool waits for what each other sends. */
function pools(nodes: number): string {
  const senders = numbers(nodes / 4);
  const waits = senders.map((n) => receiveTask(`wait${n}`, `m${n}`));
  const sends = senders.map((n) =>
    process(
      `p${n}`,
      [start(`s${n}`), userTask(`u${n}`), end(`e${n}`, { content: message(`m${n}`) })],
      `s${n} > u${n} > e${n}`,
      { isExecutable: false },
    ),
  );
  const main = process('main', [start(), ...waits, end()], inLine(waits.map(({ id }) => id)));
  const inside = [
    element('participant', { id: 'pool-main', name: 'Main', processRef: 'main' }),
    ...senders.map((n) => element('participant', { id: `pool${n}`, name: `Pool ${n}`, processRef: `p${n}` })),
    ...senders.map((n) => element('messageFlow', { id: `f${n}`, sourceRef: `e${n}`, targetRef: `wait${n}` })),
  ];
  const messages = senders.map((n) => root('message', `m${n}`, { name: `m${n}` }));
  return bpmn(...messages, element('collaboration', { id: 'all' }, inside.join('')), main, ...sends);
}

function levels(nodes: number): string {
  const tops = numbers(nodes / 30).map((n) => part(`t${n}`, 2));
  return processFile([start(), ...tops, end()], inLine(tops.map(({ id }) => id)));
}

function part(id: string, depth: number): BpmnNode {
  const inside = numbers(3).map((n) => (depth === 0 ? userTask(`${id}-${n}`) : part(`${id}-${n}`, depth - 1)));
  const path = [`s-${id}`, ...inside.map((each) => each.id), `e-${id}`].join(' > ');
  return subProcess(id, [start(`s-${id}`), ...inside, end(`e-${id}`)], path);
}

/** Each fork leads to two forks, down to the tasks. */
function forks(nodes: number): string {
  const all = numbers(nodes);
  const isLeaf = (n: number) => 2 * n + 2 >= all.length;
  const drawn = all.map((n) => (isLeaf(n) ? userTask(`n${n}`) : parallel(`n${n}`)));
  const paths = all.map((n) => (isLeaf(n) ? `n${n} > join` : `n${n} > n${2 * n + 1}; n${n} > n${2 * n + 2}`));
  return processFile([start(), ...drawn, parallel('join'), end()], ['start > n0', ...paths, 'join > end']);
}

function loops(nodes: number): string {
  const steps = numbers(nodes / 3);
  const drawn = steps.flatMap((n) => [exclusive(`m${n}`), userTask(`u${n}`), exclusive(`g${n}`)]);
  const paths = steps.flatMap((n) => [
    `m${n} > u${n} > g${n}`,
    `g${n} >[\${again${n}}] m${n}`,
    `g${n} >* ${n + 1 === steps.length ? 'end' : `m${n + 1}`}`,
  ]);
  return processFile([start(), ...drawn, end()], ['start > m0', ...paths]);
}

function calls(nodes: number): string {
  const others = numbers(Math.min(200, nodes / 4));
  const called = others.map((n) =>
    process(`p${n}`, [start(`s${n}`), userTask(`u${n}`), end(`e${n}`)], `s${n} > u${n} > e${n}`, {
      isExecutable: false,
    }),
  );
  const drawn = others.map((n) => callActivity(`c${n}`, `p${n}`));
  return bpmn(process('main', [start(), ...drawn, end()], inLine(drawn.map(({ id }) => id))), ...called);
}

function worded(nodes: number): string {
  const steps = numbers(nodes / 2);
  const condition = numbers(100)
    .map((n) => `v${n} > ${n}`)
    .join(' && ')
    .replaceAll('>', 'gt');
  const drawn = steps.flatMap((n) => [userTask(`u${n}`), exclusive(`g${n}`)]);
  const paths = steps.flatMap((n) => [
    `u${n} > g${n}`,
    `g${n} >[\${${condition}}] end`,
    `g${n} >* ${n + 1 === steps.length ? 'end' : `u${n + 1}`}`,
  ]);
  return processFile([start(), ...drawn, end()], ['start > u0', ...paths]);
}
