import type { Environment } from 'bpmn-elements';
import type { SerializableContext } from 'moddle-context-serializer';
import type { Broker } from 'smqp';
import type { Graph } from '../../net/graph.ts';
import type { Net, NetOptions } from '../../net/open-net.ts';
import type { NetPorts, TokenAt } from '../../net/ports.ts';
import type { Id } from '../../net/state.ts';

/**
 * Who decides for the processes of an engine instead of its environment, and makes a step of what happens in them. An option
 * of the engine (`linkOption`). Nothing of the environment runs then: no service, script, timer or condition.
 */
export interface ProcessLink {
  /** The drawing, instead of the one that is read from the engine; that one says what listeners and extensions see. */
  graph(): Graph;
  limits(): Pick<NetOptions, 'maxMoves' | 'maxTokens' | 'maxDepth'>;
  /** The start event to begin at; undefined: the plain ones. */
  start(): string | undefined;
  /**
   * A process was opened, new or recovered, and nothing has moved yet.
   * @returns the ports that answer instead of those of the environment
   */
  opened(control: ProcessControl): LinkedPorts;
  /** A step begins: something is about to be asked of the net. */
  begin(): void;
  /** The step is over, and the net is at rest, or the instance has ended. */
  rest(): void;
  /** Whether anybody hears an event of a process, whose broker this is. */
  isHeard(routingKey: string, process: Broker): boolean;
  /** No step is being made any more: what it does now may set one off. */
  idle(): void;
  /** The step has failed. The process ends with this error, and the engine emits it. */
  failed(error: unknown): void;
}

/**
 * What the net asks and tells. `opened`, `closed`, `tell` and `moved` are told before listeners hear of it; all others answer
 * alone, but for elements of a host's own types, which `run` is not asked for.
 */
export interface LinkedPorts extends NetPorts {
  /** What messages say of a multi-instance; asked after `countIterations`. */
  itemsOf?(at: TokenAt): LoopItems;
}

export interface LoopItems {
  readonly items?: readonly unknown[];
  readonly size: number;
}

/** What a link does with a process. */
export interface ProcessControl {
  readonly net: Net;
  /**
   * Makes a step: at once or, asked for by a listener in the middle of one, after it. Listeners are told between its moves.
   * @throws what has made the step fail
   */
  perform(action: (net: Net) => void): void;
  /** Goes on, at rest, in a diagram that has more in it; the link has the graph of that already. */
  redraw(diagram: SerializableContext): void;
  /** Whether a step is being made. */
  readonly isBusy: boolean;
  /** The execution id by which listeners and `api` know a token. */
  executionIdOf(token: Id): string;
  /** Publishes on the exchange `api` of the element what `api.signal(message)` would, and does nothing else. */
  announceSignal(token: Id, message: unknown): void;
  /** How many steps were made; part of the state of the process. */
  readonly revision: number;
  /** Whether an extension is still adding to what is told of a token, which does not wait for anybody before that. */
  isHeld(token: Id): boolean;
  /** The element that hosts hold for the node of a token, to call services of the engine with. */
  elementOf(token: Id): unknown;
}

const OPTION = 'processLink';

/** An option of the engine, which it passes on to its environment. */
export function linkOption(link: ProcessLink): Record<string, ProcessLink> {
  return { [OPTION]: link };
}

export function linkOf({ options }: Environment): ProcessLink | undefined {
  return (options as Readonly<Record<string, ProcessLink | undefined>>)[OPTION];
}
