/** bpmn-engine alone, and what can be heard and seen of it. */
import * as elements from 'bpmn-elements';
import { Engine, type Execution } from 'bpmn-engine';
import BpmnModdle from 'bpmn-moddle';
import serialize, { type SerializableContext, TypeResolver } from 'moddle-context-serializer';

interface Inbound {
  readonly id?: string;
  readonly sourceId?: string;
  readonly executionId?: string;
  readonly evaluationId?: string;
}

export interface Heard {
  readonly name: string;
  readonly id: string;
  readonly executionId: string;
  readonly inbound: readonly Inbound[];
  readonly parentId: string | undefined;
}

interface Api {
  readonly id: string;
  readonly type: string;
  readonly executionId: string;
  signal(message: object): void;
  getExecuting(): Api[];
}

type ElementTypes = Readonly<Record<string, unknown>>;
export type EngineOptions = ConstructorParameters<typeof Engine>[0];
type EngineState = Parameters<Engine['recover']>[0];

interface RunOptions {
  readonly elements?: ElementTypes;
  readonly settings?: object;
  readonly timers?: object;
  readonly expressions?: object;
}

export const silent = () => ({ debug() {}, warn() {}, error() {} });

// What the plugin's own scripts and expressions do is tested with them: these diagrams use plain variables at most.
export const expressions = {
  resolveExpression: (text: unknown, { environment }: { environment: { variables: Record<string, unknown> } }) =>
    typeof text === 'string' && text.startsWith('${') ? environment.variables[text.slice(2, -1)] : text,
  isExpression: (text: unknown) => typeof text === 'string' && text.startsWith('${'),
  hasExpression: (text: unknown) => typeof text === 'string' && text.startsWith('${'),
};

export async function sourceOf(xml: string, types: ElementTypes = {}, change?: (tree: object) => void) {
  const context = await new BpmnModdle().fromXML(xml);
  change?.(context.rootElement as object);
  return serialize(context as never, TypeResolver({ ...elements, ...types } as never));
}

/** An engine in motion: what was heard of it, and the tasks that wait. */
export function observe(sourceContext: SerializableContext, options: RunOptions = {}, variables = {}) {
  const heard: Heard[] = [];
  const listener = {
    emit(name: string, api?: { content?: Record<string, unknown> }): boolean {
      const content = api?.content;
      const parent = content?.parent as { executionId?: string } | undefined;
      if (content) {
        heard.push({
          name,
          id: String(content.id),
          executionId: String(content.executionId),
          inbound: (content.inbound ?? []) as Inbound[],
          parentId: parent?.executionId,
        });
      }
      return true;
    },
  };
  const all = { name: 'fact', sourceContext, Logger: silent, expressions, variables, ...options };
  const engine = new Engine(all as unknown as EngineOptions);
  const failures: unknown[] = [];
  engine.on('error', (error) => failures.push(error));
  return {
    engine,
    failures,
    heard,
    entered: (id: string) => heard.filter((each) => each.name === 'activity.enter' && each.id === id),
    start: async () => asRun(engine, await engine.execute({ listener } as never)),
    resume: async (state: unknown) => {
      engine.recover(JSON.parse(JSON.stringify(state)) as EngineState);
      return asRun(engine, await engine.resume({ listener } as never));
    },
  };
}

export function asRun(engine: Engine, execution: Execution) {
  const waiting = () =>
    (execution.getPostponed() as unknown as Api[]).filter(({ type }) => type === 'bpmn:UserTask').flatMap(tasksOf);
  return {
    execution,
    waiting,
    open: () =>
      waiting()
        .map(({ id }) => id)
        .toSorted()
        .join(' '),
    press(id: string) {
      const [api] = waiting().filter((each) => each.id === id);
      if (!api) throw new Error(`${id} does not wait`);
      api.signal({ done: true });
    },
    ended: () => engine.state === 'idle',
  };
}

/** A multi-instance is seen with its iterations; sub-processes are not looked into. */
function tasksOf(api: Api): Api[] {
  const executing = api.getExecuting();
  return executing.length > 0 ? executing : [api];
}

/** As the plugin stores it. */
export function stateOf(execution: Execution) {
  const definitions = execution.definitions.map((definition) => definition.getState());
  return { name: execution.name, state: execution.state, stopped: execution.stopped, definitions };
}

/** Timers that never fire, and what was asked of them. */
export function idleTimers() {
  const delaysMs: number[] = [];
  const idle = {
    setTimeout: (_fire: () => void, delayMs: number) => {
      delaysMs.push(delayMs);
      return {};
    },
    clearTimeout() {},
  };
  return { executing: [], register: () => idle, delaysMs, ...idle };
}

const DefaultFlow = (
  elements as unknown as { SequenceFlow: new (...args: unknown[]) => { discard(content: object): void } }
).SequenceFlow;

/** A flow that says nothing when it is not taken, unless it is made to. */
export class SilentFlow extends DefaultFlow {
  override discard(content: { readonly release?: boolean; readonly sequenceId?: string }): void {
    if (content.release) super.discard(content.sequenceId === undefined ? {} : { sequenceId: content.sequenceId });
  }
}
