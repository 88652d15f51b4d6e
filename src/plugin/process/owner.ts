import type { ContextInstance, Environment, IExtension, ILogger } from 'bpmn-elements';
import type { SerializableElement } from 'moddle-context-serializer';
import type { Message } from './message.ts';
import { Publisher } from './publisher.ts';

/** The process that an owner belongs to. */
export interface OwnerProcess {
  getApi(message: Message): unknown;
  /** What is in a node now; undefined: the process does not run. */
  nodeNow(id: string): NodeNow | undefined;
}

interface NodeNow {
  readonly counters: { readonly taken: number; readonly discarded: number };
  /** A token is in it, or it is an event that waits for one. */
  readonly isRunning: boolean;
  readonly postponed: readonly unknown[];
  discard(): void;
  fail(error: unknown): void;
}

interface EventDefinition {
  readonly condition?: { readonly type: string } | null;
  parse(timerType: string, value: string): { readonly expireAt?: Date; readonly repeat?: number };
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
  readonly isSubProcess: boolean;
  readonly isThrowing: boolean;
  readonly extensions: IExtension | undefined;
  /** As the diagram has them. */
  readonly definitions: readonly SerializableElement[];
  readonly #process: OwnerProcess;
  readonly #laneId: string | undefined;
  readonly #eventDefinitions = new Map<number, EventDefinition>();

  constructor(element: SerializableElement, context: ContextInstance, process: OwnerProcess) {
    super('activity');
    const { id = '', type = '', name, behaviour, parent, lane } = element;
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
    this.definitions = behaviour.eventDefinitions ?? [];
    this.#process = process;
    this.#laneId = lane?.id;
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
    const { attachedTo } = this.behaviour as { readonly attachedTo?: { readonly id: string } };
    return attachedTo ? this.getActivityById(attachedTo.id) : null;
  }

  get isStart(): boolean {
    const { attachedTo, triggeredByEvent } = this.behaviour;
    return !attachedTo && !triggeredByEvent && this.inbound.length === 0;
  }

  get isEnd(): boolean {
    return this.outbound.length === 0;
  }

  get isMultiInstance(): boolean {
    return this.behaviour.loopCharacteristics !== undefined;
  }

  get counters() {
    return this.#process.nodeNow(this.id)?.counters ?? { taken: 0, discarded: 0 };
  }

  get status(): string | undefined {
    return this.isRunning ? 'executing' : undefined;
  }

  get isRunning(): boolean {
    return this.#process.nodeNow(this.id)?.isRunning ?? false;
  }

  get parentElement(): unknown {
    const { id } = this.parent;
    return this.context.owner?.id === id ? this.context.owner : this.context.getProcessById(id);
  }

  get lane(): unknown {
    const parent = this.parentElement as { getLaneById?(id: string): unknown } | undefined;
    return this.#laneId && parent?.getLaneById?.(this.#laneId);
  }

  get eventDefinitions(): readonly EventDefinition[] {
    return this.definitions.map((_, index) => this.eventDefinition(index));
  }

  /** As the engine has them; only timers and conditions are asked for what they say. */
  eventDefinition(index: number): EventDefinition {
    const found = this.#eventDefinitions.get(index);
    if (found) return found;
    const element = this.definitions[index];
    const Behaviour = element?.Behaviour as unknown as new (...args: unknown[]) => EventDefinition;
    const definition = new Behaviour(this, element, this.context, index);
    this.#eventDefinitions.set(index, definition);
    return definition;
  }

  /** Of a conditional event. */
  conditionOf(index: number): EventDefinition['condition'] {
    const isCondition = this.definitions[index]?.type === 'bpmn:ConditionalEventDefinition';
    return isCondition ? this.eventDefinition(index).condition : undefined;
  }

  getActivityById(id: string): unknown {
    return this.context.getActivityById(id);
  }

  getApi(message: Message): unknown {
    return this.#process.getApi(message);
  }

  getPostponed(): readonly unknown[] {
    return this.#process.nodeNow(this.id)?.postponed ?? [];
  }

  /** All tokens in the node go, without being completed. */
  discard(): void {
    this.#process.nodeNow(this.id)?.discard();
  }

  /** What runs in the node fails. */
  emitFatal(error: unknown): void {
    this.#process.nodeNow(this.id)?.fail(error);
  }
}
