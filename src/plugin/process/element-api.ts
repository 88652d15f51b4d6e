import type { Environment } from 'bpmn-elements';
import type { Broker } from 'smqp';
import { type Content, type Message, uniqueId } from './message.ts';

/** What can be done with a token, an event that waits, or the process, by its `executionId`. */
export interface ApiTarget {
  act(action: string, content: Content): void;
  postponedOf(content: Content): readonly unknown[];
  executingOf(content: Content): readonly unknown[];
}

/** `delegate`: it is for whoever waits for it, in this process. */
export interface ApiOptions {
  readonly delegate?: boolean;
  readonly correlationId?: string;
}

interface ApiOwner {
  readonly broker: Broker;
  publishApi(routingKey: string, content: Content, properties: object): void;
  readonly environment: Environment;
}

/** What a listener gets: an element of the engine's documentation ("Shared api"). */
export class ElementApi {
  readonly id: string;
  readonly type: string;
  readonly name: string | undefined;
  readonly executionId: string;
  readonly environment: Environment;
  readonly content: Content;
  readonly fields: Message['fields'];
  readonly messageProperties: Message['properties'];
  readonly owner: ApiOwner;
  readonly messagePrefix: 'activity' | 'process';
  readonly #target: ApiTarget;

  constructor(prefix: 'activity' | 'process', owner: ApiOwner, message: Message, target: ApiTarget) {
    const content = { ...message.content };
    this.id = content.id;
    this.type = content.type;
    this.name = content.name;
    this.executionId = content.executionId;
    this.environment = owner.environment;
    this.content = content;
    this.fields = { ...message.fields };
    this.messageProperties = { ...message.properties };
    this.owner = owner;
    this.messagePrefix = prefix;
    this.#target = target;
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
    const { messagePrefix, executionId, id } = this;
    const message = this.createMessage(content) as Content;
    const correlationId = options.correlationId ?? uniqueId(`${id}_signal`);
    this.owner.publishApi(`${messagePrefix}.${action}.${executionId}`, message, {
      ...options,
      correlationId,
      type: action,
    });
    if (!options.delegate) this.#target.act(action, message);
  }

  getPostponed(): readonly unknown[] {
    return this.#target.postponedOf(this.content);
  }

  getExecuting(): readonly unknown[] {
    return this.#target.executingOf(this.content);
  }

  createMessage(content?: object): object {
    return { ...this.content, ...content };
  }
}
