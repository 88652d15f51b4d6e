import type { NetChange, TokenAt } from '../../net/ports.ts';
import type { Id } from '../../net/state.ts';
import type { Added } from './contents.ts';
import type { Payload } from './event-waits.ts';
import { format } from './formatting.ts';
import { type Instance, STOPPED } from './instance.ts';
import { type Content, uniqueId } from './message.ts';
import { resolveReference } from './references.ts';

type Of<Kind extends NetChange['kind']> = Extract<NetChange, { readonly kind: Kind }>;

/**
 * Tells listeners what the net has told, between two moves: in the order of bpmn-engine, in which an activity is left
 * when all that it leads to is at rest.
 */
export class Narrator {
  readonly #instance: Instance;
  #changes: NetChange[] = [];
  /** Activities that have ended, and are left when what they led to is at rest. */
  readonly #leaving: { readonly id: Id; readonly taken: Set<string>; readonly publish: () => void }[] = [];
  /** How many were leaving when a scope was opened. */
  readonly #depths = new Map<Id, number>();
  /** By the tokens that have left. */
  readonly #ended = new Map<Id, Content>();
  readonly #thrown = new Map<Id, Payload>();
  /** With what events have fired, by the token or scope that they waited at, and their node. */
  readonly #fired = new Map<string, Payload>();
  /** By which flow the next token comes. */
  #taken: Added | undefined;

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  add(change: NetChange): void {
    const { gone } = this.#instance.contents;
    if (change.kind === 'left' || change.kind === 'cancelled') gone.tokens.set(change.at.id, change.at.token);
    this.#changes.push(change);
  }

  opened(scope: Id): void {
    this.#depths.set(scope, this.#leaving.length);
  }

  forget(): void {
    this.#changes = [];
    this.#leaving.length = 0;
  }

