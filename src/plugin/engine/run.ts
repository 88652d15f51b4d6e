import type { SerializableContext } from 'moddle-context-serializer';
import type { Broker } from 'smqp';
import type { Unfinished } from '../../net/agenda.ts';
import type { Net } from '../../net/open-net.ts';
import type { NetChange, ScopeAt, TokenAt } from '../../net/ports.ts';
import { emptyState, type Id, type NetState } from '../../net/state.ts';
import { type Added, Contents, inner } from './contents.ts';
import { type LinkedPorts, linkOf, type ProcessLink } from './link.ts';
import { type Content, uniqueId } from './message.ts';
import { type Drawing, forgetDrawings, readDrawing } from './read-drawing.ts';
import type { Element, ScopeView } from './scope-view.ts';

/** A process that runs, as plain JSON. */
export interface RunState {
  /** Part of all execution ids. */
  readonly seed: string;
  readonly net: NetState;
  /** How many steps were made. */
  revision: number;
  /** It was taken in the middle of a step. */
  readonly unfinished?: Unfinished;
  /** Tokens that have come to an activity, which the link has not been asked to run yet. */
  readonly held: Record<Id, true>;
  /** By token: what its messages have beside what can be computed. */
  readonly added: Record<Id, Added>;
  /** By the token of an activity that runs several times. */
  readonly loops: Record<Id, LoopState>;
  /** The variables of sub-processes. */
  readonly scopes: Record<Id, ScopeView['state']>;
  /** By token: the state of elements of the host's own types. */
  readonly guests: Record<Id, unknown>;
  /** How often each node was left, and how often without being completed. */
  readonly counters: Record<string, Counters>;
}

/** What iterations have been given, and what came of them. */
export interface LoopState {
  readonly items?: readonly unknown[];
  readonly size?: number;
  readonly outputs: unknown[];
}

export interface Counters {
  readonly taken: number;
  readonly discarded: number;
}

export type Change = NetChange | { readonly kind: 'opened'; readonly at: ScopeAt };

/** What an event has fired with, or an activity was completed with. */
export interface Payload {
  readonly state?: string;
  readonly output?: unknown;
  /** What was thrown, and by whom. */
  readonly error?: unknown;
  readonly source?: unknown;
  readonly message?: unknown;
}

/** What runs in a token, and answers later. */
export interface Work {
  stop?(): void;
  discard?(): void;
}

/** The process that runs. */
export interface RunningProcess {
  readonly id: string;
  readonly executionId: string | undefined;
  readonly view: ScopeView;
  readonly broker: Broker;
  publish(routingKey: string, content: Content, properties?: object): void;
  conveyMessage(nodeId: string, message: unknown): void;
}

/** One run of a process on the net: what all that tells and does something in it works on. */
export abstract class Run {
  readonly process: RunningProcess;
  readonly drawing: Drawing;
  readonly state: RunState;
  readonly contents: Contents;
  readonly link: ProcessLink | undefined;
  /** What the link answers. */
  linked: LinkedPorts | undefined;
  abstract readonly net: Net;
  /** What the net has told, and listeners have not heard yet. */
  readonly changes: Change[] = [];
  /** By token: what it is left with. */
  readonly outputs = new Map<Id, Payload>();
  /** By the token that throws it, in this step. */
  readonly thrown = new Map<Id, Payload>();
  readonly running = new Map<Id, Work>();
  /** Tokens in loops that may begin. */
  readonly started = new Set<Id>();
  /** By token: the flows that an element of the host has chosen. */
  readonly chosen = new Map<Id, readonly string[]>();
  /** What conditions have said later, by token and flow. */
  readonly answers = new Map<string, readonly [error: Error | null | undefined, result: unknown]>();
  /** By the key of what waits: what it fires with, and what stops its timer. */
  readonly payloads = new Map<string, Payload>();
  readonly timers = new Map<string, () => void>();
  isStopped = false;
  /** What makes the process fail. */
  error: unknown;
  readonly #views = new Map<Id, ScopeView>();

  /** @param content of the message that the process was started with @param state of which what is empty is left out */
  constructor(process: RunningProcess, content: Content, state?: Partial<RunState>) {
    this.process = process;
    this.link = linkOf(process.view.environment);
    this.drawing = this.#readDrawing();
    const fresh = { seed: uniqueId('').slice(1), revision: 0, net: emptyState(), held: {} };
    this.state = { ...fresh, ...{ added: {}, loops: {}, scopes: {}, guests: {}, counters: {} }, ...state };
    this.contents = new Contents(content, this.drawing, this.state);
    process.view.assign(content);
  }

