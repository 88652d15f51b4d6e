/**
 * Plays a diagram on the net alone, in words. What the ports answer is said with a step: `complete A with x-b` makes the
 * flow `x-b` true, and with it all that is asked by that name; the next step forgets it.
 */
import { expect } from 'vitest';
import type { Graph } from '../../src/net/graph.ts';
import { type Net, openNet } from '../../src/net/open-net.ts';
import type { NetChange, NetPorts, TokenAt } from '../../src/net/ports.ts';
import { emptyState, type Id, type NetState, readListenerKey } from '../../src/net/state.ts';
import { readXml } from '../support/inner/model.ts';

export interface NetPlay {
  /** Iterations of a multi-instance, by its node; 2 by default. */
  readonly sizes?: Readonly<Record<string, number>>;
  /** Rounds of a standard loop, by its node; 2 by default. */
  readonly rounds?: Readonly<Record<string, number>>;
  /** After how many completed iterations a multi-instance is complete, by its node. */
  readonly enough?: Readonly<Record<string, number>>;
  /** Ports that answer later, by the node that they are asked for; `size of A`, `round of A` for its iterations. */
  readonly later?: readonly string[];
  /** Processes that are called, by the call activity. */
  readonly called?: Readonly<Record<string, string>>;
  /** Conditions that become true only by a change after their wait began, by their node. */
  readonly onlyChanges?: readonly string[];
  /** Correlation keys of what waits, by the node. */
  readonly keys?: Readonly<Record<string, string>>;
  readonly start?: string;
  readonly maxMoves?: number;
  readonly maxTokens?: number;
}

/**
 * Compares each step with what is written behind it, `step -> view | gone A`. The state is JSON between any two of them.
 * The view lists tokens by node, sorted: `A`, `A#1` is the second iteration, `Q1.A` in the second iteration of a
 * sub-process, `>j` in front of a join, `A?` waits for an answer; then timers; or `END`.
 */
export async function playNet(xml: string, script: string, options: NetPlay = {}): Promise<void> {
  const stage = await createStage(xml, options);
  const expected = script
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [line.trim().replace(/\s+->/, ' ->')]));
  const played: string[] = [];
  for (const line of expected) {
    const [step = '', told = ''] = line.split(' -> ');
    stage.do(step);
    const gone = told.includes(' | ') ? ` | ${['gone', ...stage.gone].join(' ')}` : '';
    played.push(`${step} -> ${stage.view}${gone}`);
    if (played.at(-1) !== line) break;
  }
  expect(played).toEqual(expected.slice(0, played.length));
}

export interface Stage {
  state: NetState;
  readonly view: string;
  readonly gone: readonly string[];
  readonly told: readonly NetChange[];
  do(step: string): void;
}

export async function createStage(xml: string, options: NetPlay = {}): Promise<Stage> {
  const graphs = new Map<string, Graph>([['main', await readGraph(xml)]]);
  for (const [id, each] of Object.entries(options.called ?? {})) graphs.set(id, await readGraph(each));
  const live = new Set<Id>();
  let wrong: string[] = [];
  let told: NetChange[] = [];
  let gone: string[] = [];
  const stage = {
    state: emptyState(),
    get view() {
      return [viewOf(stage.state, graphs), ...wrong.map((each) => `(${each})`)].join(' ');
    },
    get gone() {
      return gone.toSorted();
    },
    get told() {
      return told;
    },
    do(step: string) {
      const [words = '', truths = ''] = step.split(' with ');
      const before = JSON.stringify(stage.state);
      stage.state = JSON.parse(before) as NetState;
      [wrong, told, gone] = [[], [], []];
      const place = ({ id }: { readonly id: Id }) => nameOf(id, stage.state, graphs);
      const heard = {
        live,
        tell: (change: NetChange) => told.push(change),
        giveUp: (at: TokenAt) => gone.push(place(at)),
        wrong: (what: string) => wrong.push(what),
      };
      const ports = portsOf(graphs, options, new Set(truths.split(', ')), heard);
      const net = openNet(stage.state, ports, {
        ...{ maxMoves: options.maxMoves ?? 1000, maxDepth: 5 },
        maxTokens: options.maxTokens ?? 100,
      });
      const alive = new Set(live);
      try {
        act(net, words, graphs, options);
      } catch (error) {
        wrong.push(`failed ${(error as Error).message}`);
        stage.state = JSON.parse(before) as NetState;
        live.clear();
        for (const each of alive) live.add(each);
      }
      wrong.push(...faultsOf(stage.state, live));
    },
  };
  return stage;
}

