import { describe, expect, test } from 'vitest';
import { NOTHING_LEFT_OVER } from '../../../src/model/moddle/parse-leftovers.ts';
import { prepareDiagram } from '../../../src/model/prepare/prepare-diagram.ts';
import { chooseProcess, readDefinitions } from '../../../src/model/read/read-definitions.ts';
import { readDraft } from '../../../src/model/read/read-draft.ts';
import { exploreDraft, MAX_VISITS } from '../../../src/model/tokens/explore-draft.ts';
import { hardShapes } from '../../bench/hard-shapes.ts';
import { largeShapes } from '../../bench/large-shapes.ts';
import {
  type BpmnNode,
  boundary,
  catchEvent,
  end,
  error,
  escalation,
  eventGateway,
  eventSubProcess,
  exclusive,
  inclusive,
  link,
  message,
  parallel,
  plainTask,
  processFile,
  root,
  serviceTask,
  signal,
  start,
  subProcess,
  terminate,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { parseBpmn, readXml } from '../../support/inner/model.ts';
import { findProblems } from '../find-problems.ts';
import { findsIn } from './cases.ts';

describe('join-may-wait-forever', () => {
  const rule = 'join-may-wait-forever';

  const tasks = [start(), userTask('a'), userTask('b'), userTask('c'), end()];

  findsIn(rule, [
    [
      'a parallel gateway behind an exclusive split is pointed out',
      processFile([...tasks, exclusive('x'), parallel('j')], 'start > a > x > b > j > end; x > c > j'),
      'error j: The parallel gateway "j" waits for all of its flows, but "x" before it takes only one of its flows, so the join waits forever.',
    ],
    [
      'so is one that a second token comes to by a flow that had its token',
      processFile(
        [...tasks, parallel('f'), exclusive('m'), parallel('j'), userTask('d')],
        'start > f > a > m > j > d > end; f > b > m; f > c > j',
      ),
      'error j: The gateway "j" can hold a token when nothing else is left to happen, for example after "a", "c", "b", "d": it then waits forever, and the process does not end.',
    ],
    [
      'so is one of two branches of which people may leave one',
      processFile(
        [...tasks, parallel('f'), exclusive('x'), parallel('j')],
        'start > f > a > x; x >"ok" j > end; x >"leave" end; f > b > j',
      ),
      expect.stringContaining('error j: '),
    ],
    [
      'where an event can still take the token away it is a warning',
      processFile(
        [
          ...tasks,
          exclusive('x'),
          parallel('j'),
          eventSubProcess('late', [start('due', { content: timer('P9D') }), end('over')], 'due > over'),
        ],
        'start > a > x > b > j > end; x > c > j',
      ),
      expect.stringContaining('warning j: '),
    ],
    [
      'inclusive flows with the same condition, and flows without one, are taken together',
      [
        processFile(
          [...tasks, inclusive('g'), parallel('j'), end('no')],
          'start > a > g >[${ok}] b > j > end; g >[${ok}] c > j; g >[${!ok}] no',
        ),
        processFile(
          [...tasks, inclusive('g'), parallel('j'), end('no')],
          'start > a > g > b > j > end; g > c > j; g >[${!ok}] no',
        ),
      ],
    ],
    [
      'flows with two conditions are not',
      processFile(
        [...tasks, inclusive('g'), parallel('j'), end('no')],
        'start > a > g >[${ok}] b > j > end; g >[${fine}] c > j; g >* no',
      ),
      expect.stringContaining('error j: '),
    ],
    [
      'one that waits only where two conditions contradict each other is not',
      processFile(
        [...tasks, parallel('f'), exclusive('x'), exclusive('y'), parallel('j')],
        'start > f > a > x; x >[${go && ok}] j > end; x >* end; f > b > y; y >[${go && ok}] j; y >* end',
      ),
    ],
  ]);

  test('so is one behind an event-based gateway', async () => {
    const xml = draw({
      parallel: 'j',
      others: [eventGateway('g'), catchEvent('s', timer('PT1H')), catchEvent('t', timer('PT2H'))],
      paths: 'start > g > s > j > end; g > t > j',
    });
    expect(await findProblems(xml, rule)).toHaveLength(1);
  });

  test.each([
    ['a parallel fork', [parallel('f'), parallel('j')], 'start > a > f > b > j > end; f > c > j'],
    [
      'a fork on one way of a split',
      [exclusive('x'), parallel('f'), parallel('j')],
      'start > a > x > f > b > j > end; f > c > j; x > end',
    ],
    [
      'a rework loop inside a branch',
      [parallel('f'), exclusive('x'), parallel('j')],
      'start > a > f > b > x > j > end; x > b; f > c > j',
    ],
    [
      'a fork on each way of a split, merged again',
      [exclusive('x'), parallel('f'), parallel('g'), exclusive('m'), exclusive('n'), parallel('j')],
      'start > a > x > f > m > b > j > end; f > n > c > j; x > g > m; g > n',
    ],
  ])('%s feeds the join', async (_what, gateways, paths) => {
    expect(await findProblems(processFile([...tasks, ...gateways], paths), rule)).toEqual([]);
  });

  describe('an event that leads a token past the join', () => {
    const forked = (host: BpmnNode, more: readonly BpmnNode[], paths: string, options = {}) =>
      processFile(
        [start(), parallel('f'), host, userTask('b'), parallel('j'), userTask('c'), end(), end('past'), ...more],
        `start > f > h > j > c > end; f > b > j; ${paths}`,
        options,
      );
    const waits = (trail: string) =>
      `warning j: The gateway "j" can hold a token when nothing else is left to happen, for example after ${trail}: it then waits forever, and the process does not end.`;
    const task = userTask('h');
    const condition = '<conditionalEventDefinition><condition>${late}</condition></conditionalEventDefinition>';
    const part = subProcess(
      'h',
      [start('in'), userTask('ask'), exclusive('x'), end('raised', { content: escalation('u') }), end('out')],
      'in > ask > x; x >"Yes" out; x >"No" raised',
    );
    const roots = root('escalation', 'u', { escalationCode: 'u' }) + root('signal', 's', { name: 's' });

    test.each([
      ['an error of a service', serviceTask('h', { service: 'book' }), error()],
      ['a timer', task, timer('PT1H')],
      ['a message', task, message('m')],
      ['a condition', task, condition],
      ['a signal', task, signal('s')],
      ['an escalation of a sub-process', part, escalation('u')],
    ])('%s', async (_, host, content) => {
      const xml = forked(host, [boundary('late', 'h', content)], 'late > past', {
        roots: roots + root('message', 'm', { name: 'm' }),
      });
      expect(await findProblems(xml, rule)).toEqual([expect.stringMatching(/^warning j: .*"late"/)]);
    });

    test('says after what', async () => {
      const xml = forked(task, [boundary('late', 'h', timer('PT1H'))], 'late > past');
      expect(await findProblems(xml, rule)).toEqual([waits('"late", "b"')]);
    });

    test('where it leads to a task first, to another join, or over a link', async () => {
      const chased = forked(task, [boundary('late', 'h', timer('PT1H')), userTask('d')], 'late > d > past');
      expect(await findProblems(chased, rule)).toEqual([expect.stringContaining('warning j: ')]);
      const linked = forked(
        task,
        [
          ...[boundary('late', 'h', timer('PT1H')), throwEvent('out', link('L')), catchEvent('over', link('L'))],
          userTask('d'),
        ],
        'late > out; over > d > past',
      );
      const { problems } = await prepareDiagram(linked, { calledProcesses: async () => undefined });
      expect(problems.filter((each) => each.rule === rule)).toMatchObject([{ severity: 'warning', elementId: 'j' }]);
    });

    test('not where it leads to the join too', async () => {
      const xml = processFile(
        [
          ...[start(), parallel('f'), task, userTask('b'), exclusive('m'), parallel('j'), userTask('c'), end()],
          boundary('late', 'h', timer('PT1H')),
        ],
        'start > f > h > m > j > c > end; late > m; f > b > j',
      );
      expect(await findProblems(xml, rule)).toEqual([]);
    });

    test('where it does not interrupt and leads one token more to the join', async () => {
      const nodes = [start(), parallel('f'), task, userTask('b'), exclusive('m'), parallel('j'), userTask('c'), end()];
      const late = boundary('late', 'h', timer('PT1H'), { interrupting: false });
      const xml = processFile(
        [...nodes, late, userTask('help')],
        'start > f > h > m > j > c > end; late > help > m; f > b > j',
      );
      const [problem, ...others] = (await readXml(xml)).problems.filter((each) => each.rule === rule);
      expect(others).toEqual([]);
      expect(problem).toMatchObject({ severity: 'warning', elementId: 'j', reason: expect.stringContaining('"late"') });
      expect(problem?.remedy).toContain('Lead the path from "late" to an end event of its own');
    });

    test.each([
      ['a terminate end takes all', task, timer('PT1H'), [end('stop', { content: terminate() })], 'late > stop'],
      ['it does not interrupt', task, timer('PT1H'), [], 'late > past', false],
      ['nothing throws it', task, error(), [], 'late > past'],
    ])('not where %s', async (_, host, content, more, paths, interrupting = true) => {
      const xml = forked(host, [boundary('late', 'h', content, { interrupting }), ...more], paths);
      expect(await findProblems(xml, rule)).toEqual([]);
    });

    test('not where one signal leads every branch past it', async () => {
      const xml = forked(
        task,
        [boundary('late', 'h', signal('s')), boundary('later', 'b', signal('s')), end('over')],
        'late > past; later > over',
        { roots },
      );
      expect(await findProblems(xml, rule)).toEqual([]);
    });

    test('not where it stands in a sub-process of the branch, or around all that is joined', async () => {
      const stop = eventSubProcess('stop', [start('due', { content: timer('P9D') }), end('gone')], 'due > gone');
      const inside = subProcess('h', [start('in'), userTask('ask'), end('out'), stop], 'in > ask > out');
      expect(await findProblems(forked(inside, [], ''), rule)).toEqual([]);
      const all = subProcess(
        'all',
        [start('in'), parallel('f'), task, userTask('b'), parallel('j'), end('out')],
        'in > f > h > j > out; f > b > j',
      );
      const around = processFile(
        [start(), all, boundary('late', 'all', timer('PT1H')), end(), end('past')],
        'start > all > end; late > past',
      );
      expect(await findProblems(around, rule)).toEqual([]);
    });

    test('one exclusive gateway by a condition that leads to an end is an error', async () => {
      const xml = processFile(
        [...tasks, parallel('f'), exclusive('x'), parallel('j'), end('past')],
        'start > f > a > x; x >[${go}] j > c > end; x >* past; f > b > j',
      );
      expect(await findProblems(xml, rule)).toEqual([expect.stringContaining('error j: ')]);
    });
  });
});

describe('opened-for-each-token', () => {
  const rule = 'opened-for-each-token';

  const tasks = (...ids: readonly string[]) => ids.map((id) => userTask(id));

  const opened = 'it is opened once for each of them.';

  findsIn(rule, [
    [
      'branches that are merged and not joined come to one task twice',
      processFile(
        [start(), parallel('fork'), ...tasks('a', 'b'), exclusive('merge'), ...tasks('c', 'd'), end()],
        'start > fork > a > merge > c > d > end; fork > b > merge',
      ),
      `warning c: Two tokens can reach "c", one after "a", one after "b": ${opened}`,
    ],
    [
      'every round of a loop may send one more token',
      processFile(
        [start(), exclusive('again'), ...tasks('a'), parallel('fork'), ...tasks('b'), end(), end('done')],
        'start > again > a > fork > again; fork > b > end',
      ),
      `warning b: Two tokens can reach "b", after "a" each time: ${opened}`,
    ],
    [
      'a service is called for each, which is not worth a word',
      draw({
        tasks: 'a',
        services: 'remind',
        others: [boundary('more', 'a', timer('R/P1D'), { interrupting: false })],
        paths: 'start > a > end; more > remind > end',
      }),
    ],
  ]);

  test('a task that several flows without a gateway lead to is no join', async () => {
    const xml = draw({ tasks: 'a b c', parallel: 'fork', paths: 'start > fork > a > c > end; fork > b > c' });
    expect(await findProblems(xml, rule)).toHaveLength(1);
  });

  test('in a sub-process, and for a sub-process', async () => {
    const inside = subProcess(
      'part',
      [start('s'), parallel('fork'), ...tasks('a', 'b'), exclusive('merge'), ...tasks('c'), end('e')],
      's > fork > a > merge > c > e; fork > b > merge',
    );
    expect(await findProblems(processFile([start(), inside, end()], 'start > part > end'), rule)).toHaveLength(1);
    const part = subProcess('part', [start('s'), ...tasks('c'), end('e')], 's > c > e');
    const xml = processFile(
      [start(), parallel('fork'), ...tasks('a', 'b'), exclusive('merge'), part, end()],
      'start > fork > a > merge > part > end; fork > b > merge',
    );
    expect(await findProblems(xml, rule)).toEqual([expect.stringContaining('warning part: ')]);
  });

  test('what repeats beside a task may come again while the one before is open', async () => {
    const roots = root('message', 'm', { name: 'ask' });
    for (const definition of [timer('R/P1D'), message('m')]) {
      const xml = processFile(
        [start(), ...tasks('a', 'r'), boundary('more', 'a', definition, { interrupting: false }), end(), end('done')],
        'start > a > end; more > r > done',
        { roots },
      );
      expect(await findProblems(xml, rule)).toEqual([
        `warning r: Two tokens can reach "r", after "more" each time: ${opened}`,
      ]);
    }
  });

  test('what comes once beside a task, or ends it, makes no second token', async () => {
    for (const [definition, interrupting] of [
      [timer('P1D'), false],
      [timer('P1D'), true],
    ] as const) {
      const xml = processFile(
        [start(), ...tasks('a', 'r'), boundary('late', 'a', definition, { interrupting }), end(), end('done')],
        'start > a > end; late > r > done',
      );
      expect(await findProblems(xml, rule)).toEqual([]);
    }
  });

  test('joins, loops in a branch and loops around a fork are fine', async () => {
    const nodes = [start(), exclusive('again'), ...tasks('a', 'b', 'c'), exclusive('g'), exclusive('h'), end()];
    for (const gateway of [parallel, inclusive]) {
      const paths =
        'start > again > fork; fork >[${x}] a > g; g >"ok" join; g >"more" a; fork >[${y}] b > join > c > h; h >"ok" end; h >"redo" again';
      const xml = processFile(
        [...nodes, gateway('fork'), gateway('join')],
        gateway === parallel ? paths.replace(/\[[^\]]*\]/g, '') : paths,
      );
      expect(await findProblems(xml, rule)).toEqual([]);
    }
  });

  test('a diagram with more ways than can be looked at is not blamed, and not waited for', async () => {
    const many = Array.from({ length: 12 }, (_, index) => index);
    const nodes = many.flatMap((i) => [userTask(`a${i}`), exclusive(`g${i}`), userTask(`b${i}`), exclusive(`h${i}`)]);
    const paths = many.map(
      (i) =>
        `fork > a${i} > g${i}; g${i} >"on" b${i} > h${i}; g${i} >"again" a${i}; h${i} >"on" join; h${i} >"back" a${i}`,
    );
    const xml = processFile(
      [start(), parallel('fork'), ...nodes, parallel('join'), end()],
      `start > fork; ${paths.join(';')}; join > end`,
    );
    expect(await findProblems(xml, rule)).toEqual([]);
  });
});

