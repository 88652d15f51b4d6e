/** The graph of a process, as the model reads it from a file. */
import { expect, test } from 'vitest';
import { catchersOf } from '../../src/net/catchers.ts';
import { endedScopes, type Graph, startsOf } from '../../src/net/graph.ts';
import { graphData, linkGraph } from '../../src/net/graph-data.ts';
import {
  boundary,
  catchEvent,
  end,
  error,
  escalation,
  eventGateway,
  eventSubProcess,
  exclusive,
  message,
  processFile,
  root,
  start,
  subProcess,
  terminate,
  throwEvent,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';
import { readXml } from '../support/inner/model.ts';

async function graphOf(xml: string): Promise<Graph> {
  const { model, problems } = await readXml(xml);
  if (!model) throw new Error(problems.map(({ reason }) => reason).join('\n'));
  return model.graph;
}

const ROOTS =
  root('error', 'E', { errorCode: 'late' }) +
  root('escalation', 'S', { escalationCode: 'ask' }) +
  root('message', 'M', { name: 'paid' });

const inner = subProcess(
  'check',
  [start('s2'), userTask('look', { assignee: 'ann' }), end('fail', { content: error('E') })],
  's2 > look > fail',
  { multiInstance: { cardinality: 2 } },
);
const aside = eventSubProcess(
  'aside',
  [
    start('asked', { content: escalation('S'), attributes: { isInterrupting: false } }),
    userTask('answer', { assignee: 'ann' }),
    end('said', { content: terminate() }),
  ],
  'asked > answer > said',
);
const file = processFile(
  [
    ...[
      start(),
      userTask('a', { assignee: 'ann' }),
      userTask('b', { assignee: 'ann' }),
      exclusive('x'),
      eventGateway('g'),
      inner,
      aside,
      end(),
    ],
    ...[catchEvent('paid', message('M')), catchEvent('over', timer('P1D')), throwEvent('ask', escalation('S'))],
    ...[boundary('late', 'check', error('E')), boundary('remind', 'a', timer('R/P1D'), { interrupting: false })],
  ],
  'start > a > x; x >[${ok}] g; x >* b > end; g > paid > check > ask > end; g > over > end; late > end; remind > end',
  { roots: ROOTS },
);

test('says what tokens do at each node, and what its events wait for or throw', async () => {
  const { nodes } = await graphOf(file);
  const told = [...nodes.values()].map(({ id, kind, events, nonInterrupting, loop, host }) =>
    [id, kind, ...events.map((event) => Object.values(event).join(' ')), host?.id, nonInterrupting && 'beside', loop]
      .filter(Boolean)
      .join(', '),
  );
  expect(told.sort()).toEqual([
    'a, activity',
    'answer, activity',
    'aside, sub-process',
    'ask, throw, escalation ask',
    'asked, start, escalation ask, beside',
    'b, activity',
    'check, sub-process, parallel',
    'end, end',
    'fail, end, error late',
    'g, event-based',
    'late, boundary, error late, check',
    'look, activity',
    'over, catch, timer',
    'paid, catch, message M',
    'remind, boundary, timer true, a, beside',
    's2, start',
    'said, end, terminate scope',
    'start, start',
    'x, exclusive',
  ]);
});

test('links flows and scopes, and knows where each begins', async () => {
  const { process, nodes, scopes } = await graphOf(file);
  const flows = nodes
    .get('x')
    ?.outgoing.map(({ source, target, isDefault, isConditional }) => [
      ...[source.id, target.id, isDefault, isConditional],
    ]);
  expect(flows).toEqual([
    ['x', 'g', false, true],
    ['x', 'b', true, false],
  ]);
  expect(scopes.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
    `process ${process.id}`,
    'sub-process check',
    'event sub-process aside',
  ]);
  expect(scopes.map((scope) => startsOf(scope).map(({ id }) => id))).toEqual([['start'], ['s2'], ['asked']]);
  expect(nodes.get('look')?.scope.node).toBe(nodes.get('check'));
});

test('is written as JSON and read again', async () => {
  const graph = await graphOf(file);
  const data = graphData(graph);
  expect(graphData(linkGraph(JSON.parse(JSON.stringify(data))))).toEqual(data);
});

test('finds who catches, from the throw outwards', async () => {
  const { nodes } = await graphOf(
    processFile(
      [
        start(),
        subProcess(
          'outer',
          [start('s1'), inner, boundary('all', 'check', error()), end('e1')],
          's1 > check > e1; all > e1',
        ),
        boundary('late', 'outer', error('E')),
        eventSubProcess('any', [start('failed', { content: error() }), end('e3')], 'failed > e3'),
        end(),
      ],
      'start > outer > end; late > end',
      { roots: ROOTS },
    ),
  );
  const [look, check] = [nodes.get('look'), nodes.get('check')];
  if (!look || !check) throw new Error('not drawn');
  const catchers = (code?: string) => catchersOf({ kind: 'error', code }, look).map(({ node }) => node.id);
  expect(catchers('late')).toEqual(['all', 'late', 'failed']);
  expect(catchers('other')).toEqual(['all', 'failed']);
  expect(catchers()).toEqual(['all', 'failed']);
  expect(catchersOf({ kind: 'escalation', isAnyCode: true }, look)).toEqual([]);
});

test('knows what a terminate end event ends', async () => {
  const { nodes } = await graphOf(file);
  const said = nodes.get('said');
  expect(said && endedScopes(said).map(({ id }) => id)).toEqual(['aside']);
});
