import type { Environment } from 'bpmn-elements';
import type { Broker } from 'smqp';
import { type Content, type Message, uniqueId } from './message.ts';

/** `delegate`: it is for whoever waits for it, in this process. */
interface ApiOptions {
  readonly delegate?: boolean;
  readonly correlationId?: string;
}

interface ApiTarget {
  readonly prefix: 'activity' | 'process';
  readonly environment: Environment;
  owner(): { readonly broker: Broker };
  /** For those who listen to the exchange `api`. */
  publish(routingKey: string, content: Content, properties: object): void;
  act(action: string, content: Content): void;
  postponed(content: Content): readonly unknown[];
  executing(content: Content): readonly unknown[];
}

/** What a listener gets: the element of a message, as bpmn-elements documents it ("Shared api"). */
export class ElementApi {
  readonly id: string;
  readonly type: string;
  readonly name: string | undefined;
  readonly executionId: string;
  readonly environment: Environment;
  readonly content: Content;
  readonly fields: Message['fields'];
  readonly messageProperties: Message['properties'];
  readonly messagePrefix: string;
  readonly #target: ApiTarget;

  constructor({ content, fields, properties }: Message, target: ApiTarget) {
    this.id = content.id;
    this.type = content.type;
    this.name = content.name;
    this.executionId = content.executionId;
    this.environment = target.environment;
    this.content = { ...content };
    this.fields = { ...fields };
    this.messageProperties = { ...properties };
    this.messagePrefix = target.prefix;
    this.#target = target;
  }

  get owner() {
    return this.#target.owner();
  }

  get broker(): Broker {
    return this.owner.broker;
  }

  cancel(message?: unknown, options?: ApiOptions): void {
    this.sendApiMessage('cancel', { message }, options);
  }

  discard(): void {
    this.sendApiMessage('discard');
  }

  fail(error: unknown): void {
    this.sendApiMessage('error', { error });
  }

  signal(message?: unknown, options?: ApiOptions): void {
    this.sendApiMessage('signal', { message }, options);
  }

  stop(): void {
    this.sendApiMessage('stop');
  }

  resolveExpression(expression: string): unknown {
    const { fields, content, messageProperties: properties } = this;
    return this.environment.resolveExpression(expression, { fields, content, properties } as never, this.owner);
  }

  sendApiMessage(action: string, content: object = {}, options: ApiOptions = {}): void {
    const message = { ...this.content, ...content };
    const correlationId = options.correlationId ?? uniqueId(`${this.id}_signal`);
    const properties = { ...options, correlationId, type: action };
    this.#target.publish(`${this.messagePrefix}.${action}.${this.executionId}`, message, properties);
    if (!options.delegate) this.#target.act(action, message);
  }

  getPostponed(): readonly unknown[] {
    return this.#target.postponed(this.content);
  }

  getExecuting(): readonly unknown[] {
    return this.#target.executing(this.content);
  }

  createMessage(content?: object): object {
    return { ...this.content, ...content };
  }
}
