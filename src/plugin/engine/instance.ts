import { type Net, openNet } from '../../net/open-net.ts';
import type { Id } from '../../net/state.ts';
import { act, delegate } from './act.ts';
import { discard, fail, isFault, resume, waitAgain } from './activities.ts';
import type { Place } from './contents.ts';
import { ElementApi } from './element-api.ts';
import { definitionsAt } from './events.ts';
import { Guests } from './guests.ts';
import type { LinkedPorts, ProcessControl } from './link.ts';
import { type Content, type Message, messageOf, uniqueId } from './message.ts';
import { Narrator } from './narrator.ts';
import { createPorts, linkPorts } from './ports.ts';
import { Run, type RunningProcess, type RunState } from './run.ts';
import type { ScopeView } from './scope-view.ts';
import { clearPassedTimers } from './timers.ts';

/** How many moves a token may make in one step. */
const MAX_MOVES = 20_000;
const MAX_TOKENS = 1000;

/** Thrown between two moves; what is left to do stays in the state. */
const STOPPED = new Error('stopped');

export type End = 'end' | 'errored' | 'discarded';

/** One run of a process: its steps, its state, and the elements that hosts ask for. */
export class Instance extends Run {
  readonly net: Net;
  readonly #guests = new Guests(this, (token, error) => fail(this, token, error));
  readonly #narrator = new Narrator(this, this.#guests);
  readonly #onEnd: (how: End, error?: unknown) => void;
  readonly #actions: (() => void)[] = [];
  /** What a listener has thrown, and what the link has. */
  #thrown: { readonly error: unknown } | undefined;
  #linkFault: { readonly error: unknown } | undefined;
  #isBusy = false;
  #isOver = false;
  #isDiscarded = false;

