/** Which way an instance took, as the steps note it: the flows that were taken, the nodes reached, those that hold a token. */
import { describe, expect, test } from 'vitest';
import {
  boundary,
  callActivity,
  catchEvent,
  end,
  eventGateway,
  inclusive,
  parallel,
  process,
  start,
  subProcess,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { diagram, file, message, receiveTask } from '../support/named-events.ts';
import {
  calledProcess,
  eventSubProcess,
  multiSubProcess,
  sideBoundary,
  TERMINATE,
  tasks,
  timer,
} from './shapes/palette.ts';
import { begin, type ShapeRun } from './shapes/shape-driver.ts';

/** The path of a whole run, in words that are sorted. */
interface Way {
  readonly flows: string;
  readonly done: string;
  readonly current: string;
}

/** Each step is made of the snapshot of the one before. */
async function wayOf(xml: string, steps: readonly string[], variables = {}): Promise<Way> {
  const run = await begin(xml, variables);
  const flows = new Set(run.path.flows);
  const nodes = new Set(run.path.nodes);
  for (const step of steps) {
    await run.do(step);
    expect(run.view).not.toContain('failed');
    for (const id of run.path.flows) flows.add(id);
    for (const id of run.path.nodes) nodes.add(id);
  }
  return describeWay(flows, nodes, run);
}

function describeWay(flows: Iterable<string>, nodes: Iterable<string>, { path }: Pick<ShapeRun, 'path'>): Way {
  const words = (ids: Iterable<string>) => [...ids].toSorted().join(' ');
  const done = [...nodes].filter((id) => !path.current.includes(id));
  return { flows: words(flows), done: words(done), current: words(path.current) };
}

describe('the way of a token', () => {
  test('through a loop for rework is told once, with both ways out of the gateway', async () => {
    const xml = draw({ id: 'P', tasks: 'A B', exclusive: 'g', paths: 'start > A > B > g; g >"ok" end; g >"back" A' });
    expect(await wayOf(xml, ['press A', 'press B "back"'])).toEqual({
      flows: 'A-B B-g g-A start-A',
      done: 'B g start',
      current: 'A',
    });
    expect(await wayOf(xml, ['press A', 'press B "back"', 'press A', 'press B "ok"'])).toEqual({
      flows: 'A-B B-g g-A g-end start-A',
      done: 'A B end g start',
      current: '',
    });
  });

  test('through a fork goes on at the join it waits at', async () => {
    const xml = diagram(
      [start(), parallel('f'), ...tasks('A', 'B', 'C'), parallel('j'), end()],
      'start > f; f > A > j; f > B > j; j > C > end',
    );
    expect(await wayOf(xml, ['press A'])).toEqual({ flows: 'A-j f-A f-B start-f', done: 'A f start', current: 'B j' });
  });

  test('through an inclusive fork leaves out the branches that nothing took, also when the join is released', async () => {
    const xml = diagram(
      [start(), inclusive('f'), ...tasks('A', 'B', 'C', 'D'), inclusive('j'), end()],
      'start > f; f >[${a}] A > j; f >[${b}] B > j; f >[${c}] C > j; j > D > end',
    );
    expect(await wayOf(xml, ['press A', 'press B', 'press D'], { a: true, b: true, c: false })).toEqual({
      flows: 'A-j B-j D-end f-A f-B j-D start-f',
      done: 'A B D end f j start',
      current: '',
    });
  });

  test('does not enter a boundary event before it fires', async () => {
    const xml = draw({
      id: 'P',
      tasks: 'A B C',
      others: [boundary('late', 'A', timer()), sideBoundary('ask', 'A', message('m1'))],
      paths: 'start > A > end; late > B > end; ask > C > end',
    });
    expect(await wayOf(xml, [])).toEqual({ flows: 'start-A', done: 'start', current: 'A' });
    expect(await wayOf(xml, ['message m1'])).toEqual({ flows: 'ask-C start-A', done: 'ask start', current: 'A C' });
    expect(await wayOf(xml, ['message m1', 'timer late'])).toEqual({
      flows: 'ask-C late-B start-A',
      done: 'A ask late start',
      current: 'B C',
    });
  });

  test('stands at an event-based gateway until one of its events happens', async () => {
    const xml = diagram(
      [start(), eventGateway('g'), catchEvent('late', timer()), receiveTask('r', 'm1'), ...tasks('A', 'B'), end()],
      'start > g; g > late > A > end; g > r > B > end',
    );
    expect(await wayOf(xml, [])).toEqual({ flows: 'start-g', done: 'start', current: 'g' });
    expect(await wayOf(xml, ['message m1'])).toEqual({ flows: 'g-r r-B start-g', done: 'g r start', current: 'B' });
    expect(await wayOf(xml, ['timer late'])).toEqual({
      flows: 'g-late late-A start-g',
      done: 'g late start',
      current: 'A',
    });
  });

  test('in a sub-process is also in the sub-process, and leaves both when an event ends it', async () => {
    const inner = subProcess('S', [start('s'), ...tasks('A', 'B'), end('e')], 's > A > B > e');
    const xml = diagram(
      [start(), inner, boundary('late', 'S', timer()), ...tasks('C'), end()],
      'start > S > end; late > C > end',
    );
    expect(await wayOf(xml, ['press A'])).toEqual({ flows: 'A-B s-A start-S', done: 'A s start', current: 'B S' });
    expect(await wayOf(xml, ['press A', 'timer late'])).toEqual({
      flows: 'A-B late-C s-A start-S',
      done: 'A B S late s start',
      current: 'C',
    });
  });

  test('in an event sub-process starts at its event', async () => {
    const xml = diagram([start(), ...tasks('A'), eventSubProcess('E', message('m1')), end()], 'start > A > end');
    expect(await wayOf(xml, [])).toEqual({ flows: 'start-A', done: 'start', current: 'A' });
    expect(await wayOf(xml, ['message m1'])).toEqual({
      flows: 'Es-EU start-A',
      done: 'A Es start',
      current: 'E EU',
    });
  });

  test('in a called process is told by ids below the call, which is current too', async () => {
    const called = calledProcess('CP', [start('cs'), ...tasks('K', 'L'), end('ce')], 'cs > K > L > ce');
    const caller = process('P', [start(), callActivity('call', 'CP'), end()], 'start > call > end');
    const xml = file(caller, called);
    expect(await wayOf(xml, ['press call.K'])).toEqual({
      flows: 'call.K-L call.cs-K start-call',
      done: 'call.K call.cs start',
      current: 'call call.L',
    });
    expect((await wayOf(xml, ['press call.K', 'press call.L'])).done).toBe(
      'call call.K call.L call.ce call.cs end start',
    );
  });

  test('of several people, or of several rounds of a sub-process, is one way', async () => {
    const inner = multiSubProcess('S', [start('s'), ...tasks('A', 'B'), end('e')], 's > A > B > e', { cardinality: 2 });
    const signed = userTask('C', { multiInstance: { cardinality: 2 } });
    const xml = diagram([start(), inner, signed, end()], 'start > S > C > end');
    expect(await wayOf(xml, ['press S0.A'])).toEqual({ flows: 'A-B s-A start-S', done: 's start', current: 'A B S' });
    const rounds = ['press S0.A', 'press S1.A', 'press S0.B', 'press S1.B'];
    expect(await wayOf(xml, [...rounds, 'press C#0'])).toEqual({
      flows: 'A-B B-e S-C s-A start-S',
      done: 'A B S e s start',
      current: 'C',
    });
  });

  test('ends where a terminate event ends the others', async () => {
    const stop = end('stop', { content: TERMINATE });
    const xml = diagram(
      [start(), parallel('f'), ...tasks('A', 'B'), stop, end()],
      'start > f; f > A > stop; f > B > end',
    );
    expect(await wayOf(xml, ['press A'])).toEqual({
      flows: 'A-stop f-A f-B start-f',
      done: 'A B f start stop',
      current: '',
    });
  });
});
