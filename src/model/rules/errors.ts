import { elementOf, nameOf, textOf } from '../moddle/moddle-element.ts';
import type { Draft } from '../read/draft.ts';
import type { EventDraft } from '../read/events/read-event.ts';
import type { Finding, Rule } from './rule.ts';
import { comesBefore, describeThrown, findCatchers, findReachedCatchers, thrownBy } from './shared/find-catchers.ts';
import { findUnsupported } from './shared/supported-elements.ts';

/**
 * A throw event without a code. In Flowable and Activiti every boundary event catches it; here, only events that catch
 * every error or escalation do.
 */
const throwWithoutCode: Rule = {
  name: 'throw-without-code',
  severity: 'warning',
  says: 'a thrown error or escalation does not say which; only an event that catches every one catches it',
  remedy: 'Choose or create one with a code in the modeler.',
  guess: true,
  check: ({ events }) =>
    events.flatMap((event) => {
      const { node, role, trigger } = event;
      if (role.kind !== 'throw' || trigger === undefined) return [];
      if ((trigger.kind !== 'error' && trigger.kind !== 'escalation') || trigger.code !== undefined) return [];
      return {
        elementId: node.id,
        reason: `"${node.name}" throws an ${trigger.kind}, but does not say which one: only events that catch every ${trigger.kind} catch it${isCaught(event) ? '' : NOT_CAUGHT[trigger.kind]}.`,
        remedy: `Choose or create an ${trigger.kind} with a code in the modeler${isCaught(event) ? '' : ', and catch that; or remove the event'}.`,
      };
    }),
};

const NOT_CAUGHT = {
  error: ', and there is none here, so the step fails',
  escalation: ', and there is none here, so nothing happens',
} as const;

function isCaught(event: EventDraft): boolean {
  const thrown = thrownBy(event);
  return thrown !== undefined && findCatchers(thrown).size > 0;
}

/** An event that refers to an error or escalation without a code catches every error or escalation, as in Camunda 7. */
const catchWithoutCode: Rule = {
  name: 'catch-without-code',
  severity: 'warning',
  says: 'a caught error or escalation has no code, so the event catches every one',
  remedy: 'Give it a code, here and where it is thrown.',
  guess: true,
  check: ({ events }) =>
    events.flatMap(({ node, definition, role, event: { kind } }) => {
      if (role.kind === 'throw' || (kind !== 'error' && kind !== 'escalation')) return [];
      const named = elementOf(definition, `${kind}Ref`);
      if (named === undefined || textOf(named, `${kind}Code`) !== undefined) return [];
      return {
        elementId: node.id,
        reason: `"${node.name}" names the ${kind} "${nameOf(named) ?? named.id}", which has no code: it catches every ${kind}, not only this one.`,
        remedy: `Give the ${kind} a code, here and where it is thrown; do nothing if every ${kind} is meant.`,
      };
    }),
};