  constructor(
    process: RunningProcess,
    content: Content,
    {
      state,
      onEnd,
    }: { readonly state?: Partial<RunState> | undefined; readonly onEnd: (how: End, error?: unknown) => void },
  ) {
    super(process, content, state);
    this.#onEnd = onEnd;
    const { net, unfinished } = this.state;
    const own = createPorts(this, this.#guests, () => this.#tellAll());
    const linked = this.link?.opened(this.#control);
    this.linked = linked && this.#noteFaults(linked);
    const ports = this.linked ? linkPorts(this, this.#guests, own, this.linked) : own;
    this.net = openNet(net, ports, {
      // Calls are not nested in one net.
      ...(this.link?.limits() ?? { maxMoves: MAX_MOVES, maxTokens: MAX_TOKENS, maxDepth: 1 }),
      ...(unfinished && { unfinished }),
    });
  }

  start(): void {
    this.perform(() => this.net.start(this.process.id, this.link?.start()));
  }

  /** After a recovery or a stop. */
  resume(): void {
    this.isStopped = false;
    this.#forgetUntold();
    this.perform(() => {
      for (const id of Object.keys(this.net.state.tokens)) resume(this, this.#guests, id);
      for (const id of Object.keys(this.net.state.scopes)) waitAgain(this, id);
      this.net.settle();
    });
  }

  /** A stop in the middle of a step has kept from listeners what has left. */
  #forgetUntold(): void {
    this.changes.length = 0;
    for (const known of [this.state.added, this.state.loops, this.state.held])
      for (const id of Object.keys(known)) if (!(id in this.net.state.tokens)) delete known[id];
  }

  stop(): void {
    for (const scope of Object.keys(this.net.state.scopes))
      for (const place of this.contents.placesIn(scope))
        if (!this.drawing.guests.has(place.node.id)) this.tell(scope, 'stop', this.#contentAt(place));
    this.isStopped = true;
    this.#actions.length = 0;
    clearPassedTimers(this);
    this.#guests.stop();
    for (const work of this.running.values()) work.stop?.();
    this.running.clear();
  }

  discard(): void {
    this.perform(() => {
      this.#isDiscarded = true;
      this.net.end();
    });
  }

  perform(action: () => void): void {
    if (this.isStopped || this.#isOver) return;
    this.#actions.push(action);
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let next = this.#actions.shift(); next; next = this.#actions.shift()) this.#step(next);
    } finally {
      this.#isBusy = false;
      this.link?.idle();
    }
  }

  goOn(action: () => void): void {
    if (this.#isBusy && !this.isStopped) action();
    else this.perform(action);
  }

  #step(action: () => void): void {
    this.#thrown = undefined;
    this.#linkFault = undefined;
    let failed = false;
    try {
      this.link?.begin();
      action();
      this.#tellAll();
      this.#listened(() => this.#narrator.leave());
      this.state.revision += 1;
      this.link?.rest();
      // The link may have moved tokens, as into a process that is called.
      this.#tellAll();
      this.#listened(() => this.#narrator.leave());
    } catch (error) {
      if (error === STOPPED) return;
      if (!this.#isFault(error)) {
        this.link?.failed(error);
        throw error;
      }
      failed = true;
      this.error = error;
      this.link?.failed(error);
      this.#tellFault(error);
    }
    this.#narrator.forget();
    this.contents.forgetGone();
    this.#isOver = failed || this.error !== undefined || Object.keys(this.net.state.scopes).length === 0;
    if (this.#isOver) {
      this.#actions.length = 0;
      this.isStopped = true;
    }
    clearPassedTimers(this);
    if (this.#isOver)
      this.#onEnd(
        !failed && this.error === undefined ? (this.#isDiscarded ? 'discarded' : 'end') : 'errored',
        this.error,
      );
  }

  #tellAll(): void {
    for (let next = this.changes.shift(); next; next = this.changes.shift()) {
      const told = next;
      this.#listened(() => this.#narrator.tell(told));
      if (this.isStopped) throw STOPPED;
    }
  }

  /** Tells listeners, who may throw. */
  #listened(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      if (this.#linkFault?.error !== error) this.#thrown = { error };
      throw error;
    }
  }

  /** With a link, all that is thrown is one of the process, but what listeners throw. */
  #isFault(error: unknown): boolean {
    if (isFault(error)) return true;
    return this.link !== undefined && !(this.#thrown && this.#thrown.error === error);
  }

  #noteFaults(ports: LinkedPorts): LinkedPorts {
    const noting = Object.entries(ports).map(([name, port]: [string, (...args: unknown[]) => unknown]) => [
      name,
      (...args: unknown[]) => {
        try {
          return port.apply(ports, args);
        } catch (error) {
          this.#linkFault = { error };
          throw error;
        }
      },
    ]);
    return Object.fromEntries(noting) as LinkedPorts;
  }

  get #control(): ProcessControl {
    const instance = this;
    return {
      get net() {
        return instance.net;
      },
      get isBusy() {
        return instance.#isBusy;
      },
      get revision() {
        return instance.state.revision;
      },
      perform: (action) => this.#performNow(() => action(this.net)),
      redraw: (diagram) => this.redraw(diagram),
      executionIdOf: (token) => this.#contentOf(token).executionId,
      announceSignal: (token, message) => {
        const content = { ...this.#contentOf(token), message };
        const properties = { correlationId: uniqueId(`${content.id}_signal`), type: 'signal' };
        const element = this.viewOf(this.contents.scopeNamed(content)).heard(content.id);
        element?.broker.publish('api', `activity.signal.${content.executionId}`, content, properties);
      },
      isHeld: (token) => token in this.state.held,
      elementOf: (token) => {
        const { scope, node = '' } = this.contents.token(token) ?? { scope: '' };
        return this.viewOf(scope).element(node);
      },
    };
  }

  #contentOf(id: Id): Content {
    const token = this.contents.token(id);
    if (token?.node === undefined) throw new TypeError(`The process has no token ${id} in a node.`);
    return this.contentOf({ id, token, node: this.contents.node(token.node) });
  }

  /** Throws what has made the process fail. */
  #performNow(action: () => void): void {
    const isNested = this.#isBusy;
    this.perform(action);
    if (!isNested && this.#isOver && this.error !== undefined) throw this.error as Error;
  }

