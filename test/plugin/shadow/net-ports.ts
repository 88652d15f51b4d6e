import { StepError } from '../../../src/index.ts';
import { chosenFlow, explainNoneTaken, takesFlow } from '../../../src/plugin/engine/decide-flows.ts';
import { computeAtOnce } from '../../../src/plugin/engine/evaluate-for-engine.ts';
import { multiInstanceOf } from '../../../src/plugin/engine/multi-instance/iterations.ts';
import { isOver, noteIteration, sizeOf } from '../../../src/plugin/engine/multi-instance/multi-instances.ts';
import { armTimer } from '../../../src/plugin/outcome/timer-due.ts';
import {
  callIdOf,
  passOnThrown,
  setVariables,
  type Variables,
} from '../../../src/plugin/variables/called-variables.ts';
import { decideCondition, hasChangeFor, isMet } from '../../../src/plugin/variables/conditions.ts';
import { type ConditionTrigger, eventsOf, type TimerTrigger } from '../../support/inner/model.ts';
import type { Id, ListenerAt, NetChange, NetPorts, TimerState } from '../../support/inner/net.ts';
import type { NetValues } from './net-values.ts';

/** What a step has to do with besides variables. */
export interface PortFacts {
  readonly now: number;
  readonly timeZone: string;
  readonly businessKey: string | null;
  /** What those set whom an event from outside reaches. */
  payload?: Variables;
  /** The code with which a service has failed. */
  readonly code?: string | undefined;
  tell(change: NetChange): void;
}

interface Round {
  readonly left: number;
  readonly values: { readonly value: unknown; readonly until?: unknown };
  readonly began: number;
}