const codeIsExpression: Rule = {
  name: 'code-is-expression',
  severity: 'error',
  says: 'the code of an error or escalation is an expression',
  remedy: 'Write a plain code; to throw different codes, draw a gateway with one event for each code.',
  check: ({ events }) =>
    events.flatMap(({ node, trigger }) => {
      if (trigger?.kind !== 'error' && trigger?.kind !== 'escalation') return [];
      if (trigger.code === undefined || !/^=|[$#]\{/.test(trigger.code)) return [];
      return {
        elementId: node.id,
        reason: `The code ${trigger.code} of "${node.name}" is an expression, but codes are compared literally.`,
      };
    }),
};

const errorNotCaught: Rule = {
  name: 'error-not-caught',
  severity: 'warning',
  says: 'nothing around an error end event catches its error, so its step fails',
  remedy:
    'Catch it with a boundary event on the sub-process around it or with an event sub-process, or use a plain end event.',
  check: (draft) => listUncaught(draft, 'error', 'the step that reaches it fails'),
};

const escalationNotCaught: Rule = {
  name: 'escalation-not-caught',
  severity: 'warning',
  says: 'nothing around the event catches its escalation, so nothing happens there',
  remedy: 'Catch it with a boundary event on the sub-process around it or with an event sub-process, or remove it.',
  check: (draft) => listUncaught(draft, 'escalation', 'nothing happens there'),
};

/** With a code: `throw-without-code` reports the others. */
function listUncaught({ events }: Draft, kind: 'error' | 'escalation', effect: string): readonly Finding[] {
  return events.flatMap((event) => {
    const thrown = thrownBy(event);
    if (thrown?.kind !== kind || thrown.code === undefined || findCatchers(thrown).size > 0) return [];
    return {
      elementId: event.node.id,
      reason: `Nothing catches the ${describeThrown(thrown)} that "${event.node.name}" throws, so ${effect}.`,
    };
  });
}

/**
 * Reports events that catch an error or escalation which nothing throws. Only services and error events throw errors, and
 * only escalation events throw escalations; user tasks and messages throw nothing.
 */
const boundaryNeverFires: Rule = {
  name: 'boundary-never-fires',
  severity: 'warning',
  says: 'a boundary event, or an event sub-process, for an error or escalation that nothing throws to it (people and messages throw neither, services only errors), or that another event catches first',
  remedy: 'Remove it, or throw it.',
  check(draft) {
    const reached = findReachedCatchers(draft);
    return draft.events.filter((event) => !reached.has(event)).flatMap((event) => judgeCatcher(event, draft));
  },
};

function judgeCatcher(event: EventDraft, { events }: Draft): readonly Finding[] {
  const { node, role, trigger } = event;
  if (role.kind === 'throw' || (trigger?.kind !== 'error' && trigger?.kind !== 'escalation')) return [];
  const what = trigger.code === undefined ? `an ${trigger.kind}` : `the ${trigger.kind} ${trigger.code}`;
  const byThat = events.some((other) => other.node === node && other !== event) ? ' on that trigger' : '';
  const warn = (reason: string): readonly Finding[] => [
    { elementId: node.id, reason, remedy: remedyFor(trigger.kind) },
  ];
  const twin = events.slice(0, events.indexOf(event)).find((earlier) => comesBefore(earlier, event));
  if (twin !== undefined) {
    const reason = `"${twin.node.name}" catches ${what} before "${node.name}" does, so "${node.name}" never fires${byThat}.`;
    return [{ elementId: node.id, reason, remedy: 'Remove one of the two, or give it another code.' }];
  }
  if (role.kind === 'start') {
    return warn(`Nothing beside the event sub-process "${node.scope.name}" throws ${what}, so it never starts.`);
  }
  const { host } = node;
  if (host === undefined || findUnsupported(host.element) !== undefined) return [];
  return warn(`Nothing at "${host.name}" throws ${what} that reaches "${node.name}", so it never fires${byThat}.`);
}

function remedyFor(kind: 'error' | 'escalation'): string {
  return kind === 'error'
    ? 'Throw it in a service or by an error end event of a sub-process, draw a button instead, or remove it.'
    : 'Throw it by an escalation event of a sub-process, draw a timer or a message instead, or remove it.';
}

/** BPMN 2.0, 10.5.4: an error always interrupts, because the failed activity cannot continue. */
const errorAlwaysInterrupts: Rule = {
  name: 'error-always-interrupts',
  severity: 'warning',
  says: 'an error event is drawn as non-interrupting',
  remedy: 'Draw it as interrupting, or throw an escalation if the rest should go on.',
  check: ({ events }) =>
    events.flatMap(({ node, role, event: { kind } }) => {
      const property =
        role.kind === 'boundary' ? 'cancelActivity' : role.kind === 'start' ? 'isInterrupting' : undefined;
      if (kind !== 'error' || property === undefined || node.element.get(property) !== false) return [];
      return {
        elementId: node.id,
        reason: `The error event "${node.name}" is drawn as non-interrupting, but an error always interrupts.`,
      };
    }),
};

export const ERROR_RULES: readonly Rule[] = [
  throwWithoutCode,
  catchWithoutCode,
  codeIsExpression,
  errorNotCaught,
  escalationNotCaught,
  boundaryNeverFires,
  errorAlwaysInterrupts,
];