async function readGraph(xml: string): Promise<Graph> {
  const { diagram } = await readXml(xml);
  if (!diagram) throw new Error('no process');
  return diagram;
}

interface Heard {
  readonly live: Set<Id>;
  tell(change: NetChange): void;
  giveUp(at: TokenAt): void;
  wrong(what: string): void;
}

function portsOf(
  graphs: ReadonlyMap<string, Graph>,
  { sizes = {}, rounds = {}, enough = {}, later = [], called = {}, keys = {}, onlyChanges = [] }: NetPlay,
  truths: ReadonlySet<string>,
  heard: Heard,
): NetPorts {
  /** Answers later until the step `answer` says so. */
  const slowly = <Value>(id: string, value: Value) =>
    later.includes(id) && !truths.has('answered') ? ('later' as const) : value;
  let hasChanged = true;
  return {
    graphOf: (definition) => graphs.get(definition) ?? fail(`no graph ${definition}`),
    choose: ({ node }) => node.outgoing.find(({ id }) => truths.has(`!${id}`))?.id,
    takes: ({ node }, { id }) => slowly(node.id, truths.has(id)),
    noFlow: ({ node }) => fail(`no flow out of ${node.id}`),
    countIterations: ({ node }) => slowly(`size of ${node.id}`, sizes[node.id] ?? 2),
    goesOn: ({ node, tally }) => slowly(`round of ${node.id}`, tally.completed < (rounds[node.id] ?? 2)),
    isEnough: ({ node, tally }, { token }) =>
      slowly(
        node.id,
        truths.has(`${node.id}#${token.iteration} enough`) || tally.completed >= (enough[node.id] ?? Infinity),
      ),
    run: ({ node }) => (/UserTask|ServiceTask/.test(node.type) ? 'waits' : 'done'),
    giveUp: heard.giveUp,
    callProcess: ({ node }) => slowly(node.id, { definition: node.id in called ? node.id : fail(`no ${node.id}`) }),
    setTimer({ event }, before) {
      const isCycle = event.kind === 'timer' && event.repeats === true;
      return before === undefined ? { dueAt: 10 } : isCycle ? { dueAt: before.dueAt + 10 } : null;
    },
    nameOf({ event, node }) {
      const ref = 'ref' in event ? event.ref : undefined;
      return ref === undefined ? undefined : { name: ref, ...(keys[node.id] && { key: keys[node.id] ?? '' }) };
    },
    holds: ({ node }, isNew) => slowly(node.id, truths.has(node.id) && !(isNew && onlyChanges.includes(node.id))),
    changes() {
      const changed = hasChanged;
      hasChanged = false;
      return changed && truths.size > 0 ? ({ node }) => !truths.has(`${node.id} as before`) : undefined;
    },
    opened: ({ id }) => heard.live.add(id),
    closed: ({ id }) => heard.live.delete(id) || heard.wrong(`closed ${id} twice`),
    uncaught: (code) => (truths.has('it may end') ? undefined : fail(`uncaught ${code}`)),
    tell: heard.tell,
  };
}

function fail(what: string): never {
  throw new Error(what);
}

