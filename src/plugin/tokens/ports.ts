import { StepError } from '../../errors.ts';
import type { EventNode } from '../../model/nodes/event-node.ts';
import type { ListenerAt, LoopAt, NetPorts, TokenAt } from '../../net/ports.ts';
import { labelOf, labelOfNode } from '../explain/moves.ts';
import { executionIdOf } from '../state/execution-id.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import { callIdOf, dropCalled } from '../variables/called-variables.ts';
import { decideCondition, hasChangeFor, isMet } from '../variables/conditions.ts';
import { computeAtOnce } from './compute-at-once.ts';
import { chosenFlow, explainNoneTaken, takesFlow } from './decide-flows.ts';
import { eventAt } from './events.ts';
import { multiInstanceOf } from './multi-instance/iterations.ts';
import { countSubProcess, isOver, sizeOf } from './multi-instance/multi-instances.ts';
import { noteChange } from './note-changes.ts';
import { setTimer } from './set-timer.ts';

/**
 * What the net asks of a step, answered with the model and the variables as they are when it asks, and what it tells.
 * @param current the run of the step that is being made
 */
export function createPorts(current: () => InstanceRun): NetPorts {
  return {
    graphOf: () => current().model.graph,
    choose: (at) => chosenFlow(current(), at),
    takes(at, flow) {
      const run = current();
      const waits = run.model.services.get(at.node.id)?.conditions && !run.decisions.has(at.id);
      return waits ? 'later' : takesFlow(run, flow, at, () => run.scopeAtToken(at.id));
    },
    noFlow(at) {
      throw explainNoneTaken(current(), at.node, current().scopeAtToken(at.id));
    },
    countIterations: ({ id }) => sizeOf(current(), id).instances,
    goesOn: (at) => goesOn(current(), at),
    isEnough: (at, last) => isEnough(current(), at, last),
    run({ id, node }) {
      const { model } = current();
      const waits = model.userTasks.has(node.id) || (model.services.has(node.id) && !computeAtOnce(current(), id));
      return waits ? 'waits' : 'done';
    },
    giveUp: () => undefined,
    callProcess({ node }) {
      throw new TypeError(`${node.id} was not drawn in.`);
    },
    setTimer(at, before) {
      const { trigger } = eventAt(current().model, at) ?? {};
      return trigger?.kind === 'timer' ? setTimer(current(), trigger, at, before) : null;
    },
    nameOf: (at) => nameOf(current(), at),
    holds: (at, isNew) => holds(current(), at, isNew),
    changes() {
      const run = current();
      const now = { variables: run.variables, called: run.called };
      const before = run.variablesSeen;
      if (before.variables === now.variables && before.called === now.called) return undefined;
      run.variablesSeen = now;
      return (at) => {
        const { trigger } = eventAt(run.model, at) ?? {};
        return trigger?.kind === 'condition' && hasChangeFor(trigger, callIdOf(run, at.scope), { before, now });
      };
    },
    opened: () => undefined,
    closed(at) {
      const run = current();
      run.places.noteClosed(at);
      run.trails.close(at.id);
      dropCalled(run, at.id);
      if (at.scope.token === undefined) run.ended = true;
    },
    uncaught(code, { node }) {
      const what = node.kind === 'activity' ? `of the service at ${node.id}` : `that ${node.id} throws`;
      throw new StepError('ERR_STEP_FAILED', `Nothing catches the error ${code ?? 'without a code'} ${what}.`);
    },
    tell: (change) => noteChange(current(), change),
  };
}

function goesOn(run: InstanceRun, { id, node, tally: { completed } }: LoopAt): boolean {
  const loop = run.model.userTasks.get(node.id)?.standardLoop;
  if (!loop || (completed === 0 && !loop.testBefore)) return true;
  const { condition, maximum } = loop;
  // The number of completed rounds (BPMN 2.0, 10.3.8).
  const counted = { ...run.scopeAtToken(id), loopCounter: completed };
  const holds =
    condition === undefined ||
    decideCondition(condition, counted, `loop condition of ${labelOfNode(run.model, node.id)}`);
  return holds && (maximum === undefined || completed < maximum);
}

function isEnough(run: InstanceRun, { id, node, tally: { completed, instances } }: LoopAt, { id: last }: TokenAt) {
  const { condition, conditionScript, completion, votes } = multiInstanceOf(run.model, node.id) ?? {};
  const isAsked = conditionScript && node.kind === 'sub-process';
  if (isAsked && !run.completions.has(id)) {
    run.returned[executionIdOf(node.id, last)] ??= { origin: run.origins.of(last), own: {} };
    return 'later';
  }
  countSubProcess(run, last);
  const canEndEarly = [condition, conditionScript, completion, votes].some((each) => each !== undefined);
  // After the last one of those side by side there is nothing to decide.
  const isOpen = node.loop === 'sequential' || completed !== instances;
  const enough = canEndEarly && isOpen && isOver(run, last);
  if (isAsked) run.completions.delete(id);
  if (enough && run.signing?.rootId === id) {
    run.signing.isDecided = true;
    run.origins.note(id, run.signing.taskId);
  }
  return enough;
}

/**
 * A receiver without a key of its own is matched by the business key.
 * @throws {StepError} `ERR_EXPRESSION_FAILED`: a token would wait for something without a name, for ever
 */
function nameOf(run: InstanceRun, at: ListenerAt) {
  const event = eventAt(run.model, at);
  const { trigger } = event ?? {};
  if (trigger?.kind !== 'message' && trigger?.kind !== 'signal') return undefined;
  const seen = run.scopeOf(at.scope);
  const name = String(trigger.name.evaluate(seen));
  const given = trigger.kind === 'message' ? trigger.correlationKey?.evaluate(seen) : undefined;
  const isThrown = at.node.kind === 'throw' || at.node.kind === 'end';
  const key = given ?? (isThrown ? undefined : (run.businessKey ?? undefined));
  if (event && name === '' && at.node.kind === 'catch') throw nameless(event, trigger.name.text);
  return name === '' ? undefined : { name, ...(key !== undefined && { key: String(key) }) };
}

function nameless(event: EventNode, expression: string): StepError {
  return new StepError(
    'ERR_EXPRESSION_FAILED',
    `The ${event.trigger.kind} that ${labelOf(event)} waits for has no name, because ${expression} gives none. Set the variables ` +
      'that it reads and try again.',
    { details: { elementId: event.nodeId } },
  );
}

function holds(run: InstanceRun, at: ListenerAt, isNew: boolean): boolean | 'later' {
  const event = eventAt(run.model, at);
  if (event?.trigger.kind !== 'condition') return false;
  const { onlyChanges, script, condition } = event.trigger;
  if (isNew && onlyChanges) return false;
  if (script === undefined) return isMet(condition, run.scopeOf(at.scope), `condition of ${labelOf(event)}`);
  const answer = run.answers.get(at.key);
  run.answers.delete(at.key);
  // The answer of the host arrives as the result of a job.
  if (answer === undefined) run.notes.toAsk.add(at.key);
  return answer ?? 'later';
}
