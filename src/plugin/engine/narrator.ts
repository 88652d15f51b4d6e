import type { TokenAt } from '../../net/ports.ts';
import { type Id, readListenerKey } from '../../net/state.ts';
import { begin, execute } from './activities.ts';
import type { Added } from './contents.ts';
import { announce, tellFired } from './events.ts';
import { formatNow } from './formatting.ts';
import type { Guests } from './guests.ts';
import { type Content, uniqueId } from './message.ts';
import { resolveReference } from './references.ts';
import { type Change, type Payload, publishAt, type Run, sourceOf } from './run.ts';

type Of<Kind extends Change['kind']> = Extract<Change, { readonly kind: Kind }>;

interface Leaving {
  readonly at: TokenAt;
  readonly content: Content;
  /** The flows by which it goes on. */
  readonly taken: Set<string>;
}

/**
 * Tells listeners what the net has told, between two moves: in the order of bpmn-engine, in which an activity is left
 * when all that it leads to is at rest.
 */
export class Narrator {
  readonly #run: Run;
  readonly #guests: Guests;
  readonly #leaving: Leaving[] = [];
  /** How many were leaving when a scope was opened. */
  readonly #depths = new Map<Id, number>();
  /** Of the tokens that have left in this step. */
  readonly #ended = new Map<Id, Content>();
  /** By the token that an event has waited at, and its node: with what it has fired. */
  readonly #fired = new Map<string, { readonly owner: Id; readonly payload: Payload }>();
  /** By which flow the next token comes. */
  #taken: Added | undefined;

  constructor(run: Run, guests: Guests) {
    this.#run = run;
    this.#guests = guests;
  }

  tell(change: Change): void {
    if (change.kind === 'opened') this.#open(change);
    else if (change.kind === 'taken') this.#take(change);
    else if (change.kind === 'entered') this.#enter(change);
    else if (change.kind === 'left') this.#leave(change.at);
    else if (change.kind === 'cancelled') this.#cancel(change.at);
    else if (change.kind === 'fired') this.#fire(change);
    else this.#throw(change);
  }

  /** What has ended is left, the last one first. @param down how many stay */
  leave(down = 0): void {
    while (this.#leaving.length > down) {
      const { at, content, taken } = this.#leaving.pop() as Leaving;
      if (taken.size > 0 && at.node.kind !== 'event-based')
        for (const { id } of at.node.outgoing) if (!taken.has(id)) this.#tellFlow(id, at.token.scope, 'discard', {});
      this.#tellLeft(at, content);
    }
  }

