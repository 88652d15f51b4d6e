import type { ContextInstance, Environment } from 'bpmn-elements';
import { type Content, messageOf } from './message.ts';
import { Owner, type OwnerProcess } from './owner.ts';
import type { Drawing } from './read-drawing.ts';

/** A running process or sub-process as expressions see it: its variables, and its elements with these. */
export class ScopeView {
  readonly context: ContextInstance;
  readonly #drawing: Drawing;
  readonly #process: OwnerProcess;
  readonly #around: ScopeView | undefined;
  readonly #owners = new Map<string, Owner>();

  constructor(context: ContextInstance, drawing: Drawing, process: OwnerProcess, around?: ScopeView) {
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

  owner(id: string): Owner {
    const found = this.#owners.get(id);
    if (found) return found;
    const element = this.#drawing.elements.get(id);
    if (!element) throw new TypeError(`The process has no ${id}.`);
    const owner = new Owner(element, this.context, this.#process);
    this.#owners.set(id, owner);
    return owner;
  }

  /** What differs from the variables around it. */
  get state(): { readonly variables: Record<string, unknown>; readonly output?: Record<string, unknown> } {
    const { variables, output } = this.environment;
    const around = this.#around?.environment.variables ?? {};
    const own = Object.entries(variables).filter(([name, value]) => !isAssigned(name) && around[name] !== value);
    return { variables: Object.fromEntries(own), ...(Object.keys(output).length > 0 && { output: { ...output } }) };
  }
}

function isAssigned(name: string): boolean {
  return name === 'fields' || name === 'content' || name === 'properties';
}
