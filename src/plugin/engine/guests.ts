import type { TokenAt } from '../../net/ports.ts';
import type { Id } from '../../net/state.ts';
import type { Content, Message } from './message.ts';
import type { Run } from './run.ts';
import type { Element } from './scope-view.ts';

type Outbound = readonly { readonly id: string; readonly action: string }[];

/**
 * Nodes of the host's own types: the element that the host has written runs, and says what it does and where its token goes
 * on. It runs once at a time; other tokens wait for their turn.
 */
export class Guests {
  readonly #run: Run;
  readonly #fail: (token: Id, error: unknown) => void;
  readonly #running = new Map<Id, { readonly activity: Element; readonly stopListening: () => void }>();
  readonly #waiting: TokenAt[] = [];

  constructor(run: Run, fail: (token: Id, error: unknown) => void) {
    this.#run = run;
    this.#fail = fail;
  }

  begin(at: TokenAt): void {
    const activity = this.#activityAt(at);
    if ([...this.#running.values()].some((guest) => guest.activity === activity)) this.#waiting.push(at);
    else {
      this.#listen(at, activity);
      activity.run({ ...this.#run.state.added[at.id], ignoreOutbound: true });
    }
  }

  /** After a recovery: with its own state, or from the beginning. */
  resume(at: TokenAt): void {
    const saved = this.#run.state.guests[at.id];
    const activity = this.#activityAt(at);
    if (saved === undefined) {
      this.begin(at);
      return;
    }
    this.#listen(at, activity);
    if (!activity.status) activity.recover(saved);
    activity.resume();
  }

  giveUp(id: Id): void {
    const guest = this.#running.get(id);
    this.#leave(id);
    guest?.activity.discard();
  }

  stop(): void {
    Object.assign(this.#run.state.guests, this.states);
    for (const [token, { activity }] of [...this.#running]) {
      activity.stop();
      this.#leave(token);
    }
  }

  apiOf(token: Id): unknown {
    return this.#running.get(token)?.activity.getApi();
  }

  /** Passes on what is for whoever waits for it. */
  delegate(action: string, content: object): void {
    for (const { activity } of [...this.#running.values()])
      activity.broker.publish(
        'api',
        `activity.${action}.${activity.executionId}`,
        { ...content },
        { delegate: true, type: action },
      );
  }

  get states(): Record<Id, unknown> {
    return Object.fromEntries([...this.#running].map(([token, { activity }]) => [token, activity.getState()]));
  }

  #activityAt({ token, node }: TokenAt): Element {
    return this.#run.viewOf(token.scope).element(node.id);
  }

  #listen(at: TokenAt, activity: Element): void {
    const heard = (routingKey: string, message: unknown) => this.#hear(at, activity, routingKey, message as Message);
    const consumer = activity.broker.subscribeTmp('event', '#', heard, { noAck: true, priority: 200 });
    this.#running.set(at.id, { activity, stopListening: () => consumer.cancel() });
    delete this.#run.state.guests[at.id];
  }

  #hear(at: TokenAt, activity: Element, routingKey: string, { content, properties }: Message): void {
    const { scope } = at.token;
    const parent = this.#run.contents.parent(scope);
    const isOwn = content.parent?.id === parent.id;
    const told = isOwn ? { ...content, parent } : content;
    this.#run.publishUp(scope, routingKey, told, { ...properties, mandatory: false });
    if (!this.#running.has(at.id) || content.id !== activity.id || !isOwn) return;
    if (routingKey === 'activity.leave') this.#end(at, activity, content);
    else if (routingKey === 'activity.error') {
      this.#leave(at.id);
      this.#run.goOn(() => this.#fail(at.id, content.error));
    }
  }

  /** It has ended: it says which flows are taken, or they say so themselves. */
  #end({ id, node }: TokenAt, activity: Element, content: Content): void {
    const run = this.#run;
    const goOn = (outbound: Outbound) =>
      run.goOn(() => {
        const chosen = outbound.filter(({ action }) => action === 'take').map((flow) => flow.id);
        run.chosen.set(id, chosen);
        run.setOutput(id, { output: content.output });
        if (node.outgoing.length > 0 && chosen.length === 0) run.net.cancel(id);
        else run.net.complete(id);
      });
    const evaluated = (error: unknown, outbound: Outbound) =>
      error ? run.goOn(() => this.#fail(id, error)) : goOn(outbound);
    this.#leave(id);
    const outbound = content.outbound as Outbound | undefined;
    const message = { fields: {}, content, properties: {} } as never;
    if (outbound || node.outgoing.length === 0) goOn(outbound ?? []);
    else activity.evaluateOutbound(message, content.outboundTakeOne === true, evaluated as never);
  }

  #leave(token: Id): void {
    const guest = this.#running.get(token);
    guest?.stopListening();
    this.#running.delete(token);
    const next = this.#waiting.findIndex(({ node }) => node.id === guest?.activity.id);
    const [at] = next < 0 ? [] : this.#waiting.splice(next, 1);
    if (at) this.#run.goOn(() => this.begin(at));
  }
}
