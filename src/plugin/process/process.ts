import type { ContextInstance, Environment, IExtension, ILogger } from 'bpmn-elements';
import type { SerializableElement } from 'moddle-context-serializer';
import { type NodeEvent, startsOf } from '../../net/graph.ts';
import { ElementApi } from './element-api.ts';
import { type End, Instance } from './instance.ts';
import { type Content, type Message, messageOf, type Parent, uniqueId } from './message.ts';
import { Publisher } from './publisher.ts';
import { readDrawing } from './read-drawing.ts';
import type { RunState } from './run.ts';
import { ScopeView } from './scope-view.ts';
import { shake } from './shake.ts';

interface LaneElement {
  readonly id: string;
  readonly Behaviour: new (process: Process, lane: LaneElement) => LaneElement;
}

interface ProcessState {
  readonly id: string;
  readonly type: string;
  readonly executionId: string | undefined;
  readonly status: string | undefined;
  readonly stopped: boolean;
  readonly counters: Process['counters'];
  readonly environment: ReturnType<Environment['getState']>;
  readonly execution: RunState | undefined;
}

/**
 * A process whose tokens are moved by the net: the option `elements: { Process }` of bpmn-engine. This file alone knows what
 * bpmn-elements' `Definition` expects of a process beyond its documentation.
 */
export class Process extends Publisher {
  readonly id: string;
  readonly type: string;
  readonly name: string | undefined;
  readonly parent: Parent;
  readonly behaviour: Readonly<Record<string, unknown>>;
  readonly isExecutable: boolean;
  readonly context: ContextInstance;
  readonly environment: Environment;
  readonly logger: ILogger;
  readonly lanes: readonly LaneElement[] | undefined;
  readonly extensions: IExtension;
  counters = { completed: 0, discarded: 0 };
  stopped = false;
  status: string | undefined;
  executionId: string | undefined;
  readonly view: ScopeView;
  #instance: Instance | undefined;
  #isActive = false;
  /** What it was run with; of a called process, who calls. */
  #runContent: Record<string, unknown> = {};

