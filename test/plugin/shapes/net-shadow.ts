/**
 * The net beside the engine: it makes the same steps, on what the product has decided in them, and is compared after each.
 * What the product decided is read from the result of its step: the flows that it took, and what is open.
 */
import { nameOf } from '../../net/net-driver.ts';
import {
  emptyState,
  type Id,
  type NetChange,
  type NetState,
  openNet,
  readListenerKey,
} from '../../support/inner/net.ts';
import type { CompiledDefinition, StepResult, Trigger } from '../../support/inner/plugin.ts';
import { type Decisions, portsOf } from './net-decisions.ts';
import { createOrigins } from './net-origins.ts';
import type { ShapeBook } from './shape-book.ts';
import { timersOf } from './shape-view.ts';

export interface NetShadow {
  /** Makes the step `words` too. @returns what differs */
  follow(words: string, result: StepResult, trigger: Trigger): readonly string[];
}

interface Opened {
  readonly tasks: readonly string[];
  readonly jobs: readonly string[];
  readonly timers: readonly string[];
  /** Nodes that wait for a message or a signal. */
  readonly listening: readonly string[];
  /** Messages that nothing has caught, by the nodes that threw them. */
  readonly unmatched: readonly string[];
  /** Nodes that hold a token. */
  readonly nodes: readonly string[];
  /** Flows that were taken in any step so far: the product tells some of them once more, in a later one. */
  readonly flows: readonly string[];
  readonly gone: readonly string[];
}

export function createNetShadow(
  definition: CompiledDefinition,
  book: ShapeBook,
  {
    variables,
    startNodeId,
  }: { readonly variables: Readonly<Record<string, unknown>>; readonly startNodeId?: string | undefined },
): NetShadow {
  const { model } = definition;
  const graphs = new Map([['main', model.graph]]);
  let state: NetState | undefined = canFollow(definition) ? emptyState() : undefined;
  let known = variables;
  /** The tokens of open tasks, by their names in the book. */
  const tokens = new Map<string, Id>();
  const flows = { product: new Set<string>(), net: new Set<string>() };
  const origins = createOrigins();

  return {
    follow(words, result, trigger) {
      if (state === undefined) return [];
      if (/^(?:wake|stop)/.test(words)) {
        // When timers are due is not simulated.
        state = undefined;
        return [];
      }
      const now = JSON.parse(JSON.stringify(state)) as NetState;
      state = now;
      known = { ...known, ...readPayload(words), ...variablesIn(result) };
      const gone: string[] = [];
      const told: NetChange[] = [];
      const net = openNet(
        now,
        portsOf(definition, result, {
          known,
          gone,
          told,
          trigger,
          origins,
          state: now,
          nameOf: ({ id }) => nameOf(id, now, graphs),
        }),
        {
          maxMoves: 20_000,
          maxDepth: 50,
        },
      );
      try {
        const token = tokens.get(words.split(' ')[1] ?? '');
        if (trigger.kind === 'press' && token !== undefined) origins.note(token, trigger.taskId);
        act(net, words, { tokens, graphs, startNodeId });
      } catch (error) {
        const differs = [`net: ${(error as Error).message}`];
        state = undefined;
        return differs;
      }
      for (const id of result.changes.path.flows) flows.product.add(id);
      for (const change of told) if (change.kind === 'taken') flows.net.add(change.flow.id);
      const pressed = words.startsWith('press') ? words.split(' ')[1] : undefined;
      const differs = compare(
        openInProduct(result, book, { pressed, flows: flows.product }),
        openInNet(now, definition, { gone, told }),
      );
      nameTokens(state);
      // What follows an event has the origin of what it ended or of who caused it, which only the product knows.
      if (told.some(({ kind }) => kind === 'fired')) origins.forget();
      return [...differs, ...wrongOrigins(result)];
    },
  };

  function wrongOrigins({ changes }: StepResult): readonly string[] {
    return changes.created.flatMap(({ taskId, origin }) => {
      const token = tokens.get(book.nameOf(taskId));
      const found = token === undefined ? undefined : origins.of(token);
      return found === undefined || found === origin ? [] : [`net: the origin of ${taskId} is ${found}, not ${origin}`];
    });
  }

  /** The tasks that are new have the tokens that are new, in order. */
  function nameTokens(at: NetState): void {
    for (const [name, id] of tokens) if (!book.openTasks.includes(name) || !(id in at.tokens)) tokens.delete(name);
    for (const name of book.openTasks) {
      if (tokens.has(name)) continue;
      const taken = new Set(tokens.values());
      const id = Object.keys(at.tokens).find(
        (each) => !taken.has(each) && nameOf(each, at, graphs) === withoutNumber(name),
      );
      if (id !== undefined) tokens.set(name, id);
    }
  }

  function openInNet(
    at: NetState,
    { model: { userTasks, services, reserved } }: CompiledDefinition,
    { gone, told }: Pick<Decisions, 'gone' | 'told'>,
  ): Opened {
    const owners = new Set(Object.values(at.scopes).map(({ token }) => token));
    const leaves = Object.entries(at.tokens).filter(
      ([id, { tally, flow }]) => !tally && !owners.has(id) && flow === undefined,
    );
    const named = (kind: { has(id: string): boolean }) =>
      leaves.flatMap(([id, { node = '' }]) => (kind.has(node) ? nameOf(id, at, graphs) : []));
    const nodes = Object.values(at.tokens).map(
      ({ node, flow }) => node ?? model.graph.flows.get(flow ?? '')?.target.id ?? '',
    );
    return {
      tasks: named(userTasks),
      jobs: named(services).map((name) => name.split('.').at(-1) ?? ''),
      timers: Object.entries(at.listeners).flatMap(([key, { kind }]) =>
        kind === 'timer' ? readListenerKey(key).nodeId : [],
      ),
      listening: Object.entries(at.listeners).flatMap(([key, { kind }]) =>
        kind === 'message' || kind === 'signal' ? readListenerKey(key).nodeId : [],
      ),
      unmatched: told.flatMap((change) =>
        change.kind === 'thrown' && change.name && change.at.event.kind === 'message' && change.caughtBy === 0
          ? change.at.node.id
          : [],
      ),
      nodes: [...new Set(nodes)].filter((id) => !reserved?.has(id)),
      flows: [...flows.net].filter((id) => !reserved?.has(id)),
      gone,
    };
  }
}

