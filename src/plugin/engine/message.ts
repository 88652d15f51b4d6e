/** What the engine's brokers carry, and listeners and expressions see. */
export interface Message {
  readonly fields: { readonly routingKey?: string; readonly redelivered?: boolean };
  readonly content: Content;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface Content {
  readonly id: string;
  readonly type: string;
  readonly name?: string | undefined;
  readonly executionId: string;
  readonly parent: Parent;
  readonly [key: string]: unknown;
}

export interface Parent {
  readonly id: string;
  readonly type: string;
  readonly executionId?: string;
  /** The scopes further out, innermost first. */
  readonly path?: readonly Parent[];
}

export function messageOf(content: Content, routingKey?: string): Message {
  return { fields: routingKey === undefined ? {} : { routingKey }, content, properties: {} };
}

/** An id as part of a routing key; what bpmn-engine replaces too. */
export function keyPart(id: string): string {
  return id.replace(/[./\\#*:\s]/g, '_');
}

export function uniqueId(prefix: string): string {
  return `${keyPart(prefix)}_${Math.random().toString(16).slice(2, 12)}`;
}
