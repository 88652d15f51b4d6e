/** A link decides for a process instead of the environment of its engine. */
import { describe, expect, test } from 'vitest';
import {
  type LinkedPorts,
  linkOption,
  type ProcessControl,
  type ProcessLink,
} from '../../../src/plugin/engine/link.ts';
import { multiInstance } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import type { Graph } from '../../support/inner/net.ts';
import { linkGraph } from '../../support/inner/net.ts';
import { type Execution, type Heard, type Options, resume, run, waiting } from './process-driver.ts';

type NodeData = Parameters<typeof linkGraph>[0]['nodes'][number];

/** `start > A > B > end`, with tasks of some type. */
function line(tasks: Readonly<Record<string, Partial<NodeData>>>): Graph {
  const ids = ['start', ...Object.keys(tasks), 'end'];
  const nodes = ids.map((id): NodeData => {
    const kind = id === 'start' || id === 'end' ? id : 'activity';
    return { id, name: id, type: 'bpmn:UserTask', scopeId: 'p', kind, ...tasks[id] };
  });
  const flows = ids
    .slice(1)
    .map((id, index) => ({ id: `${ids[index]}-${id}`, sourceId: ids[index] ?? '', targetId: id }));
  return linkGraph({ processId: 'p', nodes, flows });
}

interface Linked {
  readonly option: Options;
  readonly log: string[];
  readonly failures: unknown[];
  readonly control: ProcessControl;
}

/** A link that lets all tasks wait. */
function createLink(graph: Graph, own: Partial<LinkedPorts> = {}): Linked {
  const log: string[] = [];
  const failures: unknown[] = [];
  let control: ProcessControl | undefined;
  const link: ProcessLink = {
    graph: () => graph,
    limits: () => ({ maxMoves: 100, maxTokens: 10, maxDepth: 1 }),
    start: () => undefined,
    opened(given) {
      control = given;
      return { ...portsOf(graph), ...own };
    },
    begin: () => void log.push('begin'),
    rest: () => void log.push('rest'),
    isHeard: () => true,
    idle: () => undefined,
    failed: (error) => void failures.push(error),
  };
  return {
    ...{ option: linkOption(link) as Options, log, failures },
    get control() {
      if (!control) throw new TypeError('not opened');
      return control;
    },
  };
}

function portsOf(graph: Graph): LinkedPorts {
  return {
    graphOf: () => graph,
    choose: () => undefined,
    takes: () => true,
    noFlow() {
      throw new TypeError('no flow');
    },
    countIterations: () => 2,
    goesOn: () => false,
    isEnough: () => false,
    run: () => 'waits',
    giveUp: () => undefined,
    callProcess: () => 'later',
    setTimer: () => ({ dueAt: 0, round: 'own' }),
    nameOf: ({ node }) => ({ name: node.id }),
    holds: () => false,
    changes: () => undefined,
    opened: () => undefined,
    closed: () => undefined,
    uncaught: () => undefined,
    tell: () => undefined,
  };
}

const source = draw({ id: 'p', tasks: 'A B', paths: 'start > A > B > end' });
const firstToken = ({ net }: ProcessControl) => Object.keys(net.state.tokens)[0] ?? '';

test('each trigger is a step of its own, also what a listener asks for', async () => {
  const link = createLink(line({ A: {}, B: {} }));
  const execution = await run(
    source,
    (event, api) => {
      if (event !== 'activity.wait') return;
      link.log.push(api.id);
      if (api.id === 'A') api.signal();
    },
    link.option,
  );
  expect(link.log).toEqual(['begin', 'A', 'rest', 'begin', 'B', 'rest']);
  expect(link.control.revision).toBe(2);
  expect(waiting(execution)).toBe('B');
  const token = firstToken(link.control);
  expect(link.control.executionIdOf(token)).toBe(execution.getPostponed()[0]?.executionId);
  link.control.perform((net) => net.complete(token));
  expect(execution.state).toBe('idle');
});

test('what is done at once is entered and left without a wait', async () => {
  const link = createLink(line({ A: {}, B: {} }), { run: ({ node }) => (node.id === 'A' ? 'done' : 'waits') });
  const heard: string[] = [];
  await run(source, (event, { id }) => heard.push(`${event} ${id}`), link.option);
  expect(heard.filter((each) => each.endsWith(' A'))).toEqual(
    ['enter', 'start', 'end', 'leave'].map((event) => `activity.${event} A`),
  );
});

test('an error of a port is one of the process', async () => {
  const wrong = new RangeError('wrong');
  const link = createLink(line({ A: {}, B: {} }), {
    run({ node }) {
      if (node.id === 'B') throw wrong;
      return 'waits';
    },
  });
  const execution = await run(source, () => {}, link.option);
  expect(() => link.control.perform((net) => net.complete(firstToken(link.control)))).toThrow('wrong');
  expect(link.failures).toEqual([wrong]);
  expect(execution.state).toBe('error');
});

