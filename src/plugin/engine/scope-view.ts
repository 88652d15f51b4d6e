import type { Activity, ContextInstance, Environment } from 'bpmn-elements';
import { type Content, type Message, messageOf } from './message.ts';
import type { Drawing } from './read-drawing.ts';

/** An element of bpmn-elements, as it is documented; the declarations leave some of it out. */
export type Element = Activity & {
  readonly eventDefinitions?: readonly {
    readonly condition?: { readonly type: string } | null;
    parse(timerType: string, value: string): { readonly expireAt?: Date; readonly repeat?: number };
    evaluate(message: Message, callback: (error: unknown, result?: unknown) => void): void;
  }[];
  recover(state: unknown): void;
};

/** The process that elements belong to. */
export interface ElementProcess {
  getApi(message: Message): unknown;
  /** What is in a node now; undefined: the process does not run. */
  nodeNow(id: string): NodeNow | undefined;
}

interface NodeNow {
  readonly counters: { readonly taken: number; readonly discarded: number };
  /** A token is in it, or it is an event that waits for one. */
  readonly isRunning: boolean;
  readonly postponed: readonly unknown[];
  /** All tokens in it go, without being completed. */
  discard(): void;
  /** What runs in it fails. */
  fail(error: unknown): void;
}

/** A running process or sub-process as expressions see it: its variables, and its elements with these. */
export class ScopeView {
  readonly context: ContextInstance;
  readonly #drawing: () => Drawing;
  readonly #process: ElementProcess;
  readonly #around: ScopeView | undefined;
  readonly #elements = new Map<string, Element>();

  constructor(context: ContextInstance, drawing: () => Drawing, process: ElementProcess, around?: ScopeView) {
    this.context = context;
    this.#drawing = drawing;
    this.#process = process;
    this.#around = around;
  }

  get environment(): Environment {
    return this.context.environment;
  }

  /** A sub-process begins with a copy of the variables around it. */
  open(saved?: ScopeView['state']): ScopeView {
    const environment = this.environment.clone();
    if (saved) environment.recover({ settings: {}, output: {}, ...saved });
    return new ScopeView(this.context.clone(environment), this.#drawing, this.#process, this);
  }

  /** The message that it was started with, as the engine passes it to its expressions. */
  assign(content: Content): void {
    this.environment.assignVariables(messageOf(content, 'run.execute'));
  }

  /**
   * A node as listeners, extensions and services see it: one element for all tokens that are in it at a time. It does not
   * run; that of a host's own type does.
   */
  element(id: string): Element {
    const found = this.#elements.get(id);
    if (found) return found;
    const element = this.context.getActivityById<Element>(id);
    this.#elements.set(id, element);
    if (!this.#drawing().guests.has(id)) standForTokens(element, this.#process);
    return element;
  }

  /** The element of a node, if anybody can hear it: a host that has asked for it, or an extension. */
  heard(id: string): Element | undefined {
    const { ioSpecification, properties } = this.#drawing().elements.get(id)?.behaviour ?? {};
    const isExtended = this.environment.extensions || ioSpecification || properties;
    return isExtended ? this.element(id) : this.#elements.get(id);
  }

  /** What differs from the variables around it. */
  get state(): { readonly variables: Record<string, unknown>; readonly output?: Record<string, unknown> } {
    const { variables, output } = this.environment;
    const { fields: _, content: __, properties: ___, ...own } = variables;
    const around = this.#around?.environment.variables ?? {};
    const changed = Object.entries(own).filter(([name, value]) => around[name] !== value);
    return { variables: Object.fromEntries(changed), ...(Object.keys(output).length > 0 && { output: { ...output } }) };
  }
}

/** Has the process answer what an element is asked of its state. */
function standForTokens(element: Element, process: ElementProcess): void {
  const now = () => process.nodeNow(element.id);
  Object.defineProperties(element, {
    counters: { get: () => now()?.counters ?? { taken: 0, discarded: 0 } },
    status: { get: () => (now()?.isRunning ? 'executing' : undefined) },
    isRunning: { get: () => now()?.isRunning ?? false },
    getApi: { value: (message: Message) => process.getApi(message) },
    getPostponed: { value: () => now()?.postponed ?? [] },
    discard: { value: () => now()?.discard() },
    emitFatal: { value: (error: unknown) => now()?.fail(error) },
  });
}