function openInProduct(
  result: StepResult,
  { openTasks, openJobs, nameOf: nameOfTask }: ShapeBook,
  { pressed, flows }: { readonly pressed: string | undefined; readonly flows: ReadonlySet<string> },
): Opened {
  const { gone, handled, ended, path, events, unmatched } = result.changes;
  // A task that an event has ended is reported as handled by the system.
  const closed = [...gone, ...handled].map(({ taskId }) => nameOfTask(taskId)).filter((name) => name !== pressed);
  return {
    tasks: openTasks.map(withoutNumber),
    jobs: openJobs,
    timers: timersOf(result).map(({ nodeId }) => nodeId),
    listening: events.flatMap(({ kind, nodeId }) => (kind === 'message' || kind === 'signal' ? nodeId : [])),
    unmatched: unmatched.map(({ nodeId }) => nodeId),
    nodes: ended ? [] : path.current,
    flows: [...flows],
    gone: closed.map(withoutNumber),
  };
}

function compare(product: Opened, net: Opened): readonly string[] {
  const names = ['tasks', 'jobs', 'timers', 'listening', 'unmatched', 'nodes', 'flows', 'gone'] as const;
  const told = (list: readonly string[]) => list.toSorted().join(' ');
  return names.flatMap((name) =>
    told(product[name]) === told(net[name]) ? [] : [`net: ${name} are ${told(net[name])}, not ${told(product[name])}`],
  );
}

/** `A(2)` is the second of two tasks that the product has open in one node. */
function withoutNumber(name: string): string {
  return name.replace(/\(\d+\)$/, '');
}

function readPayload(words: string): Readonly<Record<string, unknown>> {
  const at = words.indexOf('{');
  return at < 0 ? {} : (JSON.parse(words.slice(at)) as Record<string, unknown>);
}

function variablesIn({ snapshot }: StepResult): Readonly<Record<string, unknown>> {
  return snapshot === null ? {} : (JSON.parse(snapshot) as { variables: Record<string, unknown> }).variables;
}

/** The product does not tell what a condition read in the middle of a step, or what a loop computed in each round. */
function canFollow({ model: { services, events, graph } }: CompiledDefinition): boolean {
  const computes = [...services.values()].some(({ expression }) => expression !== undefined);
  const loops = [...graph.nodes.values()].some(({ incoming }) => incoming.length > 1);
  const triggers = [...events.values()].flatMap(({ trigger, also = [] }) => [trigger, ...also]);
  return !triggers.some(({ kind }) => kind === 'condition') && !(computes && loops);
}

interface Cast {
  readonly tokens: ReadonlyMap<string, Id>;
  readonly graphs: Parameters<typeof nameOf>[2];
  readonly startNodeId: string | undefined;
}

function act(net: ReturnType<typeof openNet>, words: string, { tokens, graphs, startNodeId }: Cast): void {
  const [kind = '', name = '', rest = ''] = words.split(' ');
  const { state } = net;
  /** A job is called by its node and iteration, wherever it is; of several it is the latest. */
  const token = (): Id => {
    const id =
      tokens.get(name) ??
      Object.keys(state.tokens).findLast(
        (each) => !state.tokens[each]?.tally && `.${nameOf(each, state, graphs)}`.endsWith(`.${name}`),
      );
    if (id === undefined) throw new Error(`no token ${name}`);
    return id;
  };
  switch (kind) {
    case 'start':
      net.start('main', startNodeId);
      break;
    case 'press':
    case 'finish':
      net.complete(token());
      break;
    case 'fail':
      net.fail(token(), rest);
      break;
    case 'timer': {
      const keys = Object.keys(state.listeners).filter((key) => readListenerKey(key).nodeId === name);
      net.fire(keys[Number(rest || 1) - 1] ?? '');
      break;
    }
    case 'message':
    case 'signal':
      net.deliver({ kind, name });
      break;
    default:
      throw new Error(`no step ${words}`);
  }
}