  #tellFault(error: unknown): void {
    const { source } = (error ?? {}) as { readonly source?: { readonly content: Content } };
    const { content } = source ?? {};
    if (content && this.drawing.elements.has(content.id))
      this.publish(this.contents.scopeNamed(content), 'activity.error', { ...content, error }, { type: 'error' });
  }

  delegate(action: string, content: Content): void {
    delegate(this, this.#guests, action, content);
  }

  /** The element that a message comes from. */
  apiOf(message: Message): unknown {
    const { content } = message;
    const id = content.isDefinitionScope === true ? content.parent.id : content.id;
    const view = this.viewOf(this.contents.scopeNamed(content));
    if (this.drawing.guests.has(id)) return view.element(id).getApi(message as never);
    if (!this.drawing.elements.has(id)) return view.context.getSequenceFlowById(id)?.getApi(message as never);
    return new ElementApi(message, {
      ...{ prefix: 'activity', environment: view.environment, owner: () => view.element(id) },
      publish: (...args) => view.heard(id)?.broker.publish('api', ...args),
      act: (action, told) => act(this, action, told),
      postponed: ({ executionId }) => this.#postponedAt(this.contents.find(executionId)),
      executing: ({ executionId }) => this.#executingAt(this.contents.find(executionId)),
    });
  }

  #contentAt({ node, owner, isEvent }: Place): Content {
    const at = isEvent ? undefined : this.contents.at(owner);
    return at ? this.contentOf(at) : this.contents.ofEvent(node, owner);
  }

  #apiAt(place: Place): unknown {
    const content = { ...this.#contentAt(place), state: 'wait' };
    return this.#guests.apiOf(place.owner) ?? this.apiOf(messageOf(content, 'activity.wait'));
  }

  /** What waits in the process. */
  get postponed(): readonly unknown[] {
    const [root = ''] = Object.keys(this.net.state.scopes);
    return this.contents.placesIn(root).map((place) => this.#apiAt(place));
  }

  /** What waits in a sub-process, which is, as in bpmn-engine, the first of them. */
  #postponedAt(place: Place | undefined): readonly unknown[] {
    if (place?.node.kind !== 'sub-process') return [];
    const { scopes, tokens } = this.net.state;
    const isInside = ({ token = '' }: { readonly token?: Id }) =>
      token === place.owner || tokens[token]?.of === place.owner;
    const inside = Object.keys(scopes).filter((id) => isInside(scopes[id] ?? {}));
    const places = inside.flatMap((id) => this.contents.placesIn(id));
    return [place, ...places].map((each) => this.#apiAt(each));
  }

  /** The iterations of an activity, the event definitions of an event, what waits in a sub-process. */
  #executingAt(place: Place | undefined): readonly unknown[] {
    if (!place) return [];
    const { node, owner, isEvent } = place;
    if (isEvent || node.kind === 'catch')
      return definitionsAt(this, node, owner).map((content) => this.apiOf(messageOf(content)));
    const { tokens } = this.net.state;
    const iterations = Object.keys(tokens).filter((id) => tokens[id]?.of === owner);
    if (iterations.length > 0) return iterations.map((id) => this.#apiAt({ ...place, owner: id }));
    return this.#postponedAt(place).slice(1);
  }

  nodeNow(nodeId: string) {
    const { scopes, tokens } = this.net.state;
    const all = Object.keys(scopes).flatMap((scope) => this.contents.placesIn(scope));
    const places = all.filter(({ node }) => node.id === nodeId);
    const owners = places.filter(({ isEvent }) => !isEvent).map(({ owner }) => owner);
    return {
      counters: { taken: 0, discarded: 0, ...this.state.counters[nodeId] },
      isRunning: places.length > 0,
      postponed: places.flatMap((place) => this.#postponedAt(place)),
      discard: () =>
        this.perform(() => {
          for (const id of owners) if (id in tokens) discard(this, id);
        }),
      fail: (error: unknown) => this.perform(() => fail(this, owners[0] ?? '', error)),
    };
  }

  /** The scope of a node that runs. */
  viewAt(nodeId: string): ScopeView | undefined {
    const { scope } = this.contents.node(nodeId);
    const running = Object.entries(this.net.state.scopes).find(([, { node = this.process.id }]) => node === scope.id);
    return running && this.viewOf(running[0]);
  }

  get activityStatus(): string {
    if (this.#isBusy || this.running.size > 0) return 'executing';
    const { tokens, listeners } = this.net.state;
    if (Object.values(listeners).some(({ kind }) => kind === 'timer')) return 'timer';
    return Object.values(tokens).some(({ node }) => node !== undefined) ? 'wait' : 'idle';
  }

  /** As JSON, without what is empty. */
  getState(): Partial<RunState> {
    const { unfinished: _, scopes: __, guests, counters, ...others } = this.state;
    const { unfinished } = this.net;
    const { disableTrackState } = this.process.view.environment.settings;
    const inner = Object.keys(this.net.state.scopes).filter((id) => this.viewOf(id) !== this.process.view);
    const state = {
      ...others,
      ...(unfinished && { unfinished }),
      scopes: Object.fromEntries(inner.map((id) => [id, this.viewOf(id).state])),
      guests: { ...guests, ...this.#guests.states },
      counters: disableTrackState ? {} : counters,
    };
    const filled = Object.entries(state).filter(
      ([, value]) => typeof value !== 'object' || Object.keys(value).length > 0,
    );
    return JSON.parse(JSON.stringify(Object.fromEntries(filled))) as Partial<RunState>;
  }
}
