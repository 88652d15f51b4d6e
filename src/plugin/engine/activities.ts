import { ActivityError } from 'bpmn-elements';
import { NetError } from '../../net/net-error.ts';
import type { TokenAt } from '../../net/ports.ts';
import type { Id } from '../../net/state.ts';
import { behaviourOf } from './behaviours.ts';
import { announce, waitFor } from './events.ts';
import { type Formatted, format } from './formatting.ts';
import type { Guests } from './guests.ts';
import { messageOf } from './message.ts';
import { answering, type Payload, publishAt, type Run, sourceOf } from './run.ts';

/** A token has come to a node: listeners hear it, extensions add to its content, and then it runs. */
export function begin(run: Run, guests: Guests, at: TokenAt): void {
  const { id, node, token } = at;
  if (run.drawing.guests.has(node.id)) {
    guests.begin(at);
    return;
  }
  const content = run.contents.ofToken(at);
  run.heardAt(at)?.extensions?.activate(messageOf(content, 'run.enter') as never);
  run.tell(token.scope, 'enter', content);
  // A condition that is true already comes first.
  if (announce(run, id, node.boundaries)) return;
  start(run, at);
}

function start(run: Run, at: TokenAt): void {
  formatted(run, at, () => {
    run.tell(at.token.scope, 'start', run.contents.ofToken(at));
    formatted(run, at, () => execute(run, at));
  });
}

/** Goes on once extensions have added what they want to the content of a token. */
function formatted(run: Run, at: TokenAt, next: () => void): void {
  const { id } = at;
  const goOn = ({ added, error }: Formatted) => {
    run.running.delete(id);
    // A terminate end event has left already, in this step.
    if (!run.contents.token(id)) return;
    run.state.added[id] = { ...run.state.added[id], ...added };
    if (error === undefined) next();
    else fail(run, id, faultAt(run, at, error));
  };
  const isDone = answering<Formatted>(run, (answer) => format(run.heardAt(at), answer), goOn);
  if (!isDone) run.running.set(id, {});
}

/** @param isRecovered it has begun before the recovery */
export function execute(run: Run, at: TokenAt, isRecovered = false): void {
  const { id, node, token } = at;
  if (node.loop && token.of === undefined) {
    delete run.state.held[id];
    run.started.add(id);
    run.net.answer(id);
    return;
  }
  const content = { ...run.contentOf(at), isRootScope: token.of === undefined, ...(isRecovered && { isRecovered }) };
  if (node.kind === 'catch') waitFor(run, id, node, content);
  if (node.kind !== 'activity') return;
  if (run.linked) {
    const isHeld = id in run.state.held;
    delete run.state.held[id];
    if (isHeld && run.linked.run(at) === 'done') run.net.complete(id);
    else run.publish(token.scope, 'activity.wait', { ...content, state: 'wait' });
    return;
  }
  const tell = run.publish.bind(run, token.scope);
  const view = run.viewOf(token.scope);
  const { environment } = view;
  const subject = { behaviour: run.drawing.behaviourOf(node.id), environment, element: () => view.element(node.id) };
  let work: ReturnType<ReturnType<typeof behaviourOf>>;
  const isDone = answering<() => void>(
    run,
    (answer) => {
      work = behaviourOf(node.type)(subject, content, {
        tell,
        complete: (output) => answer(() => complete(run, id, { output })),
        fail: (error) => answer(() => fail(run, id, error)),
      });
    },
    (goOn) => {
      run.running.delete(id);
      goOn();
    },
  );
  if (!isDone && work) run.running.set(id, work);
}

/** What has run in a token is complete. */
export function complete(run: Run, id: Id, payload: Payload): void {
  const at = run.contents.at(id);
  if (!at || !isRunning(at)) return;
  const goOn = (output: unknown) => {
    run.setOutput(id, { ...payload, output });
    run.net.complete(id);
  };
  const { output } = payload;
  if (at.token.of !== undefined || run.linked) {
    goOn(output);
    return;
  }
  const content = { ...run.contents.ofToken(at), ...(output !== undefined && { output }), state: 'completed' };
  publishAt(run.heardAt(at), 'activity.execution.completed', content);
  formatted(run, at, () => goOn(run.state.added[id]?.output ?? output));
}