function act(net: Net, words: string, graphs: ReadonlyMap<string, Graph>, { start }: NetPlay): void {
  const [kind = '', name = '', extra] = words.split(' ');
  const token = () => find(net.state, graphs, name);
  switch (kind) {
    case 'start':
      net.start('main', start);
      break;
    case 'complete':
      net.complete(token());
      break;
    case 'fail':
      net.fail(token(), extra);
      break;
    case 'timer': {
      const keys = Object.keys(net.state.listeners).filter((key) => readListenerKey(key).nodeId === name);
      net.fire(keys[Number(extra ?? 1) - 1] ?? name);
      break;
    }
    case 'message':
    case 'signal': {
      const event = { kind, name: `${kind}-${name}`, ...(extra !== undefined && { key: extra }) } as const;
      if (net.deliver(event) === 0) fail('nobody waits');
      break;
    }
    case 'receive':
      if (net.deliver({ kind, nodeId: name }) === 0) fail('nobody waits');
      break;
    case 'change':
      net.settle();
      break;
    case 'answer':
      net.answer(
        Object.keys(net.state.listeners).find((key) => readListenerKey(key).nodeId === name) ??
          find(net.state, graphs, `${name}?`),
      );
      break;
    case 'add':
      net.addIteration(token());
      break;
    case 'remove':
      net.removeIteration(token());
      break;
    case 'cancel':
      net.cancel(token());
      break;
    case 'move':
      net.move(token(), extra ?? '');
      break;
    case 'listen':
      net.listen(Object.keys(net.state.scopes)[0] ?? '', name);
      break;
    case 'end':
      net.end();
      break;
    default:
      fail(`no step ${words}`);
  }
}

function find(state: NetState, graphs: ReadonlyMap<string, Graph>, name: string): Id {
  const found = Object.keys(state.tokens).find((id) => nameOf(id, state, graphs) === name);
  return found ?? fail(`no token ${name}`);
}

function viewOf(state: NetState, graphs: ReadonlyMap<string, Graph>): string {
  if (Object.keys(state.scopes).length === 0) return 'END';
  const owners = new Set(Object.values(state.scopes).map(({ token }) => token));
  const tokens = Object.entries(state.tokens)
    .filter(([id, { tally, awaits }]) => awaits !== undefined || (!owners.has(id) && !tally))
    .map(([id]) => nameOf(id, state, graphs));
  const timers = Object.entries(state.listeners)
    .filter(([, { kind }]) => kind === 'timer')
    .map(([key]) => `timer ${readListenerKey(key).nodeId}`);
  return [...tokens.toSorted(), ...timers.toSorted()].join(', ');
}

/** E.g. `Q1.A#0`: see `playNet`. */
function nameOf(id: Id, state: NetState, graphs: ReadonlyMap<string, Graph>): string {
  const token = state.tokens[id];
  if (!token) return `token ${id}`;
  const { definition = '' } = state.scopes[token.scope] ?? {};
  const join = graphs.get(definition)?.flows.get(token.flow ?? '')?.target.id;
  const iterations = iterationsAround(state, token.scope);
  const around = iterations.length === 0 ? '' : `${iterations.join('.')}.`;
  const own = token.iteration === undefined ? '' : `#${token.iteration}`;
  return `${around}${join === undefined ? token.node : `>${join}`}${own}${token.awaits ? '?' : ''}`;
}

function iterationsAround(state: NetState, scope: Id): readonly string[] {
  const { token } = state.scopes[scope] ?? {};
  const owner = state.tokens[token ?? ''];
  if (!owner) return [];
  const own = owner.iteration === undefined ? [] : [`${owner.node}${owner.iteration}`];
  return [...iterationsAround(state, owner.scope), ...own];
}

/** What a right state never has. */
function faultsOf(state: NetState, live: ReadonlySet<Id>): readonly string[] {
  const { scopes, tokens, listeners } = state;
  const faults = [...live].filter((id) => !(id in scopes)).map((id) => `scope ${id} is left`);
  for (const [id, { token }] of Object.entries(scopes)) {
    if (!live.has(id)) faults.push(`scope ${id} was not opened`);
    if (token !== undefined && !(token in tokens)) faults.push(`scope ${id} has no owner`);
    if (!Object.values(tokens).some(({ scope }) => scope === id)) faults.push(`scope ${id} is empty`);
  }
  for (const [id, { scope, of }] of Object.entries(tokens)) {
    if (!(scope in scopes)) faults.push(`token ${id} has no scope`);
    if (of !== undefined && !(of in tokens)) faults.push(`iteration ${id} belongs to nothing`);
  }
  for (const key of Object.keys(listeners)) {
    const { owner } = readListenerKey(key);
    if (!(owner in tokens || owner in scopes)) faults.push(`${key} is left`);
  }
  return faults;
}
