import type { EngineActivity, EngineMessage } from '../engine-internals.ts';
import { type HeldEvent, runContextOf } from '../run-context.ts';

interface Broker {
  subscribeTmp(
    exchange: string,
    pattern: string,
    onMessage: (key: string, message: ApiMessage) => void,
    options: object,
  ): void;
  publish(exchange: string, key: string, content: object): void;
  cancel(consumerTag: string): void;
}

interface ApiMessage {
  readonly properties: { readonly type?: string };
}

/**
 * An event definition that only waits: for the plugin to say that its timer is due, that its message came, or that what
 * it throws was delivered.
 *
 * The engine's own listen to everything that is said anywhere: a signal from outside reaches one catcher of several, a
 * message thrown inside is delivered twice, an error fires the boundaries of siblings too, and what was said before its
 * host started is still heard. Its timers read the clock of the machine. Here the engine keeps the token and nothing
 * else; who hears what is decided at rest, in one place.
 */
export class WaitingEventDefinition implements HeldEvent {
  readonly type: string;
  readonly activity: EngineActivity;
  readonly #broker: Broker;
  #message: EngineMessage | undefined;

  constructor(
    activity: EngineActivity & { readonly environment: { readonly options: object } },
    definition: { type: string },
  ) {
    this.type = definition.type;
    this.activity = activity;
    this.#broker = activity.broker as unknown as Broker;
  }

  get executionId(): string {
    return this.#message?.content.executionId ?? '';
  }

  get content(): EngineMessage['content'] {
    return this.#message?.content ?? {};
  }

  /** Called by the engine when a token arrives, and again after a recover. */
  execute(message: EngineMessage): void {
    this.#message = message;
    this.#broker.subscribeTmp(
      'api',
      `activity.#.${this.executionId}`,
      (_, { properties }) => this.#onApi(properties.type),
      {
        noAck: true,
        consumerTag: `_api-${this.executionId}`,
        priority: 400,
      },
    );
    runContextOf(this.activity.environment).enterEvent(this);
  }

  /** Lets the token go on. @param repeat rounds that are left of a timer cycle; -1 for ever */
  complete(repeat?: number): void {
    this.#stop();
    if (repeat !== undefined) this.#broker.publish('execution', 'execute.repeat', { ...this.content, repeat });
    this.#broker.publish('execution', 'execute.completed', { ...this.content, state: 'catch' });
  }

  #onApi(type: string | undefined): void {
    if (type === 'signal') this.complete();
    if (type !== 'discard' && type !== 'stop') return;
    this.#stop();
    if (type === 'discard') this.#broker.publish('execution', 'execute.discard', { ...this.content, state: 'discard' });
  }

  #stop(): void {
    this.#broker.cancel(`_api-${this.executionId}`);
    runContextOf(this.activity.environment).leaveEvent(this);
  }
}
