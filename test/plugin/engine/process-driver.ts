/** An engine with our `Process` and nothing else of the plugin. */
import { EventEmitter } from 'node:events';
import { Engine } from 'bpmn-engine';
import { Process } from '../../../src/plugin/engine/index.ts';

export type Options = NonNullable<ConstructorParameters<typeof Engine>[0]>;
export type Execution = Awaited<ReturnType<Engine['execute']>>;
export type State = ReturnType<Execution['getState']>;

/** What a listener hears: e.g. `activity.wait A`. */
export type Hear = (event: string, api: Heard, execution: Execution) => void;

export interface Heard {
  readonly id: string;
  readonly type: string;
  readonly executionId: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly environment: { readonly variables: Record<string, unknown>; readonly output: Record<string, unknown> };
  signal(message?: unknown): void;
  fail(error: unknown): void;
  discard(): void;
  getPostponed(): readonly Heard[];
  getExecuting(): readonly Heard[];
}

function createEngine(options: Options): Engine {
  return new Engine({ name: 'test', ...options, elements: { Process: Process as never, ...options.elements } });
}

export async function run(source: string, hear: Hear = () => {}, options: Options = {}): Promise<Execution> {
  return createEngine({ ...options, source }).execute({ listener: listenerOf(hear) });
}

/** Goes on from a state, which was JSON, in another engine. */
export async function resume(state: State, hear: Hear = () => {}, options: Options = {}): Promise<Execution> {
  const engine = createEngine(options).recover(JSON.parse(JSON.stringify(state)) as State);
  return engine.resume({ listener: listenerOf(hear) });
}

function listenerOf(hear: Hear): EventEmitter {
  const listener = new EventEmitter();
  listener.emit = (event, api, execution) => {
    hear(event as string, api, execution);
    return true;
  };
  return listener;
}

/** The ids of what waits, sorted. */
export function waiting(execution: Execution): string {
  return execution
    .getPostponed()
    .map(({ id }) => id)
    .toSorted()
    .join(' ');
}
