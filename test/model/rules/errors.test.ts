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
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { findProblems } from '../find-problems.ts';
import { findsIn } from './cases.ts';

describe('throw-without-code', () => {
  const rule = 'throw-without-code';

  test('an error or escalation that is thrown without saying which gets a warning', async () => {
    const xml = processFile(
      [start(), userTask('a'), throwEvent('t', escalation()), end('end', { content: error() })],
      'start > a > t > end',
    );
    expect(await findProblems(xml, rule)).toEqual([
      'warning t: "t" throws an escalation, but does not say which one: only events that catch every escalation catch it, and there is none here, so nothing happens.',
      'warning end: "end" throws an error, but does not say which one: only events that catch every error catch it, and there is none here, so the step fails.',
    ]);
    // One cause, one problem.
    for (const other of ['error-not-caught', 'escalation-not-caught'])
      expect(await findProblems(xml, other)).toEqual([]);
  });

  findsIn(rule, [
    [
      'where every one is caught, it says no more than that',
      draw({
        others: [
          subProcess('sub', [start('s'), throwEvent('t', escalation()), end('e')], 's > t > e'),
          boundary('b', 'sub', escalation()),
        ],
        paths: 'start > sub > end; b > end',
      }),
      expect.stringMatching(/catch every escalation catch it\.$/),
    ],
    [
      'catching every one is fine, and so is an error that has only an id',
      processFile(
        [start(), userTask('a'), boundary('b', 'a', error()), end('end', { content: error('e') })],
        'start > a > end; b > end',
        { roots: root('error', 'e') },
      ),
    ],
  ]);
});

describe('catch-without-code', () => {
  const catching = (event: string, roots = '') =>
    processFile([start(), serviceTask('a'), boundary('b', 'a', event), end()], 'start > a > end; b > end', { roots });

  findsIn('catch-without-code', [
    [
      'a catch of an error that has no code gets a warning, since it catches every one',
      catching(error('e'), root('error', 'e', { name: 'Broken' })),
      'warning b: "b" names the error "Broken", which has no code: it catches every error, not only this one.',
    ],
    [
      'one with a code, and one that names no error, mean what they say',
      [catching(error('e'), root('error', 'e', { errorCode: 'E' })), catching(error())],
    ],
  ]);
});

describe('code-is-expression', () => {
  const thrown = (errorCode: string) =>
    processFile([start(), userTask('a'), end('end', { content: error('e') })], 'start > a > end', {
      roots: root('error', 'e', { errorCode }),
    });

  findsIn('code-is-expression', [
    [
      'a code that is computed is refused',
      thrown('${code}'),
      'error end: The code ${code} of "end" is an expression, but codes are compared literally.',
    ],
    ['a plain code is fine', thrown('E-1')],
  ]);
});

describe('error-not-caught', () => {
  const rule = 'error-not-caught';

  const roots = root('error', 'x', { errorCode: 'X' }) + root('error', 'y', { errorCode: 'Y' });

  const throwing = [start('s'), userTask('a'), end('boom', { content: error('x') })];

  const inPart = (...beside: readonly BpmnNode[]) =>
    processFile(
      [start(), subProcess('part', throwing, 's > a > boom'), end(), ...beside],
      `start > part > end;${beside.filter(({ tag }) => tag === 'boundaryEvent').map(({ id }) => `${id} > end`)}`,
      { roots },
    );

  const handler = (ref?: string) => eventSubProcess('h', [start('hs', { content: error(ref) }), end('he')], 'hs > he');

  const problem = 'warning boom: Nothing catches the error X that "boom" throws, so the step that reaches it fails.';

  findsIn(rule, [
    [
      'an error that nothing catches is pointed out',
      [processFile(throwing, 's > a > boom', { roots }), inPart(), inPart(boundary('b', 'part', error('y')))],
      problem,
    ],
    [
      'an event sub-process does not catch what it throws itself',
      processFile(
        [
          start(),
          userTask('a'),
          end(),
          eventSubProcess(
            'h',
            [start('hs', { content: error('x') }), end('boom', { content: error('x') })],
            'hs > boom',
          ),
        ],
        'start > a > end',
        { roots },
      ),
      problem,
    ],
  ]);

  test('a boundary event or an event sub-process around it catches it, by its code or any', async () => {
    for (const ref of ['x', undefined]) {
      expect(await findProblems(inPart(boundary('b', 'part', error(ref))), rule)).toEqual([]);
      expect(await findProblems(inPart(handler(ref)), rule)).toEqual([]);
      const top = processFile([...throwing, handler(ref)], 's > a > boom', { roots });
      expect(await findProblems(top, rule)).toEqual([]);
    }
  });
});

