import { type ContextInstance, type Environment, Process as PublishedProcess } from 'bpmn-elements';
import type { SerializableElement } from 'moddle-context-serializer';
import { startsOf } from '../../net/graph.ts';
import { ElementApi } from './element-api.ts';
import { type End, Instance } from './instance.ts';
import { type Content, type Message, messageOf, type Parent, uniqueId } from './message.ts';
import { type Drawing, readDrawing } from './read-drawing.ts';
import type { RunState } from './run.ts';
import { ScopeView } from './scope-view.ts';
import { shake } from './shake.ts';

interface ProcessState {
  readonly id: string;
  readonly type: string;
  readonly executionId: string | undefined;
  readonly status: string | undefined;
  readonly stopped: boolean;
  readonly counters: Process['counters'];
  readonly environment: ReturnType<Environment['getState']>;
  /** What it was run with. */
  readonly content?: object;
  readonly execution: Partial<RunState> | undefined;
}

/**
 * A process whose tokens are moved by the net: the option `elements: { Process }` of bpmn-engine. Of the one that is published
 * it keeps its place in the definition, its broker and its lanes. This file alone relies on what a `Definition` does with a
 * process beyond what bpmn-elements documents (and `hearing.ts` on the tags of two consumers): that it waits for the events `process.*`, passes on what is for whoever waits
 * by the exchange `api` (`api-q`), conveys what is published to the exchange `message`, and runs what is called.
 */
export class Process extends (PublishedProcess as unknown as typeof BaseProcess) {
  readonly view: ScopeView;
  #instance: Instance | undefined;
  #counters = { completed: 0, discarded: 0 };
  #executionId: string | undefined;
  #status: string | undefined;
  #isActive = false;
  #isStopped = false;
  /** What it was run with; of a called process, who calls. */
  #content: object = {};