  constructor({ id = '', type = 'process', name, parent, behaviour }: SerializableElement, context: ContextInstance) {
    super('process');
    this.id = id;
    this.type = type;
    this.name = name;
    this.parent = { ...parent } as Parent;
    this.behaviour = behaviour;
    this.isExecutable = behaviour.isExecutable;
    this.context = context;
    this.environment = context.environment;
    this.logger = context.environment.Logger(type.toLowerCase());
    this.view = new ScopeView(context, readDrawing(context.definitionContext, id), this);
    this.lanes = (behaviour.lanes as readonly LaneElement[] | undefined)?.map((lane) => new lane.Behaviour(this, lane));
    this.extensions = context.loadExtensions(this as never);
    this.broker.subscribeTmp('api', '#', (_, message) => this.#onApi(message as never), { noAck: true });
  }

  get isRunning(): boolean {
    return this.#isActive && this.status !== undefined;
  }

  get activityStatus(): string {
    return this.#instance?.activityStatus ?? 'idle';
  }

  get execution(): Instance | undefined {
    return this.#instance;
  }

  init(executionId = uniqueId(this.id)): void {
    this.executionId = executionId;
    this.#publish('init');
  }

  run(content: Record<string, unknown> = {}): void {
    if (this.isRunning) throw new Error(`process <${this.id}> is already running`);
    this.executionId ??= uniqueId(this.id);
    this.#runContent = content;
    this.#isActive = true;
    this.status = 'entered';
    this.#publish('enter');
    this.status = 'start';
    this.#publish('start');
    this.status = 'executing';
    this.#instance = this.#open(this.#content('start'));
    this.#instance.start();
  }

  #open(content: Content, state?: RunState): Instance {
    return new Instance(this, content, { state, onEnd: (how, error) => this.#end(how, error) });
  }

  #end(how: End, error: unknown): void {
    this.status = how;
    const output = { ...this.environment.output };
    if (how === 'end') {
      this.counters.completed += 1;
      this.conveyMessage(undefined, undefined);
      this.#publish('end', { output });
    } else {
      if (how === 'errored') this.#publish('error', { error, output });
      this.counters.discarded += 1;
      this.#publish('discarded', { output });
    }
    this.status = undefined;
    this.#isActive = false;
    this.#publish('leave');
  }

  stop(): void {
    if (!this.isRunning) return;
    this.#instance?.stop();
    this.stopped = true;
    this.#isActive = false;
    this.#publish('stop');
  }

  getState(): ProcessState {
    const { id, type, executionId, status, stopped, counters, environment } = this;
    const { variables, ...others } = environment.getState();
    const { fields: _, content: __, properties: ___, ...own } = variables;
    const execution = this.status === undefined ? undefined : this.#instance?.getState();
    return {
      ...{ id, type, executionId, status, stopped, counters: { ...counters } },
      ...{ environment: { ...others, variables: own }, execution },
    };
  }

  recover(state?: ProcessState): this {
    if (this.isRunning) throw new Error(`cannot recover running process <${this.id}>`);
    if (!state) return this;
    const { executionId, status, stopped, counters, environment, execution } = state;
    Object.assign(this, { executionId, status, stopped });
    this.counters = { ...this.counters, ...counters };
    this.environment.recover(environment as never);
    if (execution) {
      const { inbound } = execution.content;
      this.#runContent = inbound ? { inbound } : {};
      // The host keeps its state as it is.
      this.#instance = this.#open(execution.content, JSON.parse(JSON.stringify(execution)));
    }
    return this;
  }

  resume(): this {
    if (this.isRunning) throw new Error(`cannot resume running process <${this.id}>`);
    if (this.status === undefined) return this;
    this.stopped = false;
    this.#isActive = true;
    this.#instance?.resume();
    return this;
  }

  getApi(message?: Message): ElementApi {
    const { executionId } = message?.content ?? {};
    if (message && executionId !== this.executionId && this.#instance)
      return this.#instance.apiOf(message) as ElementApi;
    return new ElementApi('process', this, message ?? messageOf(this.#content(this.status)), this);
  }

  act(action: string): void {
    if (action === 'stop') this.stop();
    else if (action === 'discard' || action === 'cancel') this.#instance?.discard();
  }

  postponedOf(): readonly ElementApi[] {
    return this.getPostponed();
  }

  executingOf(): readonly ElementApi[] {
    return this.getPostponed();
  }

  getPostponed(isMeant: (api: ElementApi) => boolean = () => true): readonly ElementApi[] {
    const postponed = (this.#instance?.postponed ?? []) as readonly ElementApi[];
    return postponed.filter((api) => isMeant(api));
  }

  signal(message?: unknown): void {
    this.getApi().signal(message, { delegate: true });
  }

  cancelActivity(message?: unknown): void {
    this.getApi().cancel(message, { delegate: true });
  }

  /** Along a message flow: it starts the process, if it does not run yet. */
  sendMessage({ content, properties }: Message): void {
    const { target, message } = content as {
      readonly target?: { id?: string };
      readonly message?: { id?: string; messageType?: string };
    };
    const isForNode = target?.id !== undefined && this.#drawing.elements.has(target.id);
    const reference = { referenceId: message?.id, referenceType: message?.messageType };
    if (!isForNode && !(message && this.getStartActivities(reference).length > 0)) return;
    if (this.status === undefined) this.run();
    this.getApi().sendApiMessage(String(properties.type ?? 'message'), content, { delegate: true });
  }

  getActivityById(id: string): unknown {
    if (!this.#drawing.elements.has(id)) return this.context.getActivityById(id);
    return this.#instance?.ownerOf(id) ?? this.view.owner(id);
  }

  getActivities(): readonly unknown[] {
    return this.#drawing.graph.process.nodes.map(({ id }) => this.getActivityById(id));
  }

  /** Those that begin with a message or signal. */
  getStartActivities({
    referenceId,
    referenceType,
  }: {
    referenceId?: string | undefined;
    referenceType?: string | undefined;
  } = {}) {
    const starts = this.#drawing.graph.process.nodes.filter(({ incoming, host }) => incoming.length === 0 && !host);
    const isMeant = (event: NodeEvent) =>
      (event.kind === 'message' || event.kind === 'signal') &&
      event.kind === referenceType &&
      event.ref === referenceId;
    return starts.filter(({ events }) => events.some(isMeant)).map(({ id }) => this.getActivityById(id));
  }

  getSequenceFlows() {
    return this.context.getSequenceFlows(this.id);
  }

  /** The ways from its starts, or from one node, to its ends. */
  shake(startId?: string) {
    const { graph } = this.#drawing;
    const start = startId === undefined ? undefined : graph.nodes.get(startId);
    return shake(start ? [start] : startsOf(graph.process), this);
  }

  getLaneById(id: string): LaneElement | undefined {
    return this.lanes?.find((lane) => lane.id === id);
  }

  /** Sends a message along the message flows of a node, or of the process. */
  conveyMessage(nodeId: string | undefined, message: unknown): void {
    for (const { id, type, name, source, target, parent } of this.context.definitionContext.getMessageFlows(this.id)) {
      if (source.id !== nodeId) continue;
      const content = { id, type, name, source: { ...source }, target: { ...target }, parent: { ...parent }, message };
      this.broker.publish('message', 'message.outbound', content);
    }
  }

  /** What is in a node now. */
  nodeNow(id: string) {
    return this.#instance?.nodeNow(id);
  }

  get #drawing() {
    return readDrawing(this.context.definitionContext, this.id);
  }

  /** What the definition, or another process of it, passes on to whoever waits for it here. */
  #onApi({ content, properties }: Message): void {
    if (!properties.delegate || !this.#instance || !this.isRunning) return;
    const { source } = content as { readonly source?: { readonly parent?: Parent } };
    // What this process has thrown has been caught here already.
    const scopes = [source?.parent, ...(source?.parent?.path ?? [])];
    if (scopes.some((scope) => scope?.executionId === this.executionId)) return;
    this.#instance.delegate(String(properties.type), content);
  }

  #content(state: string | undefined, own: object = {}): Content {
    const { id, type, name, executionId = '', parent } = this;
    return { ...this.#runContent, id, type, name, executionId, parent: { ...parent }, ...own, state };
  }

  #publish(state: string, own: object = {}): void {
    const properties = { type: state, mandatory: state === 'error' };
    this.broker.publish('event', `process.${state}`, this.#content(state, own), properties);
  }
}