describe('escalation-not-caught', () => {
  const rule = 'escalation-not-caught';

  const roots = root('escalation', 'x', { escalationCode: 'X' }) + root('escalation', 'y', { escalationCode: 'Y' });

  const throwing = [start('s'), throwEvent('up', escalation('x')), userTask('a'), end('e')];

  const part = subProcess('part', throwing, 's > up > a > e');

  const problem = 'warning up: Nothing catches the escalation X that "up" throws, so nothing happens there.';

  findsIn(rule, [
    [
      'an escalation that nothing around it catches is pointed out',
      [
        processFile(throwing, 's > up > a > e', { roots }),
        processFile([start(), part, boundary('b', 'part', escalation('y')), end()], 'start > part > end; b > end', {
          roots,
        }),
      ],
      problem,
    ],
    [
      'so is one of an end event',
      processFile([start(), userTask('a'), end('up', { content: escalation('x') })], 'start > a > up', {
        roots,
      }),
      problem,
    ],
  ]);

  test('a boundary event or an event sub-process around it catches it, by its code or any', async () => {
    for (const ref of ['x', undefined]) {
      const caught = boundary('b', 'part', escalation(ref), { interrupting: false });
      const onPart = processFile([start(), part, caught, end()], 'start > part > end; b > end', { roots });
      expect(await findProblems(onPart, rule)).toEqual([]);
      const handler = eventSubProcess('h', [start('hs', { content: escalation(ref) }), end('he')], 'hs > he');
      expect(await findProblems(processFile([...throwing, handler], 's > up > a > e', { roots }), rule)).toEqual([]);
    }
  });
});

describe('boundary-never-fires', () => {
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
      expect(await findProblems(on(inside(boundary('i', 't', error())), error('x')), rule)).toEqual(
        never('the error X'),
      );
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
      expect(await findProblems(on(around(boundary('c', 'i', error())), error('x')), rule)).toEqual(
        never('the error X'),
      );
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

    test('may throw the same at two of its ends', async () => {
      const nodes = [
        start('s'),
        userTask('u'),
        exclusive('g'),
        ...['e1', 'e2'].map((id) => end(id, { content: error('x') })),
      ];
      const both = subProcess('a', nodes, 's > u > g >"1" e1; g >"2" e2');
      expect(await findProblems(on(both, error('x')), rule)).toEqual([]);
    });

    test('an event sub-process beside it gets nothing that its edge catches', async () => {
      const handler = eventSubProcess(
        'h',
        [start('hs', { content: error('x') }), userTask('hu'), end('he')],
        'hs > hu > he',
      );
      expect(await findProblems(on(failing('a', 'x'), error('x'), handler), rule)).toEqual([
        'warning hs: Nothing beside the event sub-process "h" throws the error X, so it never starts.',
      ]);
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

  findsIn(rule, [
    [
      'two events for different codes both fire, on hosts of their own those for one code too',
      [
        on(serviceTask('a'), error('x'), boundary('c', 'a', error('y'))),
        draw(
          {
            services: 'a d',
            others: [boundary('b', 'a', error('x')), boundary('c', 'd', error('x'))],
            paths: 'start > a > d > end; b > end; c > end',
          },
          roots,
        ),
      ],
    ],
    ['nothing is said of what is refused anyway', on({ ...userTask('a'), tag: 'callActivity' }, error('x'))],
  ]);

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
});

describe('error-always-interrupts', () => {
  const rule = 'error-always-interrupts';

  const on = (event: string, interrupting: boolean) =>
    draw({ services: 'a', others: [boundary('b', 'a', event, { interrupting })], paths: 'start > a > end; b > end' });

  test('an error at a boundary that is drawn as not interrupting gets a warning', async () => {
    expect(await findProblems(on(error(), false), rule)).toEqual([
      'warning b: The error event "b" is drawn as non-interrupting, but an error always interrupts.',
    ]);
    expect(await findProblems(on(error(), true), rule)).toEqual([]);
    expect(await findProblems(on(timer('P1D'), false), rule)).toEqual([]);
  });

  test('so does one that starts an event sub-process', async () => {
    const handler = (isInterrupting: boolean) =>
      eventSubProcess('h', [start('hs', { content: error(), attributes: { isInterrupting } }), end('he')], 'hs > he');
    const file = (isInterrupting: boolean) =>
      processFile([start(), serviceTask('a'), end(), handler(isInterrupting)], 'start > a > end');
    expect(await findProblems(file(false), rule)).toHaveLength(1);
    expect(await findProblems(file(true), rule)).toEqual([]);
  });
});