test('an error of a listener goes to whoever made the step, which has failed', async () => {
  const link = createLink(line({ A: {}, B: {} }));
  let isOver = false;
  const hear = (event: string, { id }: Heard) => {
    if (event === 'activity.wait' && id === 'B' && !isOver) throw new RangeError('of the listener');
  };
  const execution = await run(source, hear, link.option);
  expect(() => link.control.perform((net) => net.complete(firstToken(link.control)))).toThrow('of the listener');
  isOver = true;
  expect(link.failures).toEqual([expect.objectContaining({ message: 'of the listener' })]);
  expect(execution.state).toBe('running');
});

describe('a state recovered', () => {
  const noteRuns = () => {
    const asked: string[] = [];
    const link = createLink(line({ A: {}, B: {} }), {
      run({ node }) {
        asked.push(node.id);
        return 'waits';
      },
    });
    return { asked, link };
  };

  test('tells again what waits, and asks nothing again', async () => {
    const first = noteRuns();
    const execution = await run(source, () => {}, first.link.option);
    const second = noteRuns();
    const told: string[] = [];
    const hear = (event: string, { id }: Heard) => event === 'activity.wait' && told.push(id);
    const again = await resume(execution.getState(), hear, second.link.option);
    expect(told).toEqual(['A']);
    expect(second.asked).toEqual([]);
    expect(second.link.control.revision).toBe(2);
    again.signal({ id: 'A' });
    expect(second.asked).toEqual(['B']);
  });

  test('asks what it was not asked in the middle of a step', async () => {
    const first = noteRuns();
    let state: ReturnType<Execution['getState']> | undefined;
    const keep = (event: string, { id }: Heard, execution: Execution) => {
      if (event === 'activity.enter' && id === 'A') state = execution.getState();
    };
    await run(source, keep, first.link.option);
    if (!state) throw new TypeError('nothing was entered');
    const second = noteRuns();
    const again = await resume(state, () => {}, second.link.option);
    expect(second.asked).toEqual(['A']);
    expect(waiting(again)).toBe('A');
  });
});

test('an extension holds up what the link is asked, and a signal meanwhile does nothing', async () => {
  const asked: string[] = [];
  const link = createLink(line({ A: {}, B: {} }), {
    run({ node }) {
      asked.push(node.id);
      return 'waits';
    },
  });
  let goOn = () => {};
  const late = (element: { readonly id: string; readonly broker: { getQueue(name: string): never } }) => ({
    activate() {
      if (element.id !== 'A') return;
      const queue = element.broker.getQueue('format-run-q') as { queueMessage(fields: object, content: object): void };
      queue.queueMessage({ routingKey: 'run.enter.format' }, { endRoutingKey: 'run.enter.complete' });
      goOn = () => queue.queueMessage({ routingKey: 'run.enter.complete' }, { extra: 1 });
    },
    deactivate() {},
  });
  const execution = await run(source, () => {}, { ...link.option, extensions: { late: late as never } });
  execution.signal({ id: 'A' });
  expect(asked).toEqual([]);
  goOn();
  expect(asked).toEqual(['A']);
  expect(execution.getPostponed()[0]?.content).toMatchObject({ id: 'A', extra: 1 });
});

test('iterations are told with what the link says of them', async () => {
  const items = ['ann', 'bob'];
  const link = createLink(line({ A: { loop: 'parallel' } }), { itemsOf: () => ({ items, size: 2 }) });
  const heard: unknown[] = [];
  const twice = draw({
    id: 'p',
    tasks: 'A',
    others: [],
    paths: 'start > A > end',
    content: { A: multiInstance({ cardinality: 7 }) },
  } as never);
  const hear = (event: string, { content }: Heard) =>
    event === 'activity.wait' && heard.push([content.index, content.item, content.loopCardinality]);
  const execution = await run(twice, hear, link.option);
  expect(heard).toEqual([
    [0, 'ann', 2],
    [1, 'bob', 2],
  ]);
  for (const api of execution.getPostponed()[0]?.getExecuting() ?? []) api.signal();
  expect(execution.state).toBe('idle');
});

test('a signal is announced to listeners of the api, and does nothing', async () => {
  const link = createLink(line({ A: {}, B: {} }));
  const execution = await run(source, () => {}, link.option);
  const element = link.control.elementOf(firstToken(link.control)) as {
    readonly broker: { subscribeTmp(...args: unknown[]): void };
  };
  const heard: unknown[] = [];
  const hear = (_: string, message: { readonly content: { readonly message: unknown } }) =>
    heard.push(message.content.message);
  element.broker.subscribeTmp('api', 'activity.signal.#', hear, { noAck: true });
  link.control.announceSignal(firstToken(link.control), 'yes');
  expect(heard).toEqual(['yes']);
  expect(waiting(execution)).toBe('A');
});