/** It has failed: something catches the code of the error, or the process fails. */
export function fail(run: Run, id: Id, error: unknown): void {
  const at = run.contents.at(id);
  if (!at) return;
  const content = run.contents.ofToken(at);
  run.thrown.set(id, { error, source: sourceOf(content) });
  const { Logger } = run.viewOf(at.token.scope).environment;
  Logger(content.type.toLowerCase()).error(`<${content.executionId} (${content.id})>`, error);
  run.publish(at.token.scope, 'activity.error', { ...content, error }, { type: 'error' });
  const { code, id: errorId } = (error ?? {}) as { readonly code?: unknown; readonly id?: unknown };
  const thrown = code ?? errorId;
  if (!isRunning(at)) throw isFault(error) ? error : faultAt(run, at, error);
  run.net.fail(id, thrown === undefined || thrown === null ? undefined : String(thrown));
}

/** By `api.fail`, or by the process that a call has called. */
export function failByApi(run: Run, id: Id, error: unknown): void {
  const at = run.contents.at(id);
  if (at) fail(run, id, faultAt(run, at, error));
}

function faultAt(run: Run, at: TokenAt, error: unknown): Error {
  const { message } = (error ?? {}) as Error;
  return new ActivityError(message, messageOf(run.contentOf(at)) as never, error as Error);
}

function isRunning({ node, token }: TokenAt): boolean {
  return node.kind === 'activity' && token.awaits === undefined && !token.tally;
}

/** An error that ends the process, not one of a listener. */
export function isFault(error: unknown): error is Error {
  return error instanceof ActivityError || error instanceof NetError;
}

/** What a token has begun is cancelled. */
export function giveUp(run: Run, guests: Guests, { id, node }: TokenAt): void {
  run.running.get(id)?.discard?.();
  run.running.delete(id);
  if (run.drawing.guests.has(node.id)) guests.giveUp(id);
  else if (node.type === 'bpmn:CallActivity' && !run.linked) cancelCall(run, id);
}

/** The definition ends the process that was called. */
export function cancelCall(run: Run, id: Id): void {
  const at = run.contents.at(id);
  if (!at) return;
  const { calledElement: expression } = run.drawing.behaviourOf(at.node.id);
  const calledElement: unknown = run.viewOf(at.token.scope).environment.resolveExpression(String(expression));
  const content = { ...run.contentOf(at), calledElement, state: 'discard' };
  run.publish(at.token.scope, 'activity.call.cancel', content, { type: 'discard' });
}

/** A token goes without being completed. An iteration counts as completed. */
export function discard(run: Run, id: Id): void {
  if (run.contents.at(id)?.token.of === undefined) run.net.cancel(id);
  else complete(run, id, {});
}

/** After a recovery or a stop: what waits is told again, what has run runs again. */
export function resume(run: Run, guests: Guests, id: Id): void {
  const at = run.contents.at(id);
  if (!at) return;
  const { node, token } = at;
  if (run.drawing.guests.has(node.id)) {
    guests.resume(at);
    return;
  }
  if (token.of === undefined) {
    const message = messageOf(run.contents.ofToken(at));
    const fields = { routingKey: 'run.execute', redelivered: true };
    run.heardAt(at)?.extensions?.activate({ ...message, fields } as never);
  }
  waitAgain(run, id);
  if (run.linked && id in run.state.held && token.of === undefined) {
    start(run, at);
    return;
  }
  if (token.tally || token.awaits !== undefined) run.started.add(id);
  // A link answers by itself what it has been asked.
  if (token.awaits !== undefined) {
    if (!run.linked) run.net.answer(id);
  } else if (!token.tally) execute(run, at, true);
}

/** The events that wait at a token or in a scope are told again. */
export function waitAgain(run: Run, owner: Id): void {
  for (const node of run.contents.eventsAt(owner))
    waitFor(run, owner, node, { ...run.contents.ofEvent(node, owner), isRecovered: true });
}
