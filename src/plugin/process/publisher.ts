import { Broker } from 'smqp';
import type { Content, Message } from './message.ts';

type Callback = (...args: unknown[]) => unknown;

/**
 * An object that hosts listen to: `on`, `once`, `waitFor` and its broker. The broker is made when it is first asked for;
 * before, nobody hears, and nothing is published.
 */
export abstract class Publisher {
  abstract readonly id: string;
  abstract readonly type: string;
  readonly #prefix: string;
  #broker: Broker | undefined;

  constructor(prefix: string) {
    this.#prefix = prefix;
    // Hosts take them off the object and call them alone.
    this.on = this.on.bind(this);
    this.once = this.once.bind(this);
    this.waitFor = this.waitFor.bind(this);
  }

  abstract getApi(message?: Message): unknown;

  get broker(): Broker {
    if (this.#broker) return this.#broker;
    const broker = new Broker(this);
    this.#broker = broker;
    for (const exchange of ['event', 'api', 'run', 'format', 'execution', 'message'])
      broker.assertExchange(exchange, 'topic', { autoDelete: false, durable: false });
    broker.assertQueue('format-run-q', { autoDelete: false, durable: false });
    broker.bindQueue('format-run-q', 'format', 'run.#');
    return broker;
  }

  on(event: string, callback: Callback, options: { once?: boolean } = {}) {
    const listener = (_: string, message: unknown, owner: unknown) => {
      const heard = message as Message;
      callback(event === 'error' ? heard.content.error : (owner as Publisher).getApi(heard));
    };
    const key = this.#routingKey(event);
    if (options.once) return this.broker.subscribeOnce('event', key, listener, options);
    return this.broker.subscribeTmp('event', key, listener, { ...options, noAck: true });
  }

  once(event: string, callback: Callback, options: object = {}) {
    return this.on(event, callback, { ...options, once: true });
  }

  waitFor(
    event: string,
    isMeant?: (routingKey: string, message: Message, owner: unknown) => boolean,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const listen = (key: string, heard: (routingKey: string, message: Message) => void) =>
        this.broker.subscribeTmp('event', key, (routingKey, message) => heard(routingKey, message as never), {
          noAck: true,
        });
      const consumers = [
        listen(this.#routingKey(event), (routingKey, message) => {
          if (isMeant && !isMeant(routingKey, message, this)) return;
          for (const consumer of consumers) consumer.cancel();
          resolve(this.getApi(message));
        }),
        listen('*.error', (_, { content, properties }) => {
          if (!properties.mandatory) return;
          for (const consumer of consumers) consumer.cancel();
          reject(content.error);
        }),
      ];
    });
  }

  /** Whether anybody hears what is published. */
  get isHeard(): boolean {
    return (this.#broker?.getExchange('event')?.bindingCount ?? 0) > 0;
  }

  publish(routingKey: string, content: Content, properties: object = {}): void {
    if (this.isHeard) this.broker.publish('event', routingKey, content, properties);
  }

  publishApi(routingKey: string, content: Content, properties: object): void {
    if ((this.#broker?.getExchange('api')?.bindingCount ?? 0) > 0)
      this.broker.publish('api', routingKey, content, properties);
  }

  /** What has been put into the message of the next event; undefined: nothing. */
  get formats() {
    const queue = this.#broker?.getQueue('format-run-q');
    return queue && queue.messageCount > 0 ? queue : undefined;
  }

  #routingKey(event: string): string {
    if (event.includes('.')) return event;
    return event === 'wait' ? 'activity.wait' : `${this.#prefix}.${event}`;
  }
}
