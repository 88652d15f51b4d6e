import type { ContextInstance, Environment } from 'bpmn-elements';
import type { GraphNode } from '../../net/graph.ts';
import type { Id } from '../../net/state.ts';
import { type Content, messageOf } from './message.ts';
import { Owner, type OwnerInstance } from './owner.ts';
import type { Drawing } from './read-drawing.ts';

/** A running process or sub-process as expressions see it: its variables, and its elements with these. */
export class ScopeView {
  readonly context: ContextInstance;
  readonly #drawing: Drawing;
  readonly #instance: OwnerInstance;
  readonly #around: ScopeView | undefined;
  readonly #owners = new Map<string, Owner>();

  constructor(context: ContextInstance, drawing: Drawing, instance: OwnerInstance, around?: ScopeView) {
    this.context = context;
    this.#drawing = drawing;
    this.#instance = instance;
    this.#around = around;
  }

  get environment(): Environment {
    return this.context.environment;
  }

  /** A sub-process begins with a copy of the variables around it. */
  open(): ScopeView {
    return new ScopeView(this.context.clone(this.environment.clone()), this.#drawing, this.#instance, this);
  }

  /** The message that the process or sub-process was started with, as the engine passes it to its expressions. */
  assign(content: Content): void {
    this.environment.assignVariables(messageOf(content, 'run.execute'));
  }

  owner(id: string): Owner {
    const found = this.#owners.get(id);
    if (found) return found;
    const element = this.#drawing.elements.get(id);
    if (!element) throw new TypeError(`The process has no ${id}.`);
    const owner = new Owner(element, this.context, this.#instance);
    this.#owners.set(id, owner);
    return owner;
  }

  /** The host's own element; undefined: the node is not of an own type. */
  guest({ id }: GraphNode) {
    return this.#drawing.guests.has(id) ? this.context.getActivityById<never>(id) : undefined;
  }

  /** What differs from the variables around it, for the state. */
  get state() {
    const { variables, output } = this.environment;
    const { fields: _, content: __, properties: ___, ...own } = variables;
    const around = this.#around?.environment.variables ?? {};
    return {
      variables: Object.fromEntries(Object.entries(own).filter(([name, value]) => around[name] !== value)),
      ...(Object.keys(output).length > 0 && { output: { ...output } }),
    };
  }
}

export type ScopeViews = Map<Id, ScopeView>;