  constructor(definition: SerializableElement, context: ContextInstance) {
    super(definition, context);
    this.view = new ScopeView(context, () => this.#drawing, this);
    this.broker.consume('api-q', (_, message) => this.#onApi(message as never), { noAck: true });
  }

  get #drawing(): Drawing {
    return readDrawing(this.context.definitionContext, this.id);
  }

  get counters() {
    return { ...this.#counters };
  }

  get executionId(): string | undefined {
    return this.#executionId;
  }

  get status(): string | undefined {
    return this.#status;
  }

  get stopped(): boolean {
    return this.#isStopped;
  }

  get isRunning(): boolean {
    return this.#isActive && this.#status !== undefined;
  }

  get activityStatus(): string {
    return this.#instance?.activityStatus ?? 'idle';
  }

  init(executionId = uniqueId(this.id)): void {
    this.#executionId = executionId;
    this.#tell('init');
  }

  run(content: object = {}): void {
    if (this.isRunning) throw new Error(`process <${this.id}> is already running`);
    this.#executionId ??= uniqueId(this.id);
    this.#content = content;
    this.#isActive = true;
    this.#status = 'entered';
    this.#tell('enter');
    this.#status = 'start';
    this.#tell('start');
    this.#status = 'executing';
    this.#instance = this.#open();
    this.#instance.start();
  }

  #open(state?: Partial<RunState>): Instance {
    return new Instance(this, this.#message('start'), { state, onEnd: (how, error) => this.#end(how, error) });
  }

  #end(how: End, error: unknown): void {
    this.#status = how;
    const output = { ...this.environment.output };
    if (how === 'errored') this.#tell('error', { error, output });
    if (how === 'end') this.conveyMessage(undefined, undefined);
    this.#counters[how === 'end' ? 'completed' : 'discarded'] += 1;
    this.#tell(how === 'end' ? how : 'discarded', { output });
    this.#status = undefined;
    this.#isActive = false;
    this.#tell('leave');
  }

  stop(): void {
    if (!this.isRunning) return;
    this.#instance?.stop();
    this.#isStopped = true;
    this.#isActive = false;
    this.#tell('stop');
  }

  getState(): ProcessState {
    const { id, type, executionId, status, stopped, counters, environment } = this;
    const execution = status === undefined ? undefined : this.#instance?.getState();
    const { variables } = this.view.state;
    return {
      ...{ id, type, executionId, status, stopped, counters, execution },
      ...(Object.keys(this.#content).length > 0 && { content: this.#content }),
      environment: { ...environment.getState(), variables },
    };
  }

  recover(state?: ProcessState): this {
    if (this.isRunning) throw new Error(`cannot recover running process <${this.id}>`);
    if (!state) return this;
    const { executionId, status, stopped, counters, environment, content = {}, execution } = state;
    this.#executionId = executionId;
    this.#status = status;
    this.#isStopped = stopped;
    Object.assign(this.#counters, counters);
    this.environment.recover(environment);
    this.#content = content;
    if (!execution) return this;
    // The host keeps its state as it is.
    this.#instance = this.#open(JSON.parse(JSON.stringify(execution)) as Partial<RunState>);
    return this;
  }

  resume(): this {
    // What a process calls while the definition is resumed, the definition resumes too.
    if (this.isRunning || this.#status === undefined) return this;
    this.#isStopped = false;
    this.#isActive = true;
    this.#instance?.resume();
    return this;
  }

  getApi(message?: Message): ElementApi {
    if (this.#instance && message && message.content.executionId !== this.#executionId)
      return this.#instance.apiOf(message) as ElementApi;
    const { environment } = this;
    return new ElementApi(message ?? messageOf(this.#message(this.#status)), {
      ...{
        prefix: 'process',
        environment,
        owner: () => this,
        publish: (...args) => this.broker.publish('api', ...args),
      },
      ...{
        act: (action) => this.#act(action),
        postponed: () => this.getPostponed(),
        executing: () => this.getPostponed(),
      },
    });
  }

  #act(action: string): void {
    if (action === 'stop') this.stop();
    else if (action === 'discard' || action === 'cancel') this.#instance?.discard();
  }

  getPostponed(isMeant: (api: ElementApi) => boolean = () => true): readonly ElementApi[] {
    const postponed = (this.#instance?.postponed ?? []) as readonly ElementApi[];
    return postponed.filter((api) => isMeant(api));
  }

  getActivityById(id: string): unknown {
    if (!this.#drawing.elements.has(id)) return this.context.getActivityById(id);
    return (this.#instance?.viewAt(id) ?? this.view).element(id);
  }

  getActivities(): unknown[] {
    return this.#drawing.graph.process.nodes.map(({ id }) => this.getActivityById(id));
  }

  /** The ways from its starts, or from one node, to its ends. */
  shake(startId?: string) {
    const { graph } = this.#drawing;
    const start = startId === undefined ? undefined : graph.nodes.get(startId);
    return shake(start ? [start] : startsOf(graph.process), this);
  }

  nodeNow(id: string) {
    return this.#instance?.nodeNow(id);
  }

  publish(routingKey: string, content: Content, properties: object = {}): void {
    this.broker.publish('event', routingKey, content, properties);
  }

  /** Sends a message along the message flows of a node, or of the process. */
  conveyMessage(nodeId: string | undefined, message: unknown): void {
    for (const { id, type, name, source, target, parent } of this.context.definitionContext.getMessageFlows(this.id))
      if (source.id === nodeId)
        this.broker.publish('message', 'message.outbound', { id, type, name, source, target, parent, message });
  }

  /** What the definition, or another process of it, passes on to whoever waits for it here. */
  #onApi({ content, properties }: Message): void {
    if (!properties.delegate || !this.isRunning) return;
    const { source } = content as { readonly source?: { readonly parent?: Parent } };
    // What this process has thrown has been caught here already.
    const scopes = [source?.parent, ...(source?.parent?.path ?? [])];
    if (scopes.some((scope) => scope?.executionId === this.#executionId)) return;
    this.#instance?.delegate(String(properties.type), content);
  }

  #message(state: string | undefined, own: object = {}): Content {
    const { id, type, name, executionId = '', parent } = this;
    return { ...this.#content, id, type, name, executionId, parent: { ...parent }, ...own, state };
  }

  #tell(state: string, own: object = {}): void {
    this.publish(`process.${state}`, this.#message(state, own), { type: state, mandatory: state === 'error' });
  }
}

/** What is kept of the published process, as declared. */
declare class BaseProcess {
  constructor(definition: SerializableElement, context: ContextInstance);
  readonly id: string;
  readonly type: string;
  readonly name: string | undefined;
  readonly parent: Parent;
  readonly context: ContextInstance;
  readonly environment: Environment;
  readonly broker: PublishedProcess['broker'];
}
