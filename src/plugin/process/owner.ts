import type { ContextInstance, Environment, IExtension, ILogger } from 'bpmn-elements';
import type { SerializableElement } from 'moddle-context-serializer';
import type { Message } from './message.ts';
import { Publisher } from './publisher.ts';

/** What an owner needs of the instance that its tokens are in. */
export interface OwnerInstance {
  apiOf(message: Message): unknown;
  postponedIn(owner: Owner): readonly unknown[];
  discardAt(owner: Owner): void;
  failAt(owner: Owner, error: unknown): void;
  countersOf(owner: Owner): { readonly taken: number; readonly discarded: number };
  isRunningAt(owner: Owner): boolean;
}

interface EventDefinition {
  parse(timerType: string, value: string): { expireAt?: Date; repeat?: number };
  readonly condition?: { readonly type: string } | null;
  evaluate(message: Message, callback: (error: unknown, result?: unknown) => void): void;
}

/** A node as listeners, extensions and services see it: one object for all tokens that are in it at a time. */
export class Owner extends Publisher {
  readonly id: string;
  readonly type: string;
  readonly name: string | undefined;
  readonly behaviour: Readonly<Record<string, unknown>>;
  readonly parent: { readonly id: string; readonly type: string };
  readonly context: ContextInstance;
  readonly environment: Environment;
  readonly logger: ILogger;
  readonly extensions: IExtension | undefined;
  readonly isSubProcess: boolean;
  readonly isThrowing: boolean;
  readonly isForCompensation = false;
  readonly #instance: OwnerInstance;
  readonly #element: SerializableElement;
  readonly #definitions = new Map<number, EventDefinition>();

  constructor(element: SerializableElement, context: ContextInstance, instance: OwnerInstance) {
    super('activity');
    const { id = '', type = '', name, behaviour, parent } = element;
    this.#element = element;
    this.#instance = instance;
    this.id = id;
    this.type = type;
    this.name = name;
    this.behaviour = behaviour;
    this.parent = { id: parent?.id ?? '', type: parent?.type ?? '' };
    this.context = context;
    this.environment = context.environment;
    this.logger = context.environment.Logger(type.toLowerCase());
    this.isSubProcess = /SubProcess$|Transaction$/.test(type);
    this.isThrowing = /EndEvent$|ThrowEvent$/.test(type);
    const isExtended = this.environment.extensions || behaviour.ioSpecification || behaviour.properties;
    this.extensions = isExtended ? context.loadExtensions(this as never) : undefined;
  }

  get inbound() {
    return this.context.getInboundSequenceFlows(this.id);
  }

  get outbound() {
    return this.context.getOutboundSequenceFlows(this.id);
  }

  get attachedTo(): unknown {
    const attachedTo = this.behaviour.attachedTo as { readonly id: string } | undefined;
    return attachedTo ? this.getActivityById(attachedTo.id) : null;
  }

  get isStart(): boolean {
    const { behaviour } = this;
    return !behaviour.attachedTo && !behaviour.triggeredByEvent && this.inbound.length === 0;
  }

  get isEnd(): boolean {
    return this.context.definitionContext.getOutboundSequenceFlows(this.id).length === 0;
  }

  get isMultiInstance(): boolean {
    return this.behaviour.loopCharacteristics !== undefined;
  }

  get triggeredByEvent(): unknown {
    return this.behaviour.triggeredByEvent;
  }

  get counters(): { readonly taken: number; readonly discarded: number } {
    return this.#instance.countersOf(this);
  }

  get status(): string | undefined {
    return this.#instance.isRunningAt(this) ? 'executing' : undefined;
  }

  get isRunning(): boolean {
    return this.status !== undefined;
  }

  get parentElement(): unknown {
    const { id } = this.parent;
    return this.context.owner?.id === id ? this.context.owner : this.context.getProcessById(id);
  }

  get lane(): unknown {
    const lane = this.#element.lane as { readonly id: string } | undefined;
    const parent = this.parentElement as { getLaneById?(id: string): unknown } | undefined;
    return lane && parent?.getLaneById?.(lane.id);
  }

  /** Only timers and conditions are asked for what they say. */
  eventDefinition(index: number): EventDefinition {
    const found = this.#definitions.get(index);
    if (found) return found;
    const definitions = this.behaviour.eventDefinitions as readonly SerializableElement[];
    const element = definitions[index];
    const Behaviour = element?.Behaviour as unknown as new (...args: unknown[]) => EventDefinition;
    const definition = new Behaviour(this, element, this.context, index);
    this.#definitions.set(index, definition);
    return definition;
  }

  get eventDefinitions(): readonly EventDefinition[] | undefined {
    const definitions = this.behaviour.eventDefinitions as readonly unknown[] | undefined;
    return definitions?.map((_, index) => this.eventDefinition(index));
  }

  getActivityById(id: string): unknown {
    return this.context.getActivityById(id);
  }

  getApi(message: Message): unknown {
    return this.#instance.apiOf(message);
  }

  getPostponed(): readonly unknown[] {
    return this.#instance.postponedIn(this);
  }

  /** What runs in the node fails. */
  emitFatal(error: unknown): void {
    this.#instance.failAt(this, error);
  }

  /** All tokens in the node go, without being completed. */
  discard(): void {
    this.#instance.discardAt(this);
  }
}