  /** The step is over. */
  forget(): void {
    this.#leaving.length = 0;
    for (const known of [this.#ended, this.#fired, this.#depths, this.#run.thrown]) known.clear();
  }

  #open({ at: { id, scope } }: Of<'opened'>): void {
    if (scope.token !== undefined) this.#depths.set(scope.token, this.#leaving.length);
    if (this.#run.net.state.scopes[id]) announce(this.#run, id, this.#run.contents.eventsAt(id));
  }

  #take({ flow, from: [from = ''] }: Of<'taken'>): void {
    const index = this.#leaving.findLastIndex(({ at }) => at.id === from);
    if (index >= 0) this.leave(index + 1);
    this.#leaving[index]?.taken.add(flow.id);
    // It was told when the event behind it began to wait.
    if (flow.source.kind === 'event-based') return;
    const { executionId: evaluationId, message }: Partial<Content> = this.#ended.get(from) ?? {};
    const own = { ...(evaluationId && { evaluationId }), ...(message !== undefined && { message }) };
    this.#taken = this.#tellFlow(flow.id, this.#run.contents.token(from)?.scope ?? '', 'take', own);
  }

  /** @returns with what its target is entered */
  #tellFlow(id: string, scope: Id, action: 'take' | 'discard', own: Added): Added {
    const flow = this.#run.viewOf(scope).context.getSequenceFlowById(id);
    const content = { ...own, sequenceId: uniqueId(`${id}_${action}`), action };
    flow[action]({ ...content });
    const told = { ...flow.createMessage(content), parent: this.#run.contents.parent(scope) } as Content;
    this.#run.publishUp(scope, `flow.${action}`, told, { type: action });
    // What it is drawn as is known.
    return { ...content, id, sourceId: flow.sourceId };
  }

  #enter({ at, from }: Of<'entered'>): void {
    const run = this.#run;
    const { id, node, token } = at;
    if (token.of !== undefined) {
      execute(run, at);
      return;
    }
    const [first = ''] = from;
    const arrived = from.flatMap((each) => (this.#ended.get(each)?.inbound as readonly unknown[] | undefined) ?? []);
    const inbound = this.#taken ? [this.#taken] : arrived;
    const message = this.#taken?.message;
    this.#taken = undefined;
    run.state.added[id] = { ...(inbound.length > 0 && { inbound }), ...(message !== undefined && { message }) };
    if (token.flow !== undefined) return;
    const key = node.kind === 'start' ? `/${node.id}` : `${first}/${node.id}`;
    const fired = this.#fired.get(key);
    if (!fired) {
      begin(run, this.#guests, at);
      if (node.kind === 'event-based') this.#announceTargets(at);
      return;
    }
    // It was told when it began to wait.
    const { owner, payload } = fired;
    run.contents.wasWaiting(id, node, owner);
    run.setOutput(id, payload);
    const { inbound: host } = run.contents.ofEvent(node, owner);
    const own = { ...(host !== undefined && { inbound: host }), message: message ?? payload.output };
    run.state.added[id] = { ...run.state.added[id], ...own };
  }

  #announceTargets({ id, node, token }: TokenAt): void {
    for (const flow of node.outgoing)
      announce(this.#run, id, [flow.target], this.#tellFlow(flow.id, token.scope, 'take', {}));
  }

  #leave(at: TokenAt): void {
    const run = this.#run;
    const { id, node, token } = at;
    if (token.of !== undefined) return;
    if (token.flow !== undefined) {
      this.#ended.set(id, run.state.added[id] as Content);
      this.#drop(id);
      return;
    }
    if (node.kind === 'sub-process') this.leave(Math.min(this.#depths.get(id) ?? 0, this.#leaving.length));
    const { output = run.state.loops[id]?.outputs } = run.outputs.get(id) ?? {};
    const ended: Content = { ...run.contents.ofToken(at), ...(output !== undefined && { output }) };
    const element = run.heardAt(at);
    const isTold = node.kind === 'activity' && !node.loop && !run.linked;
    if (!isTold) publishAt(element, 'activity.execution.completed', { ...ended, state: 'completed' });
    const content = isTold ? ended : { ...ended, ...formatNow(element) };
    this.#ended.set(id, content);
    this.#drop(id);
    if (!this.#isGuest(at)) {
      run.count(node.id, 'taken');
      run.tell(token.scope, 'end', content);
      // What throws a message by itself needs no message flow.
      const isThrowing = node.kind === 'throw' || node.kind === 'end';
      if (!isThrowing || !node.events.some(({ kind }) => kind === 'message'))
        run.process.conveyMessage(node.id, content.message);
    }
    this.#leaving.push({ at, content, taken: new Set() });
  }

  #cancel(at: TokenAt): void {
    const { id, node, token } = at;
    const content = this.#run.contentOf(at);
    this.#drop(id);
    if (token.flow !== undefined || token.of !== undefined) return;
    this.#run.count(node.id, 'discarded');
    this.#tellLeft(at, content);
  }

  #drop(id: Id): void {
    const { state, outputs, started, chosen, answers } = this.#run;
    delete state.added[id];
    delete state.loops[id];
    delete state.held[id];
    for (const known of [outputs, started, chosen]) known.delete(id);
    for (const key of answers.keys()) if (key.startsWith(`${id}/`)) answers.delete(key);
  }

  /** The events that have waited for it are left with it. */
  #tellLeft(at: TokenAt, content: Content): void {
    const run = this.#run;
    const { id, node, token } = at;
    const isAlone = !Object.values(run.net.state.tokens).some((each) => each.node === node.id);
    const message = { fields: {}, content, properties: {} };
    if (isAlone && !this.#isGuest(at)) run.heardAt(at)?.extensions?.deactivate(message as never);
    if (!this.#isGuest(at)) run.tell(token.scope, 'leave', content);
    const events = node.kind === 'event-based' ? node.outgoing.map(({ target }) => target) : node.boundaries;
    for (const event of events) {
      if (this.#fired.has(`${id}/${event.id}`)) continue;
      run.count(event.id, 'discarded');
      run.tell(token.scope, 'leave', run.contents.ofEvent(event, id));
    }
  }

  #isGuest({ node }: TokenAt): boolean {
    return this.#run.drawing.guests.has(node.id);
  }

  #fire({ at, state, by: [by = ''] }: Of<'fired'>): void {
    const run = this.#run;
    this.leave();
    const payload = tellFired(run, at, run.thrown.get(by), state?.kind === 'timer' ? state : undefined);
    const { node, owner } = at;
    if (owner !== undefined && run.contents.token(owner)?.node === node.id) run.setOutput(owner, payload);
    else this.#fired.set(`${owner ?? ''}/${node.id}`, { owner: owner ?? at.scope, payload });
    if (node.nonInterrupting && at.key in run.net.state.listeners && owner !== undefined) announce(run, owner, [node]);
  }

  #throw({ at }: Of<'thrown'>): void {
    const run = this.#run;
    const { node, owner: id = '', event, key, scope } = at;
    const token = run.contents.token(id);
    if (!token) return;
    const content = run.contents.ofToken({ id, node, token });
    const reference = resolveReference(run, node, readListenerKey(key).index, content);
    const message = { ...(content.input as object | undefined), ...reference };
    run.thrown.set(id, { output: message, source: sourceOf(content) });
    const type = event.kind === 'error' ? 'throw' : event.kind === 'escalation' ? 'escalate' : event.kind;
    run.publish(scope, `activity.${type}`, { ...content, message, state: 'throw' }, { type, delegate: true });
  }
}