describe('tokens-not-checked', () => {
  const rule = 'tokens-not-checked';

  findsIn(rule, [
    [
      'an inclusive split and join of tasks that do not wait, in a loop, is judged',
      draw({
        tasks: 'ask',
        exclusive: 'done',
        inclusive: 'split join',
        others: [plainTask('a'), plainTask('b')],
        paths: [
          'start > ask > split',
          'split >[${x}] a > join',
          'split >[${y}] b > join',
          'join > done',
          'done >[${z}] split; done >* end',
        ],
      }),
    ],
  ]);

  test('a diagram with too many ways is warned of, and one with few is not', async () => {
    const { 'a parallel fork of all tasks': wide = '', 'a chain of tasks': chain = '' } = hardShapes(40);
    expect(await findProblems(wide, rule)).toEqual([
      'warning process: The process "process" has too many possible paths for its tokens to check them all, so a join in it may wait forever unnoticed.',
    ]);
    expect(await findProblems(chain, rule)).toEqual([]);
  });

  test.each(Object.entries({ ...hardShapes(120), ...largeShapes(120) }))(
    '%s: no more is looked at than may be',
    async (_name, xml) => {
      const process = chooseProcess(readDefinitions((await parseBpmn(xml)).definitions, NOTHING_LEFT_OVER));
      if (process === undefined) throw new Error('no process');
      const draft = readDraft(process, {}, []);
      for (const mode of ['all', 'people', 'events'] as const)
        expect(exploreDraft(draft, mode).visits).toBeLessThan(MAX_VISITS * 1.1);
    },
  );

  test('the work behind one look is bounded too', async () => {
    const { 'inclusive splits and joins of eight plain tasks each, in a loop': loops = '' } = hardShapes(300);
    const before = process.cpuUsage();
    expect(await findProblems(loops, rule)).toHaveLength(1);
    const { user } = process.cpuUsage(before);
    // Of processor time; where firing a join costs nothing of the budget, it is more than ten times as much.
    expect(user / 1_000).toBeLessThan(6_000);
  });
});
