import type { Unfinished } from '../../net/agenda.ts';
import { type Net, openNet } from '../../net/open-net.ts';
import type { TokenAt } from '../../net/ports.ts';
import { emptyState, type Id, type NetState, type ScopeState } from '../../net/state.ts';
import { act } from './act.ts';
import { Activities } from './activities.ts';
import { type Added, Contents, type Place } from './contents.ts';
import { ElementApi } from './element-api.ts';
import { EventWaits } from './event-waits.ts';
import { format } from './formatting.ts';
import { iterationContent, type LoopState } from './loops.ts';
import { type Content, type Message, messageOf, uniqueId } from './message.ts';
import { Narrator } from './narrator.ts';
import type { Owner } from './owner.ts';
import { createPorts } from './ports.ts';
import type { Process } from './process.ts';
import { type Drawing, readDrawing } from './read-drawing.ts';
import type { ScopeView } from './scope-view.ts';
import { RunningTimers } from './timers.ts';

/** Thrown between two moves: what is left to do stays in the state. */
export const STOPPED = new Error('stopped');

/** A token may make as many moves in one step. */
const MAX_MOVES = 100_000;

export interface Counters {
  taken: number;
  discarded: number;
}

/** A process that runs, as plain JSON. */
export interface InstanceState {
  /** Part of all execution ids. */
  readonly seed: string;
  readonly net: NetState;
  /** It was taken in the middle of a step. */
  readonly unfinished?: Unfinished;
  /** What the process was started with. */
  readonly content: Content;
  /** By token. */
  readonly added: Record<Id, Added>;
  readonly loops: Record<Id, LoopState>;
  /** The variables of sub-processes. */
  readonly scopes: Record<Id, ScopeView['state']>;
  /** By token: the state of elements of the host's own types. */
  readonly guests: Record<Id, unknown>;
  /** How often each node was left, and how often without being completed. */
  readonly counters: Record<string, Counters>;
}

/** One run of a process on the net. */
export class Instance {
  readonly process: Process;
  readonly drawing: Drawing;
  readonly contents: Contents;
  readonly loops: Record<Id, LoopState>;
  readonly net: Net;
  readonly activities: Activities;
  readonly events = new EventWaits(this);
  readonly timers = new RunningTimers(this);
  readonly narrator = new Narrator(this);
  /** What made it fail. */
  error: unknown;
  isStopped = false;
  readonly #state: InstanceState;
  readonly #root: ScopeView;
  readonly #views = new Map<Id, ScopeView>();
  readonly #actions: (() => void)[] = [];
  #isBusy = false;
  #isFinished = false;

  constructor(process: Process, content: Content, state?: InstanceState) {
    this.process = process;
    this.drawing = readDrawing(process.context.definitionContext, process.id);
    this.#state = state ?? {
      ...{ seed: uniqueId('').slice(1), net: emptyState(), content },
      ...{ added: {}, loops: {}, scopes: {}, guests: {}, counters: {} },
    };
    const { net, unfinished, loops } = this.#state;
    this.loops = loops;
    this.activities = new Activities(this, this.#state.guests);
    this.contents = new Contents(content, this.drawing, this.#state);
    this.net = openNet(net, createPorts(this), {
      ...{ maxMoves: MAX_MOVES, maxDepth: 50 },
      ...(unfinished && { unfinished }),
    });
    this.#root = process.view;
    this.#root.assign(this.#state.content);
  }

  /** The definition's environment of the process, or of a sub-process that runs in it. */
  viewOf(id: Id): ScopeView {
    const scope = this.contents.scope(id);
    if (scope.node === undefined || scope.token === undefined) return this.#root;
    const found = this.#views.get(id);
    if (found) return found;
    const around = this.contents.token(scope.token)?.scope ?? '';
    const view = this.viewOf(around).open();
    this.#views.set(id, view);
    const saved = this.#state.scopes[id];
    if (saved) view.environment.recover({ settings: {}, output: {}, ...saved });
    const at = this.contents.at(scope.token);
    if (at) view.assign(this.contentOf(at));
    return view;
  }

  /** Of a token, in its iteration. */
  contentOf(at: TokenAt): Content {
    const { of, iteration } = at.token;
    return of === undefined ? this.contents.ofToken(at) : iterationContent(this, at, { index: iteration });
  }

  ownerAt({ node, token }: TokenAt): Owner {
    return this.viewOf(token.scope).owner(node.id);
  }

  start(): void {
    this.perform(() => this.net.start(this.process.id));
  }

  /** The element of a node, in the scope that runs. */
  ownerOf(id: string): Owner | undefined {
    const { scope } = this.contents.node(id);
    const { scopes } = this.net.state;
    const running = Object.keys(scopes).find((each) => (scopes[each]?.node ?? this.process.id) === scope.id);
    return running === undefined ? undefined : this.viewOf(running).owner(id);
  }

  /** Goes on after a recovery or a stop: what waits is told again, what ran runs again. */
  resume(): void {
    this.isStopped = false;
    this.perform(() => {
      for (const id of Object.keys(this.net.state.tokens)) this.activities.resume(id);
      for (const id of Object.keys(this.net.state.scopes)) this.waitAgain(id);
      this.net.settle();
    });
  }

  /** The events that wait at a token or in a scope are told again. */
  waitAgain(owner: Id): void {
    for (const node of this.contents.eventsAt(owner))
      this.events.wait(owner, node, { ...this.contents.ofEvent(node, owner), isRecovered: true });
  }

  stop(): void {
    for (const scope of Object.keys(this.net.state.scopes))
      for (const place of this.placesIn(scope)) this.#tellStopped(scope, place);
    this.isStopped = true;
    this.timers.clearAll();
    this.activities.stop();
    this.#actions.length = 0;
  }

  #tellStopped(scope: Id, { node, owner, isEvent }: Place): void {
    const at = isEvent ? undefined : this.contents.at(owner);
    const content = at ? this.contents.ofToken(at) : this.contents.ofEvent(node, owner);
    if (!this.drawing.guests.has(node.id))
      this.publish(scope, 'activity.stop', { ...content, state: 'stop' }, { type: 'stop' });
  }