  tellAll(): void {
    for (let next = this.#changes.shift(); next; next = this.#changes.shift()) {
      this.#tell(next);
      if (this.#instance.isStopped) throw STOPPED;
    }
  }

  publishLeaves(down = 0): void {
    while (this.#leaving.length > down) this.#leaving.pop()?.publish();
    if (down > 0) return;
    this.#ended.clear();
    this.#thrown.clear();
    this.#fired.clear();
    this.#depths.clear();
  }

  #tell(change: NetChange): void {
    switch (change.kind) {
      case 'taken':
        return this.#take(change);
      case 'entered':
        return this.#enter(change);
      case 'left':
        return this.#leave(change.at);
      case 'cancelled':
        return this.#cancel(change.at);
      case 'fired':
        return this.#fire(change);
      case 'thrown':
        return this.#throw(change);
    }
  }

  #take({ flow, from: [from = ''] }: Of<'taken'>): void {
    const before = this.#leaving.findIndex(({ id }) => id === from);
    if (before >= 0) this.publishLeaves(before + 1);
    this.#leaving[before]?.taken.add(flow.id);
    const ended = this.#ended.get(from);
    this.#taken = this.takeFlow(flow.id, this.#instance.contents.token(from)?.scope ?? '', {
      ...(ended && { evaluationId: ended.executionId, ...('message' in ended && { message: ended.message }) }),
    });
  }

  /** @returns the content of the flow, with which its target is entered */
  takeFlow(id: string, scope: Id, own: Added): Added {
    const flow = this.#instance.viewOf(scope).context.getSequenceFlowById(id);
    const content = { ...own, sequenceId: uniqueId(`${id}_take`), action: 'take' };
    flow.take(content);
    const told = { ...flow.createMessage(content), parent: this.#instance.contents.parent(scope) } as never as Content;
    this.#instance.publishUp(scope, 'flow.take', told, { type: 'take' });
    return told;
  }

  #enter({ at, from }: Of<'entered'>): void {
    const { contents, activities, events } = this.#instance;
    const { id, node, token } = at;
    if (token.of !== undefined) {
      activities.execute(at);
      return;
    }
    const arrived = from.flatMap((each) => (this.#ended.get(each)?.inbound as readonly unknown[] | undefined) ?? []);
    const inbound = this.#taken ? [this.#taken] : token.flow === undefined && arrived.length > 0 ? arrived : [];
    const message = this.#taken?.message;
    this.#taken = undefined;
    const [owner = ''] = from;
    const key = node.kind === 'start' ? `/${node.id}` : `${owner}/${node.id}`;
    const fired = this.#fired.get(key);
    contents.added[id] = {
      ...(inbound.length > 0 && { inbound: inbound.map(withoutParent) }),
      ...(message !== undefined && { message }),
    };
    if (token.flow !== undefined) return;
    if (fired) {
      this.#fired.delete(key);
      if (node.kind !== 'start') contents.wasWaiting(id, node, owner);
      activities.setOutput(id, fired);
      if (fired.output !== undefined) contents.added[id].message ??= fired.output;
      return;
    }
    activities.begin(at);
    if (node.kind === 'event-based')
      for (const flow of node.outgoing) {
        const inbound = this.takeFlow(flow.id, token.scope, {});
        events.announce(id, [flow.target], [withoutParent(inbound)]);
      }
  }

  #leave(at: TokenAt): void {
    const instance = this.#instance;
    const { id, node, token } = at;
    const { contents, activities } = instance;
    if (token.flow !== undefined) {
      this.#ended.set(id, contents.added[id] as Content);
      delete contents.added[id];
      return;
    }
    if (token.of !== undefined) return;
    if (node.kind === 'sub-process') this.publishLeaves(Math.min(this.#depthOf(id), this.#leaving.length));
    const { output } = activities.takeOutput(id);
    let content: Content = { ...contents.ofToken(at), ...(output !== undefined && { output }) };
    const owner = instance.ownerAt(at);
    if (node.kind !== 'activity' || node.loop) {
      owner.publish('activity.execution.completed', { ...content, state: 'completed' });
      format(owner, (added) => {
        content = { ...content, ...added };
      });
    }
    this.#ended.set(id, content);
    this.#drop(id);
    if (!activities.isGuest(at)) {
      instance.count(node.id, 'taken');
      instance.publish(token.scope, 'activity.end', { ...content, state: 'end' }, { type: 'end' }, owner);
      this.#conveyMessage(at, content);
    }
    const taken = new Set<string>();
    const publish = () => {
      this.#discardFlows(at, taken);
      this.#publishLeave(at, content);
    };
    this.#leaving.push({ id, taken, publish });
  }

  #depthOf(token: Id): number {
    const scopes = [...this.#instance.contents.gone.scopes].filter(([, each]) => each.token === token);
    return Math.min(...scopes.map(([id]) => this.#depths.get(id) ?? 0), this.#leaving.length);
  }

  /** The flows that a decision has not taken; beyond them nothing is discarded. */
  #discardFlows({ node, token }: TokenAt, taken: ReadonlySet<string>): void {
    if (taken.size === 0 || node.kind === 'event-based') return;
    for (const { id } of node.outgoing) {
      if (taken.has(id)) continue;
      const flow = this.#instance.viewOf(token.scope).context.getSequenceFlowById(id);
      flow.discard({});
      const told = { ...flow.createMessage({ action: 'discard' }), parent: this.#instance.contents.parent(token.scope) };
      this.#instance.publishUp(token.scope, 'flow.discard', told as never, { type: 'discard' });
    }
  }

  #cancel(at: TokenAt): void {
    const content = this.#instance.contentOf(at);
    this.#drop(at.id);
    this.#instance.activities.takeOutput(at.id);
    if (at.token.flow !== undefined || at.token.of !== undefined) return;
    this.#instance.count(at.node.id, 'discarded');
    this.#publishLeave(at, content);
  }

  #drop(id: Id): void {
    delete this.#instance.contents.added[id];
    delete this.#instance.loops[id];
  }

  /** The events that have waited for it are left with it. */
  #publishLeave(at: TokenAt, content: Content): void {
    const instance = this.#instance;
    const { node, token, id } = at;
    const owner = instance.ownerAt(at);
    if (instance.tokensAt(node.id).length === 0)
      owner.extensions?.deactivate({ fields: {}, content, properties: {} } as never);
    const leave = (told: Content) =>
      instance.publish(token.scope, 'activity.leave', { ...told, state: 'leave' }, { type: 'leave' });
    if (!instance.activities.isGuest(at)) leave(content);
    const waited = node.kind === 'event-based' ? node.outgoing.map(({ target }) => target) : node.boundaries;
    for (const each of waited)
      if (!this.#fired.has(`${id}/${each.id}`)) {
        instance.count(each.id, 'discarded');
        leave(instance.contents.ofEvent(each, id));
      }
  }

  #fire({ at, state, by: [by = ''] }: Of<'fired'>): void {
    const { events, activities, contents, net } = this.#instance;
    this.publishLeaves(0);
    const timer = state?.kind === 'timer' ? state : undefined;
    const payload = events.fired(at, this.#thrown.get(by) ?? activities.failureOf(by), timer);
    const { node, owner } = at;
    const token = owner === undefined ? undefined : contents.token(owner);
    if (owner !== undefined && token?.node === node.id) activities.setOutput(owner, payload);
    else this.#fired.set(owner === undefined ? `/${node.id}` : `${owner}/${node.id}`, payload);
    if (node.nonInterrupting && at.key in net.state.listeners && owner !== undefined) events.announce(owner, [node]);
  }

  #throw({ at, caughtBy }: Of<'thrown'>): void {
    const instance = this.#instance;
    const { node, owner = '', event, key } = at;
    const token = instance.contents.token(owner);
    if (!token) return;
    const content = instance.contents.ofToken({ id: owner, node, token });
    const reference = resolveReference(instance.viewOf(at.scope), node, Number(key.split(':')[1] ?? 0), content);
    const message = { ...(content.input as object | undefined), ...reference };
    this.#thrown.set(owner, {
      output: message,
      error: message,
      source: { id: node.id, type: node.type, executionId: content.executionId },
    });
    const routingKey =
      event.kind === 'message' || event.kind === 'signal' ? event.kind : event.kind === 'error' ? 'throw' : event.kind;
    instance.publish(
      at.scope,
      `activity.${routingKey}`,
      { ...content, message, state: 'throw', caughtBy },
      { type: routingKey, delegate: true },
    );
  }

  /** Along message flows, which a node that throws a message by itself does not need. */
  #conveyMessage({ node }: TokenAt, { message }: Content): void {
    const { process } = this.#instance;
    if (node.events.some(({ kind }) => kind === 'message') && (node.kind === 'throw' || node.kind === 'end')) return;
    process.conveyMessage(node.id, message);
  }
}

/** As it is kept: where its scope is, is known. */
function withoutParent(content: unknown): unknown {
  const { parent: _, ...others } = content as { readonly parent?: unknown };
  return others;
}
