import type { Activity } from 'bpmn-elements';
import type { TokenAt } from '../../net/ports.ts';
import type { Id } from '../../net/state.ts';
import type { Instance } from './instance.ts';
import type { Content, Message } from './message.ts';

/** As documented; the declarations leave some of it out. */
type GuestActivity = Activity & { recover(state: unknown): void };

interface Guest {
  readonly token: Id;
  readonly activity: GuestActivity;
  readonly stopListening: () => void;
}

/**
 * Nodes of the host's own types: the element that the host has written runs, and says what it does and where its token goes
 * on. It runs once at a time; other tokens wait for their turn.
 */
export class Guests {
  readonly #instance: Instance;
  readonly #running = new Map<Id, Guest>();
  readonly #waiting: TokenAt[] = [];
  readonly #chosen = new Map<Id, readonly string[]>();
  readonly #saved: Record<Id, unknown>;

  constructor(instance: Instance, saved: Record<Id, unknown>) {
    this.#instance = instance;
    this.#saved = saved;
  }

  begin(at: TokenAt): void {
    const activity = this.#activityAt(at);
    if (!activity) return;
    if ([...this.#running.values()].some((guest) => guest.activity === activity)) {
      this.#waiting.push(at);
      return;
    }
    this.#listen(at, activity);
    activity.run({ ...this.#instance.contents.added[at.id], ignoreOutbound: true });
  }

  /** After a recovery: with its own state, or from the beginning. */
  resume(at: TokenAt): void {
    const activity = this.#activityAt(at);
    const saved = this.#saved[at.id];
    if (!activity || !saved) {
      this.begin(at);
      return;
    }
    this.#listen(at, activity);
    if (!activity.status) activity.recover(saved);
    activity.resume();
  }

  /** The flows by which a token goes on. */
  chosenBy(token: Id): readonly string[] | undefined {
    return this.#chosen.get(token);
  }

  giveUp({ id }: TokenAt): void {
    const guest = this.#running.get(id);
    this.#leave(id);
    guest?.activity.discard();
  }

  stop(): void {
    for (const { token, activity } of [...this.#running.values()]) {
      this.#saved[token] = activity.getState();
      activity.stop();
      this.#leave(token);
    }
  }

  apiOf(token: Id): unknown {
    return this.#running.get(token)?.activity.getApi();
  }

  /** Passes on what is for whoever waits for it. */
  delegate(action: string, content: Partial<Content>): void {
    for (const { activity } of [...this.#running.values()])
      activity.broker.publish(
        'api',
        `activity.${action}.${activity.executionId}`,
        { ...content },
        { delegate: true, type: action },
      );
  }

  getState(): Record<Id, unknown> {
    const running = [...this.#running.values()].map(({ token, activity }) => [token, activity.getState()]);
    return { ...this.#saved, ...Object.fromEntries(running) };
  }

  #activityAt({ token, node }: TokenAt): GuestActivity | undefined {
    return this.#instance.viewOf(token.scope).guest(node);
  }

  #listen(at: TokenAt, activity: GuestActivity): void {
    const heard = (routingKey: string, message: unknown) => this.#hear(at, activity, routingKey, message as Message);
    const consumer = activity.broker.subscribeTmp('event', '#', heard, { noAck: true, priority: 200 });
    this.#running.set(at.id, { token: at.id, activity, stopListening: () => consumer.cancel() });
    delete this.#saved[at.id];
  }

  #hear(at: TokenAt, activity: GuestActivity, routingKey: string, { content, properties }: Message): void {
    const instance = this.#instance;
    const { id, token } = at;
    const { id: parent } = instance.contents.parent(token.scope);
    const isOwn = content.parent?.id === parent;
    const told = isOwn ? { ...content, parent: instance.contents.parent(token.scope) } : content;
    instance.publishUp(token.scope, routingKey, told, { ...properties, mandatory: false });
    if (!this.#running.has(id) || content.id !== activity.id || !isOwn) return;
    if (routingKey === 'activity.error') {
      this.#leave(id);
      instance.goOn(() => instance.activities.fail(id, content.error));
    } else if (routingKey === 'activity.leave') this.#end(at, activity, content);
  }

  /** It has ended: it says which flows are taken, or they say so themselves. */
  #end({ id, node }: TokenAt, activity: GuestActivity, content: Content): void {
    const { net, activities } = this.#instance;
    const goOn = (outbound: readonly { id: string; action: string }[]) =>
      this.#instance.goOn(() => {
        const { output } = content;
        this.#chosen.set(
          id,
          outbound.flatMap((flow) => (flow.action === 'take' ? [flow.id] : [])),
        );
        activities.setOutput(id, { output });
        if (node.outgoing.length > 0 && this.#chosen.get(id)?.length === 0) net.cancel(id);
        else net.complete(id);
      });
    this.#leave(id);
    const outbound = content.outbound as readonly { id: string; action: string }[] | undefined;
    if (outbound || node.outgoing.length === 0) goOn(outbound ?? []);
    else
      activity.evaluateOutbound({ fields: {}, content, properties: {} } as never, content.outboundTakeOne === true, ((
        error: unknown,
        evaluated: readonly { id: string; action: string }[],
      ) => (error ? this.#instance.goOn(() => activities.fail(id, error)) : goOn(evaluated))) as never);
  }

  #leave(token: Id): void {
    const guest = this.#running.get(token);
    guest?.stopListening();
    this.#running.delete(token);
    const next = this.#waiting.findIndex(({ node }) => node.id === guest?.activity.id);
    const [at] = next < 0 ? [] : this.#waiting.splice(next, 1);
    if (at) this.#instance.goOn(() => this.begin(at));
  }
}