  #readDrawing(): Drawing {
    const drawing = readDrawing(this.process.view.context.definitionContext, this.process.id);
    return this.link ? { ...drawing, graph: this.link.graph() } : drawing;
  }

  /** Goes on, at rest, in a diagram that has more in it. The engine writes that into its state from now on. */
  redraw(diagram: SerializableContext): void {
    const { definitionContext } = this.process.view.context;
    Object.assign(definitionContext, diagram);
    forgetDrawings(definitionContext);
    Object.assign(this.drawing, this.#readDrawing());
  }

  /** Makes a step: at once or, in a listener, after the one that is being made. */
  abstract perform(action: () => void): void;

  /** Goes on in the step that is being made; if there is none, makes one. */
  abstract goOn(action: () => void): void;

  /** The variables and elements of the process, or of a sub-process that runs in it. */
  viewOf(id: Id): ScopeView {
    const scope = this.contents.scope(id);
    if (scope.node === undefined || scope.token === undefined) return this.process.view;
    const found = this.#views.get(id);
    if (found) return found;
    const view = this.viewOf(this.contents.token(scope.token)?.scope ?? '').open(this.state.scopes[id]);
    this.#views.set(id, view);
    const at = this.contents.at(scope.token);
    if (at) view.assign(this.contentOf(at));
    return view;
  }

  closeView(id: Id): void {
    delete this.state.scopes[id];
    this.#views.delete(id);
  }

  /** The element that a token is in, if anybody can hear it. */
  heardAt({ node, token }: TokenAt): Element | undefined {
    return this.viewOf(token.scope).heard(node.id);
  }

  /** Of a token, in its iteration. */
  contentOf(at: TokenAt): Content {
    const { of, iteration } = at.token;
    return of === undefined ? this.contents.ofToken(at) : this.iterationContent(at, { index: iteration ?? 0 });
  }

  /** @param own what belongs to the iteration */
  iterationContent(at: TokenAt, own: { readonly index: number; readonly output?: unknown }): Content {
    const { items, size } = this.state.loops[at.token.of ?? at.id] ?? {};
    const { loopCharacteristics } = this.drawing.behaviourOf(at.node.id) as {
      loopCharacteristics?: { behaviour?: Added };
    };
    const { elementVariable = 'item' } = loopCharacteristics?.behaviour ?? {};
    const content = this.contents.ofToken(at);
    return inner(content, {
      ...{ loopCardinality: size, isSequential: at.node.loop !== 'parallel', isMultiInstance: true },
      ...(items && { [String(elementVariable)]: items[own.index] }),
      executionId: `${content.executionId}_${own.index}`,
      ...own,
    });
  }

  /** Publishes an event of an element, and of what is around it. */
  publish(scope: Id, routingKey: string, content: Content, properties: object = {}): void {
    const id = content.isDefinitionScope ? content.parent.id : content.id;
    publishAt(this.viewOf(scope).heard(id), routingKey, content, properties);
    this.publishUp(scope, routingKey, content, properties);
  }

  publishUp(scope: Id, routingKey: string, content: Content, properties: object = {}): void {
    for (let at = this.contents.scope(scope); at.node !== undefined && at.token !== undefined; ) {
      const around = this.contents.token(at.token)?.scope ?? '';
      publishAt(this.viewOf(around).heard(at.node), routingKey, content, properties);
      at = this.contents.scope(around);
    }
    if (this.link?.isHeard(routingKey, this.process.broker) ?? true)
      this.process.publish(routingKey, content, properties);
  }

  /** Publishes `activity.<state>`. */
  tell(scope: Id, state: string, content: Content): void {
    this.publish(scope, `activity.${state}`, { ...content, state }, { type: state });
  }

  count(node: string, how: keyof Counters): void {
    const counters = { taken: 0, discarded: 0, ...this.state.counters[node] };
    this.state.counters[node] = { ...counters, [how]: counters[how] + 1 };
  }

  /** What a token is left with; an iteration gives it to its loop. */
  setOutput(id: Id, payload: Payload): void {
    const { of, iteration = 0 } = this.contents.token(id) ?? {};
    if (of === undefined) this.outputs.set(id, payload);
    else if (payload.output !== undefined) {
      const loop = this.state.loops[of];
      if (loop) loop.outputs[iteration] = payload.output;
    }
  }
}

/** Who has thrown something. */
export function sourceOf({ id, type, executionId }: Content): object {
  return { id, type, executionId };
}

/** Publishes an event of an element to those who listen to it alone. */
export function publishAt(element: Element | undefined, routingKey: string, content: Content, properties = {}): void {
  const exchange = element?.broker.getExchange('event');
  if (exchange && exchange.bindingCount > 0) element?.broker.publish('event', routingKey, content, properties);
}

/**
 * Has something done that answers at once or later; later, it goes on with a step of its own.
 * @returns whether it has answered
 */
export function answering<Answer>(
  run: Run,
  ask: (answer: (answer: Answer) => void) => void,
  goOn: (answer: Answer) => void,
): boolean {
  let isSync = true;
  let isDone = false;
  ask((answer) => {
    if (isDone) return;
    isDone = true;
    if (isSync) goOn(answer);
    else run.perform(() => goOn(answer));
  });
  isSync = false;
  return isDone;
}