/** Asks the product's own expressions, with the variables as they are when the net asks. */
export function createPorts(values: NetValues, facts: PortFacts): NetPorts {
  const { run } = values;
  const { model } = run;
  const { now, timeZone } = facts;
  /** Where each token came from, by its id. */
  const cameFrom = new Map<Id, Id>();
  const places = new Map(
    Object.entries(values.state.tokens).map(([id, { node = '', scope }]) => [id, { node, scope }]),
  );
  const around = (id: Id) => values.scope(id);

  return {
    graphOf: () => model.graph,
    choose({ id, node }) {
      const from = cameFrom.get(id) ?? '';
      const sourceId = places.get(from)?.node;
      const inbound = sourceId === undefined ? [] : [{ evaluationId: `t${from}`, sourceId }];
      return chosenFlow(run, node.id, { ...values.content(id), inbound });
    },
    takes({ id, node, token }, flow) {
      const content = values.content(id);
      const scripts = model.services.get(node.id)?.conditions;
      if (scripts && !run.decisions.has(content.executionId)) return 'later';
      return takesFlow(run, flow, content, () => run.scopeOf(around(token.scope), content));
    },
    noFlow({ id, node }) {
      throw explainNoneTaken(run, node.outgoing, values.content(id), values.scopeAt(id));
    },
    countIterations: ({ id, token }) => sizeOf(run, around(token.scope), values.content(id)).instances,
    goesOn({ id, node, tally: { completed } }) {
      const standard = model.userTasks.get(node.id)?.standardLoop;
      if (!standard || (completed === 0 && !standard.testBefore)) return true;
      const { condition, maximum } = standard;
      const seen = { ...values.scopeAt(id), loopCounter: completed };
      const holds = condition === undefined || decideCondition(condition, seen, `loop condition of ${node.id}`);
      return holds && (maximum === undefined || completed < maximum);
    },
    isEnough({ node, token, tally: { completed, instances } }, last) {
      const scope = around(token.scope);
      const content = values.content(last.id);
      noteIteration(run, scope, content);
      const { condition, completion, votes, terminable } = multiInstanceOf(model, node.id) ?? {};
      const canEndEarly = [condition, completion, votes, terminable].some((each) => each !== undefined);
      // After the last one of those side by side the engine does not ask.
      const isAsked = canEndEarly && (node.loop === 'sequential' || completed !== instances);
      return isAsked && isOver(run, scope, content);
    },
    run({ id, node, token }) {
      const waits =
        model.userTasks.has(node.id) ||
        (model.services.has(node.id) && !computeAtOnce(run, around(token.scope), values.content(id)));
      return waits ? 'waits' : 'done';
    },
    giveUp: () => undefined,
    callProcess: ({ node }) => ({ definition: node.id }),
    setTimer(at, before) {
      const trigger = triggerOf(at);
      return trigger?.kind === 'timer' ? arm(trigger, at, before) : null;
    },
    nameOf(at) {
      const trigger = triggerOf(at);
      if (trigger?.kind !== 'message' && trigger?.kind !== 'signal') return undefined;
      const seen = run.scopeOf(around(at.scope), {});
      const name = String(trigger.name.evaluate(seen));
      const given = trigger.kind === 'message' ? trigger.correlationKey?.evaluate(seen) : undefined;
      const isThrown = at.node.kind === 'throw' || at.node.kind === 'end';
      // A receiver without a key is matched by the business key.
      const key = given ?? (isThrown ? undefined : (facts.businessKey ?? undefined));
      return name === '' ? undefined : { name, ...(key !== undefined && { key: String(key) }) };
    },
    holds(at, isNew) {
      const trigger = triggerOf(at) as ConditionTrigger;
      if (isNew && trigger.onlyChanges) return false;
      return trigger.script ? 'later' : isMet(trigger.condition, run.scopeOf(around(at.scope), {}), at.node.id);
    },
    changes() {
      const now = { variables: run.variables, called: run.called };
      const before = run.variablesSeen;
      if (before.variables === now.variables && before.called === now.called) return undefined;
      run.variablesSeen = now;
      return (at) => hasChangeFor(triggerOf(at) as ConditionTrigger, callIdOf(run, around(at.scope)), { before, now });
    },
    opened: () => undefined,
    closed: () => undefined,
    uncaught(code, { node }) {
      throw new StepError('ERR_STEP_FAILED', `Nothing catches the error ${code} that ${node.id} throws.`);
    },
    tell(change) {
      if (change.kind === 'entered') {
        const { at, from } = change;
        places.set(at.id, { node: at.node.id, scope: at.token.scope });
        const last = from.at(-1);
        if (last !== undefined) cameFrom.set(at.id, last);
      }
      if (change.kind === 'fired' && change.by.length === 0 && facts.payload)
        setVariables(run, around(change.at.scope), facts.payload);
      if (change.kind === 'fired') noteCaught(change);
      facts.tell(change);
    },
  };

  function triggerOf({ node, event }: ListenerAt) {
    const found = model.events.get(node.id);
    return found && eventsOf(found)[node.events.indexOf(event)]?.trigger;
  }

  /** What catches an error or escalation gets what the calls on the way pass back, and the code. */
  function noteCaught({ at, by: [thrower = ''] }: Extract<NetChange, { readonly kind: 'fired' }>): void {
    const trigger = triggerOf(at);
    const from = places.get(thrower);
    if (!from || (trigger?.kind !== 'error' && trigger?.kind !== 'escalation')) return;
    const { kind, codeVariable } = trigger;
    passOnThrown(run, kind, around(from.scope), around(at.scope));
    const thrown = model.graph.nodes.get(from.node)?.events.find((event) => event.kind === kind);
    const code = thrown && 'code' in thrown ? thrown.code : facts.code;
    if (codeVariable !== undefined) setVariables(run, around(at.scope), { [codeVariable]: code ?? null });
  }

  function arm(trigger: TimerTrigger, { scope, node }: ListenerAt, before: TimerState | undefined) {
    const round = before?.round as Round | undefined;
    const left = round && (round.left === -1 ? -1 : round.left - 1);
    if ((before && !round) || left === 0) return null;
    const { value, until } = trigger;
    const seen = run.scopeOf(around(scope), {});
    const given = round?.values ?? { value: value.evaluate(seen), ...(until && { until: until.evaluate(seen) }) };
    // What is fired early begins anew.
    const from = before ? Math.min(before.dueAt, now) : now;
    const began = round && from === before?.dueAt ? round.began : from;
    const constant = {
      ...trigger,
      value: { ...value, evaluate: () => given.value },
      ...(until && { until: { ...until, evaluate: () => given.until } }),
    };
    const armed = armTimer(constant, node.id, {}, { from, now, timeZone, left, began });
    if (armed.dueAt === null) return null;
    return { dueAt: armed.dueAt, ...(armed.left !== null && { round: { left: armed.left, values: given, began } }) };
  }
}