  /** Makes a step: at once or, from a listener, after the one that is being made. */
  perform(action: () => void): void {
    if (this.isStopped || this.#isFinished) return;
    this.#actions.push(action);
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let next = this.#actions.shift(); next && !this.isStopped; next = this.#actions.shift()) this.#step(next);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Goes on in the step that is being made, or makes one. */
  goOn(action: () => void): void {
    if (this.#isBusy && !this.isStopped) action();
    else this.perform(action);
  }

  count(node: string, how: keyof Counters): void {
    const counters = (this.#state.counters[node] ??= { taken: 0, discarded: 0 });
    counters[how] += 1;
  }

  counters(node: string): Counters {
    return { taken: 0, discarded: 0, ...this.#state.counters[node] };
  }

  #step(action: () => void): void {
    try {
      action();
      this.narrator.tellAll();
    } catch (error) {
      if (error === STOPPED) return;
      if (!this.activities.isFault(error)) throw error;
      this.narrator.forget();
      this.activities.tellFault(error);
      this.#finish('errored', error);
      return;
    }
    this.narrator.publishLeaves();
    this.contents.forgetGone();
    this.timers.clearPassed();
    if (!this.net.isOver) return;
    if (this.error !== undefined) this.#finish('errored', this.error);
    else this.#finish(this.activities.isDiscarded ? 'discarded' : 'end');
  }

  #finish(how: 'end' | 'errored' | 'discarded', error?: unknown): void {
    this.#isFinished = true;
    this.#actions.length = 0;
    this.timers.clearAll();
    this.process.finish(how, error);
  }

  /** A scope closes: it gives what it has put out to the token that it is the content of. */
  closed(id: Id, scope: ScopeState, how: 'completed' | 'cancelled'): void {
    if (how === 'completed' && scope.token !== undefined) {
      const { output } = this.viewOf(id).environment;
      this.activities.setOutput(scope.token, { output: { ...output } });
    }
    this.contents.gone.scopes.set(id, scope);
    delete this.#state.scopes[id];
    this.#views.delete(id);
  }

  /** An element is entered: extensions hear it, and may add to what is told of it. @returns the content with that */
  enter(scope: Id, content: Content): Added {
    const owner = this.viewOf(scope).owner(content.id);
    owner.extensions?.activate(messageOf(content, 'run.enter') as never);
    this.publish(scope, 'activity.enter', { ...content, state: 'enter' }, { type: 'enter' });
    let added: Added = {};
    format(owner, (each) => {
      added = each;
    });
    return added;
  }

  /** Publishes an event of an element, and of what is around it. */
  publish(scope: Id, routingKey: string, content: Content, properties: object = {}, owner?: Owner): void {
    (owner ?? this.viewOf(scope).owner(content.id)).publish(routingKey, content, properties);
    this.publishUp(scope, routingKey, content, properties);
  }

  publishUp(scope: Id, routingKey: string, content: Content, properties: object = {}): void {
    for (let at = this.contents.scope(scope); at.node !== undefined && at.token !== undefined; ) {
      const around = this.contents.token(at.token)?.scope ?? '';
      this.viewOf(around).owner(at.node).publish(routingKey, content, properties);
      at = this.contents.scope(around);
    }
    this.process.publish(routingKey, content, properties);
  }

  apiOf(message: Message): ElementApi {
    const { content } = message;
    const scope = this.scopeNamed(content);
    const id = content.isDefinitionScope === true ? content.parent.id : content.id;
    const view = this.viewOf(scope);
    if (this.drawing.guests.has(id)) return (view.context.getActivityById(id) as Owner).getApi(message) as ElementApi;
    if (!this.drawing.elements.has(id)) return view.context.getSequenceFlowById(id)?.getApi(message as never) as never;
    return new ElementApi('activity', view.owner(id), message, this);
  }

  /** The scope that a message comes from. */
  scopeNamed({ parent, executionId }: Content): Id {
    const place = this.contents.find(executionId);
    if (place) return this.contents.scopeOf(place.owner);
    const ids = [parent, ...(parent?.path ?? [])].map((each) => each?.executionId);
    const scopes = [...Object.keys(this.net.state.scopes), ...this.contents.gone.scopes.keys()];
    return scopes.find((id) => this.contents.parent(id).executionId === ids[0]) ?? scopes[0] ?? '';
  }

  act(action: string, content: Content): void {
    act(this, action, content);
  }

  /** What waits in a scope, as elements. */
  postponed(scope: Id): readonly ElementApi[] {
    return this.placesIn(scope).map((place) => this.#apiAt(place));
  }

  placesIn(scope: Id): readonly Place[] {
    const { tokens } = this.net.state;
    const own = Object.keys(tokens).filter((id) => tokens[id]?.scope === scope && tokens[id]?.of === undefined);
    return [...own, scope].flatMap((owner) => {
      const at = this.contents.at(owner);
      const events = this.contents.eventsAt(owner).map((node) => ({ node, owner, isEvent: true }));
      return at ? [...events, { node: at.node, owner, isEvent: false }] : events;
    });
  }

  #apiAt({ node, owner, isEvent }: Place): ElementApi {
    const guest = this.activities.guests.apiOf(owner);
    if (guest) return guest as ElementApi;
    const at = isEvent ? undefined : this.contents.at(owner);
    const content = at ? this.contentOf(at) : this.contents.ofEvent(node, owner);
    return this.apiOf(messageOf({ ...content, state: 'wait' }, 'activity.wait'));
  }

  get root(): Id {
    return Object.keys(this.net.state.scopes)[0] ?? '';
  }

  postponedOf({ executionId }: Content): readonly ElementApi[] {
    const place = this.contents.find(executionId);
    if (!place || place.isEvent) return [];
    if (place.node.kind !== 'sub-process') return [];
    const { scopes, tokens } = this.net.state;
    const inside = Object.keys(scopes).filter((id) => {
      const { token = '' } = scopes[id] ?? {};
      return token === place.owner || tokens[token]?.of === place.owner;
    });
    // As in bpmn-engine, the sub-process itself is the first of them.
    return [this.#apiAt(place), ...inside.flatMap((id) => this.postponed(id))];
  }

  executingOf({ executionId }: Content): readonly ElementApi[] {
    const place = this.contents.find(executionId);
    if (!place) return [];
    if (place.isEvent || place.node.kind === 'catch') {
      const { node, owner } = place;
      return this.events.definitionsAt(node, owner).map((content) => this.apiOf(messageOf(content)));
    }
    const { tokens } = this.net.state;
    const iterations = Object.keys(tokens).filter((id) => tokens[id]?.of === place.owner);
    if (iterations.length > 0) return iterations.map((owner) => this.#apiAt({ ...place, owner }));
    return this.postponedOf({ executionId } as Content).slice(1);
  }

  tokensAt(nodeId: string): readonly Id[] {
    const { tokens } = this.net.state;
    return Object.keys(tokens).filter((id) => tokens[id]?.node === nodeId);
  }

  postponedIn({ id }: Owner): readonly ElementApi[] {
    return this.tokensAt(id).flatMap((token) => {
      const at = this.contents.at(token);
      return at && at.token.of === undefined ? this.postponedOf(this.contentOf(at)) : [];
    });
  }

  discardAt({ id }: Owner): void {
    this.perform(() => {
      for (const token of this.tokensAt(id)) if (token in this.net.state.tokens) this.activities.discard(token);
    });
  }

  /** Whether a token is in the node, or it is an event that waits for one. */
  isRunning(id: string): boolean {
    const { scopes } = this.net.state;
    return Object.keys(scopes).some((scope) => this.placesIn(scope).some(({ node }) => node.id === id));
  }

  get activityStatus(): string {
    if (this.#isBusy || this.activities.isRunning) return 'executing';
    const { tokens, listeners } = this.net.state;
    if (Object.values(listeners).some(({ kind }) => kind === 'timer')) return 'timer';
    return Object.values(tokens).some(({ node }) => node !== undefined) ? 'wait' : 'idle';
  }

  getState(): InstanceState {
    const { net, seed, content, added, loops, counters } = this.#state;
    const guests = this.activities.guests.getState();
    const { disableTrackState } = this.process.environment.settings;
    const { unfinished } = this.net;
    const scopes = Object.fromEntries(
      Object.keys(net.scopes).flatMap((id) => {
        const view = net.scopes[id]?.node === undefined ? undefined : this.viewOf(id);
        return view ? [[id, view.state]] : [];
      }),
    );
    return JSON.parse(
      JSON.stringify({
        seed,
        net,
        ...(unfinished && { unfinished }),
        content,
        added,
        loops,
        scopes,
        guests,
        counters: disableTrackState ? {} : counters,
      }),
    );
  }
}
