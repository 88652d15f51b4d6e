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
 * An event definition that only holds the token until the plugin completes it: when its timer is due, its message has
 * arrived, or its thrown event was delivered.
 *
 * The engine's event definitions have several defects: a signal from outside reaches only one of several catchers, a
 * message thrown inside is delivered twice, an error also fires boundary events of siblings, events are delivered to
 * hosts that started later, and timers use the clock of the machine. Here the plugin decides which element catches an
 * event, in one place, when the engine is at rest.
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

  /** Releases the token. @param repeat remaining rounds of a timer cycle; -1: no end */
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
