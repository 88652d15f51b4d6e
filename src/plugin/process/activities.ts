import { ActivityError } from 'bpmn-elements';
import { NetError } from '../../net/net-error.ts';
import type { Later, TokenAt } from '../../net/ports.ts';
import type { Id } from '../../net/state.ts';
import { type Behaviour, behaviourOf, type Work } from './behaviours.ts';
import type { Added } from './contents.ts';
import type { Payload } from './event-waits.ts';
import { format } from './formatting.ts';
import { Guests } from './guests.ts';
import type { Instance } from './instance.ts';
import { type Content, messageOf } from './message.ts';

/** What tokens do in activities: they start, run, and are completed, fail or go. */
export class Activities {
  readonly guests: Guests;
  isDiscarded = false;
  readonly #instance: Instance;
  /** Their content has been formatted; a loop may begin. */
  readonly #started = new Set<Id>();
  readonly #outputs = new Map<Id, Payload>();
  /** What runs and answers later. */
  readonly #running = new Map<Id, Work>();
  readonly #failures = new Map<Id, Payload>();
  readonly #answers = new Map<string, readonly [error: unknown, result: unknown]>();

  constructor(instance: Instance, guests: Record<Id, unknown>) {
    this.#instance = instance;
    this.guests = new Guests(instance, guests);
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  hasStarted(id: Id): boolean {
    return this.#started.has(id);
  }

  isGuest({ node }: TokenAt): boolean {
    return this.#instance.drawing.guests.has(node.id);
  }

  chosenBy(id: Id): readonly string[] | undefined {
    return this.guests.chosenBy(id);
  }

  setOutput(id: Id, payload: Payload): void {
    const { of, iteration = 0 } = this.#instance.contents.token(id) ?? {};
    if (of === undefined) this.#outputs.set(id, payload);
    else if (payload.output !== undefined) {
      const loop = this.#instance.loops[of];
      if (loop) loop.outputs[iteration] = payload.output;
    }
  }

  outputOf(id: Id): Added {
    const { output } = this.#outputs.get(id) ?? {};
    return output === undefined ? {} : { output };
  }

  /** Of a multi-instance: what its iterations have put out. */
  takeOutput(id: Id): Payload {
    const payload = this.#outputs.get(id) ?? {};
    this.#outputs.delete(id);
    this.#started.delete(id);
    const loop = this.#instance.loops[id];
    return loop
      ? { ...payload, output: loop.outputs }
      : { ...(payload.output !== undefined && { output: payload.output }) };
  }

  failureOf(id: Id): Payload | undefined {
    return this.#failures.get(id);
  }

  /** A token has come to a node: listeners hear it, extensions add to its content, and then it runs. */
  begin(at: TokenAt): void {
    const instance = this.#instance;
    const { id, node, token } = at;
    if (this.isGuest(at)) {
      this.guests.begin(at);
      return;
    }
    const content = instance.contents.ofToken(at);
    const owner = instance.ownerAt(at);
    owner.extensions?.activate(messageOf(content, 'run.enter') as never);
    instance.publish(token.scope, 'activity.enter', { ...content, state: 'enter' }, { type: 'enter' }, owner);
    const host = { id: node.id, type: node.type, executionId: content.executionId };
    // A condition that is true already comes first.
    if (instance.events.announce(id, node.boundaries, [host])) return;
    this.#formatted(at, () => {
      const started = { ...instance.contents.ofToken(at), state: 'start' };
      instance.publish(token.scope, 'activity.start', started, { type: 'start' }, owner);
      this.#formatted(at, () => this.execute(at));
    });
  }

  /** Goes on once extensions have added what they want to the content of a token. */
  #formatted(at: TokenAt, next: () => void): void {
    const instance = this.#instance;
    const { id } = at;
    let isSync = true;
    let isDone = false;
    format(instance.ownerAt(at), (added, error) => {
      isDone = true;
      const go = () => {
        this.#running.delete(id);
        const { contents } = instance;
        if (!contents.at(id)) return;
        contents.added[id] = { ...contents.added[id], ...added };
        if (error === undefined) next();
        else
          this.fail(
            id,
            new ActivityError(
              (error as Error).message ?? 'formatting failed',
              messageOf(contents.ofToken(at)) as never,
              error as Error,
            ),
          );
      };
      if (isSync) go();
      else instance.perform(go);
    });
    isSync = false;
    if (!isDone) this.#running.set(id, {});
  }

  execute(at: TokenAt, isRecovered = false): void {
    const instance = this.#instance;
    const { id, node, token } = at;
    if (node.loop && token.of === undefined) {
      this.#started.add(id);
      instance.net.answer(id);
      return;
    }
    const content = {
      ...instance.contentOf(at),
      isRootScope: token.of === undefined,
      ...(isRecovered && { isRecovered }),
    };
    if (node.kind === 'catch') instance.events.wait(id, node, content);
    else if (node.kind === 'activity') this.#run(at, content, behaviourOf(instance.ownerAt(at)));
  }

  #run(at: TokenAt, content: Content, behaviour: Behaviour): void {
    const instance = this.#instance;
    const { id, token } = at;
    let isSync = true;
    let isDone = false;
    const once = (action: () => void) => {
      if (isDone) return;
      isDone = true;
      const go = () => {
        this.#running.delete(id);
        action();
      };
      if (isSync) go();
      else instance.perform(go);
    };
    const work = behaviour(instance.ownerAt(at), content, {
      tell: (routingKey, told, properties) =>
        instance.publish(token.scope, routingKey, told, properties, instance.ownerAt(at)),
      complete: (output) => once(() => this.complete(id, { output })),
      fail: (error) => once(() => this.fail(id, error)),
    });
    isSync = false;
    if (!isDone && work) this.#running.set(id, work);
  }

  /** What has run in a token is complete. */
  complete(id: Id, payload: Payload): void {
    const instance = this.#instance;
    const at = instance.contents.at(id);
    if (!at || at.node.kind !== 'activity' || at.token.awaits !== undefined || at.token.tally) return;
    if (at.token.of !== undefined) {
      this.setOutput(id, payload);
      instance.net.complete(id);
      return;
    }
    const { output } = payload;
    const content = {
      ...instance.contents.ofToken(at),
      ...(output !== undefined && { output }),
      state: 'completed',
    } as Content;
    instance.ownerAt(at).publish('activity.execution.completed', content);
    this.#formatted(at, () => {
      const { [id]: { output: formatted = payload.output } = {} } = instance.contents.added;
      this.setOutput(id, { ...payload, output: formatted });
      instance.net.complete(id);
    });
  }

  /** It has failed: something catches the code of the error, or the process fails. */
  fail(id: Id, error: unknown): void {
    const instance = this.#instance;
    const at = instance.contents.at(id);
    if (!at) return;
    const content = instance.contents.ofToken(at);
    const { id: node, type, executionId } = content;
    this.#failures.set(id, { error, source: { id: node, type, executionId } });
    instance.publish(at.token.scope, 'activity.error', { ...content, error }, { type: 'error' });
    const { code = (error as { readonly id?: unknown } | undefined)?.id } = (error ?? {}) as {
      readonly code?: unknown;
    };
    if (at.node.kind === 'activity' && !at.token.tally && !at.token.awaits)
      instance.net.fail(id, code === undefined || code === null ? undefined : String(code));
    else throw error;
  }

  /** By `api.fail`, or by the process that a call has called. */
  failByApi(id: Id, error: unknown): void {
    const at = this.#instance.contents.at(id);
    if (!at) return;
    const { message } = (error ?? {}) as Error;
    this.fail(id, new ActivityError(message, messageOf(this.#instance.contentOf(at)) as never, error as Error));
  }

  uncaught({ id, node }: TokenAt): void {
    const failure = this.#failures.get(id);
    this.#instance.error =
      failure?.error ?? new ActivityError(`<${node.id}> throws an error that nothing catches`, undefined as never);
  }

  /** An error that ends the process, not one of a listener. */
  isFault(error: unknown): boolean {
    return error instanceof ActivityError || error instanceof NetError;
  }

  tellFault(error: unknown): void {
    const { source } = error as { readonly source?: { readonly content: Content } };
    const instance = this.#instance;
    if (!source || !instance.drawing.elements.has(source.content.id)) return;
    const { content } = source;
    instance.publish(instance.scopeNamed(content), 'activity.error', { ...content, error }, { type: 'error' });
  }

  /** What a token has begun is cancelled. */
  giveUp(at: TokenAt): void {
    const { id } = at;
    const work = this.#running.get(id);
    this.#running.delete(id);
    work?.discard?.();
    if (this.isGuest(at)) this.guests.giveUp(at);
    else if (at.node.type === 'bpmn:CallActivity') this.tellCallIsCancelled(id);
  }

  tellCallIsCancelled(id: Id): void {
    const instance = this.#instance;
    const at = instance.contents.at(id);
    if (!at) return;
    const content = instance.contentOf(at);
    const { calledElement } = instance.ownerAt(at).behaviour;
    const called = instance.viewOf(at.token.scope).environment.resolveExpression(String(calledElement));
    instance.publish(
      at.token.scope,
      'activity.call.cancel',
      { ...content, calledElement: called, state: 'discard' },
      { type: 'discard' },
    );
  }

  discard(id: Id): void {
    const { net, contents } = this.#instance;
    const at = contents.at(id);
    if (at?.token.of === undefined) net.cancel(id);
    else this.complete(id, {});
  }

  stop(): void {
    for (const work of this.#running.values()) work.stop?.();
    this.#running.clear();
    this.guests.stop();
  }

  /** After a recovery: what waits is told again, what has run runs again. */
  resume(id: Id): void {
    const instance = this.#instance;
    const at = instance.contents.at(id);
    if (!at) return;
    const { node, token } = at;
    if (this.isGuest(at)) {
      this.guests.resume(at);
      return;
    }
    if (token.of === undefined) {
      const content = instance.contents.ofToken(at);
      instance
        .ownerAt(at)
        .extensions?.activate({
          ...messageOf(content, 'run.execute'),
          fields: { routingKey: 'run.execute', redelivered: true },
        } as never);
      instance.waitAgain(id);
    }
    if (token.tally) this.#started.add(id);
    if (token.awaits !== undefined) {
      this.#started.add(id);
      instance.net.answer(id);
    } else if (!token.tally && (node.kind === 'activity' || node.kind === 'catch')) this.execute(at, true);
  }

  /** Asks what may be answered later; then the net is told, and asks again. */
  ask(
    key: string,
    id: Id,
    ask: (done: (error: unknown, result?: unknown) => void) => void,
    at?: TokenAt,
  ): Later<unknown> {
    const instance = this.#instance;
    const known = this.#answers.get(key);
    let answer = known;
    if (!known) {
      let isSync = true;
      ask((error, result) => {
        if (isSync) answer = [error, result];
        else
          instance.perform(() => {
            this.#answers.set(key, [error, result]);
            instance.net.answer(id);
          });
      });
      isSync = false;
    }
    if (!answer) return 'later';
    const [error, result] = answer;
    if (error === undefined || error === null) return result;
    const content = at && instance.contentOf(at);
    throw new ActivityError((error as Error).message, content && (messageOf(content) as never), error as Error);
  }
}
