import { describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  end,
  error,
  escalation,
  eventSubProcess,
  exclusive,
  processFile,
  receiveTask,
  root,
  scriptTask,
  serviceTask,
  start,
  subProcess,
  throwEvent,
  timer,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'boundary-never-fires';
const roots = [
  ...['x', 'y'].map((id) => root('error', id, { errorCode: id.toUpperCase() })),
  ...['p', 'q'].map((id) => root('escalation', id, { escalationCode: id.toUpperCase() })),
  root('message', 'm', { name: 'm' }),
].join('');

/** One activity with an event `b` on its edge, and more beside it. */
const on = (host: BpmnNode, event: string, ...beside: readonly BpmnNode[]) =>
  processFile(
    [start(), host, boundary('b', host.id, event), end(), ...beside],
    `start > ${host.id} > end; b > end;${beside.filter(({ tag }) => tag === 'boundaryEvent').map(({ id }) => `${id} > end`)}`,
    { roots },
  );
const never = (what: string, host = 'a') => [
  `warning b: Nothing at "${host}" throws ${what} that reaches "b", so it never fires.`,
];
const part = (id: string, ...inner: readonly BpmnNode[]) =>
  subProcess(
    id,
    [start(`${id}s`), userTask(`${id}u`), ...inner],
    [`${id}s`, `${id}u`, ...inner.map((node) => node.id)].join(' > '),
  );
const failing = (id: string, ref: string) => part(id, end(`${id}e`, { content: error(ref) }));
const calling = (id: string, ref: string) => part(id, throwEvent(`${id}t`, escalation(ref)), end(`${id}e`));

describe('people and messages throw nothing', () => {
  test.each([
    ['a user task', userTask('a')],
    ['a countersign', userTask('a', { multiInstance: { cardinality: 3 } })],
    ['a receive task', receiveTask('a', 'm')],
  ])('on %s neither an error nor an escalation fires', async (_what, host) => {
    expect(await findProblems(on(host, error('x')), rule)).toEqual(never('the error X'));
    expect(await findProblems(on(host, error()), rule)).toEqual(never('an error'));
    expect(await findProblems(on(host, escalation('p')), rule)).toEqual(never('the escalation P'));
    expect(await findProblems(on(host, escalation()), rule)).toEqual(never('an escalation'));
  });

  test('a timer on them does', async () => {
    expect(await findProblems(on(userTask('a'), timer('P1D')), rule)).toEqual([]);
  });
});

describe('a service', () => {
  test.each([
    ['a service task', serviceTask('a')],
    ['one per element', serviceTask('a', { multiInstance: { cardinality: 2 } })],
    ['a script', scriptTask('a', 'run()')],
  ])('%s may throw every error, but no escalation', async (_what, host) => {
    expect(await findProblems(on(host, error('x')), rule)).toEqual([]);
    expect(await findProblems(on(host, error()), rule)).toEqual([]);
    expect(await findProblems(on(host, escalation('p')), rule)).toEqual(never('the escalation P'));
  });

  test('inside a sub-process it may throw what is caught at its edge, but for what it catches itself', async () => {
    const inside = (...edge: readonly BpmnNode[]) => {
      const nodes = [start('s'), serviceTask('t'), ...edge, end('e')];
      return subProcess('a', nodes, `s > t > e;${edge.map(({ id }) => `${id} > e`)}`);
    };
    expect(await findProblems(on(inside(), error('x')), rule)).toEqual([]);
    expect(await findProblems(on(inside(boundary('i', 't', error('y'))), error('x')), rule)).toEqual([]);
    expect(await findProblems(on(inside(boundary('i', 't', error())), error('x')), rule)).toEqual(never('the error X'));
  });
});

describe('a sub-process', () => {
  test('throws what an event in it throws, and no other code', async () => {
    expect(await findProblems(on(failing('a', 'x'), error('x')), rule)).toEqual([]);
    expect(await findProblems(on(failing('a', 'x'), error()), rule)).toEqual([]);
    expect(await findProblems(on(failing('a', 'x'), error('y')), rule)).toEqual(never('the error Y'));
    expect(await findProblems(on(calling('a', 'p'), escalation('p')), rule)).toEqual([]);
    expect(await findProblems(on(calling('a', 'p'), escalation()), rule)).toEqual([]);
    expect(await findProblems(on(calling('a', 'p'), escalation('q')), rule)).toEqual(never('the escalation Q'));
    expect(await findProblems(on(calling('a', 'p'), error()), rule)).toEqual(never('an error'));
  });

  test('throws what a sub-process in it throws and does not catch', async () => {
    const around = (...edge: readonly BpmnNode[]) =>
      subProcess(
        'a',
        [start('s'), failing('i', 'x'), ...edge, end('e')],
        `s > i > e;${edge.map(({ id }) => `${id} > e`)}`,
      );
    expect(await findProblems(on(around(), error('x')), rule)).toEqual([]);
    expect(await findProblems(on(around(boundary('c', 'i', error('y'))), error('x')), rule)).toHaveLength(1);
    expect(await findProblems(on(around(boundary('c', 'i', error('x'))), error('x')), rule)).toEqual(
      never('the error X'),
    );
    expect(await findProblems(on(around(boundary('c', 'i', error())), error('x')), rule)).toEqual(never('the error X'));
  });

  test('of two events on it the one for the code is asked first', async () => {
    const every = boundary('every', 'a', error());
    expect(await findProblems(on(failing('a', 'x'), error('x'), every), rule)).toEqual([
      'warning every: Nothing at "a" throws an error that reaches "every", so it never fires.',
    ]);
    const both = subProcess(
      'a',
      [
        start('s'),
        userTask('u'),
        exclusive('g'),
        end('ex', { content: error('x') }),
        end('ey', { content: error('y') }),
      ],
      's > u > g >"x" ex; g >"y" ey',
    );
    expect(await findProblems(on(both, error('x'), every), rule)).toEqual([]);
  });

  test('an event sub-process in it may catch first, but not what comes while it runs', async () => {
    const handler = eventSubProcess(
      'h',
      [start('hs', { content: escalation('p'), attributes: { isInterrupting: false } }), userTask('hu'), end('he')],
      'hs > hu > he',
    );
    const nodes = [start('s'), throwEvent('t', escalation('p')), end('e'), handler];
    expect(await findProblems(on(subProcess('a', nodes, 's > t > e'), escalation('p')), rule)).toEqual([]);
  });
});

test.each([
  ['code', error('x'), 'the error X'],
  ['every code', error(), 'an error'],
])('of two events for the same on one host the second never fires: %s', async (_what, event, what) => {
  for (const host of [serviceTask('a'), failing('a', 'x')]) {
    expect(await findProblems(on(host, event, boundary('second', 'a', event)), rule)).toEqual([
      `warning second: "b" catches ${what} before "second" does, so "second" never fires.`,
    ]);
  }
});

test('nor does the second for an escalation, where the first goes on to listen', async () => {
  const event = escalation('p');
  const nodes = [
    start(),
    calling('a', 'p'),
    boundary('b', 'a', event, { interrupting: false }),
    boundary('second', 'a', event),
    end(),
  ];
  const xml = processFile(nodes, 'start > a > end; b > end; second > end', { roots });
  expect(await findProblems(xml, rule)).toEqual([
    'warning second: "b" catches the escalation P before "second" does, so "second" never fires.',
  ]);
});

test('two events for different codes both fire, on hosts of their own those for one code too', async () => {
  expect(await findProblems(on(serviceTask('a'), error('x'), boundary('c', 'a', error('y'))), rule)).toEqual([]);
  const nodes = [
    start(),
    serviceTask('a'),
    serviceTask('d'),
    boundary('b', 'a', error('x')),
    boundary('c', 'd', error('x')),
    end(),
  ];
  const xml = processFile(nodes, 'start > a > d > end; b > end; c > end', { roots });
  expect(await findProblems(xml, rule)).toEqual([]);
});

describe('an event sub-process', () => {
  const handling = (event: string, ...nodes: readonly BpmnNode[]) =>
    processFile(
      [
        start(),
        ...nodes,
        eventSubProcess(
          'h',
          [start('hs', { content: event }), userTask('hu'), end('he', { content: error('y') })],
          'hs > hu > he',
        ),
      ],
      ['start', ...nodes.map(({ id }) => id)].join(' > '),
      { roots },
    );

  test('starts where something beside it throws', async () => {
    expect(await findProblems(handling(error('x'), userTask('a'), end('e', { content: error('x') })), rule)).toEqual(
      [],
    );
    expect(await findProblems(handling(error('x'), failing('a', 'x'), end()), rule)).toEqual([]);
    expect(await findProblems(handling(error('x'), serviceTask('a'), end()), rule)).toEqual([]);
  });

  test('never starts by what nothing beside it throws, or only what is in it', async () => {
    expect(await findProblems(handling(error('x'), userTask('a'), end()), rule)).toEqual([
      'warning hs: Nothing beside the event sub-process "h" throws the error X, so it never starts.',
    ]);
    expect(await findProblems(handling(error('y'), userTask('a'), end()), rule)).toHaveLength(1);
    expect(await findProblems(handling(escalation('p'), serviceTask('a'), end()), rule)).toHaveLength(1);
  });
});

test('of two event sub-processes for the same the second never starts, unless the first does not interrupt', async () => {
  const handler = (id: string, isInterrupting: boolean) =>
    eventSubProcess(
      id,
      [
        start(`${id}s`, { content: escalation('p'), attributes: { isInterrupting } }),
        userTask(`${id}u`),
        end(`${id}e`),
      ],
      `${id}s > ${id}u > ${id}e`,
    );
  const both = (isInterrupting: boolean) =>
    processFile(
      [start(), throwEvent('t', escalation('p')), end(), handler('h', isInterrupting), handler('i', true)],
      'start > t > end',
      { roots },
    );
  expect(await findProblems(both(true), rule)).toEqual([
    'warning is: "hs" catches the escalation P before "is" does, so "is" never fires.',
  ]);
  expect(await findProblems(both(false), rule)).toEqual([]);
});

test('nothing is said of what is refused anyway', async () => {
  const call: BpmnNode = { ...userTask('a'), tag: 'callActivity' };
  expect(await findProblems(on(call, error('x')), rule)).toEqual([]);
});
