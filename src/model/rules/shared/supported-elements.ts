import { elementsOf, type ModdleElement } from '../../moddle/moddle-element.ts';
import { type EventKind, eventDefinitionsOf, eventKindOf } from '../../read/events/event-kind.ts';
import { readWideTermination } from '../../read/read-termination.ts';
import { isWorkItem } from '../../read/services/read-service-name.ts';
import { findVendorTrigger } from '../vendors/vendor-trigger.ts';

/** What authors call an unsupported element, and what to do instead. */
interface UnsupportedElement {
  readonly kind: string;
  readonly remedy: string;
  /** The vendor names that make it so, as in the file. */
  readonly parts?: readonly string[];
  /** It runs once `prepareDiagram` has prepared the file, as every deployment does. */
  readonly runsAfterPreparation?: true;
}

const DRAW_INTO = 'Draw its content into the process itself, or into a plain sub-process.';

/** Element types that never run. */
const DOES_NOT_RUN: Readonly<Record<string, UnsupportedElement>> = {
  'bpmn:Transaction': { kind: 'transaction', remedy: DRAW_INTO },
  'bpmn:AdHocSubProcess': { kind: 'ad-hoc sub-process', remedy: DRAW_INTO },
  'bpmn:CallActivity': {
    kind: 'call activity',
    remedy:
      'Deploy the file with bridge.deploy, or prepare it with prepareProcesses, which draws the called process into this one.',
    runsAfterPreparation: true,
  },
  'bpmn:ComplexGateway': {
    kind: 'complex gateway',
    remedy: 'Use an exclusive, parallel or inclusive gateway.',
  },
};

const TASKS_AND_GATEWAYS: ReadonlySet<string> = new Set([
  'bpmn:Task',
  'bpmn:ManualTask',
  'bpmn:UserTask',
  'bpmn:ServiceTask',
  'bpmn:SendTask',
  'bpmn:ReceiveTask',
  'bpmn:BusinessRuleTask',
  'bpmn:ScriptTask',
  'bpmn:SubProcess',
  'bpmn:ExclusiveGateway',
  'bpmn:ParallelGateway',
  'bpmn:InclusiveGateway',
  'bpmn:EventBasedGateway',
]);

/** The event definitions that an event supports in one position; `plain` means no definition. */
interface EventPlace {
  readonly name: string;
  readonly runs: ReadonlySet<EventKind | 'plain'>;
  readonly remedy: string;
}

const THROWN = ['plain', 'message', 'signal', 'escalation'] as const;
const CAUGHT_ALONG = ['timer', 'message', 'signal'] as const;
/** Not for the start of a process: there are no variables yet that a condition could read. */
const CAUGHT_WHILE_RUNNING = [...CAUGHT_ALONG, 'conditional'] as const;
const CAUGHT_FROM_INSIDE = [...CAUGHT_WHILE_RUNNING, 'error', 'escalation'] as const;

const PROCESS_START: EventPlace = {
  name: 'start event',
  runs: new Set(['plain', ...CAUGHT_ALONG]),
  remedy:
    'Use a plain start event, or one with a message, a signal or a timer; if a condition should start the process, let the host call bridge.start.',
};
const SUB_PROCESS_START: EventPlace = {
  name: 'start event',
  runs: new Set(['plain']),
  remedy: 'Use a plain start event: a sub-process starts when a token comes to it.',
};
const EVENT_SUB_PROCESS_START: EventPlace = {
  name: 'start event',
  // `event-sub-process-start` reports a plain start event.
  runs: new Set(['plain', ...CAUGHT_FROM_INSIDE]),
  remedy: 'Let a timer, a message, a signal, a condition, an error or an escalation start the event sub-process.',
};

const PLACES: Readonly<Record<string, EventPlace>> = {
  'bpmn:EndEvent': {
    name: 'end event',
    runs: new Set([...THROWN, 'error', 'terminate']),
    remedy: 'Use a plain end event, or one with a message, signal, error, escalation or terminate.',
  },
  'bpmn:IntermediateThrowEvent': {
    name: 'intermediate throw event',
    runs: new Set(THROWN),
    remedy: 'Throw a message, a signal or an escalation, or use a service task.',
  },
  'bpmn:IntermediateCatchEvent': {
    name: 'intermediate catch event',
    runs: new Set(CAUGHT_WHILE_RUNNING),
    remedy: 'Wait for a timer, a message, a signal or a condition.',
  },
  'bpmn:BoundaryEvent': {
    name: 'boundary event',
    runs: new Set(CAUGHT_FROM_INSIDE),
    remedy: 'Use a timer, message, signal, conditional, error or escalation boundary event.',
  },
};

const UNDO = 'Draw the steps that undo it as ordinary tasks, on a path from a gateway or an error event.';

const UNMARK =
  'Remove its compensation marker (isForCompensation), so that it runs when its flow comes to it; if it should undo something, draw that as an ordinary task on a path from a gateway or an error event.';

/** What to draw instead of event definitions that are supported nowhere. */
const INSTEAD: Readonly<Partial<Record<EventKind, string>>> = {
  compensation: UNDO,
  cancel: 'Draw a plain sub-process that ends with an error, and an error boundary event on it.',
};

/** Why an element does not run in its position; undefined if it runs. */
export function findUnsupported(element: ModdleElement): UnsupportedElement | undefined {
  const place = placeOf(element);
  if (place !== undefined) return findUnsupportedEvent(element, place);
  const known = DOES_NOT_RUN[element.$type];
  if (known !== undefined) return known;
  if (!TASKS_AND_GATEWAYS.has(element.$type)) {
    return { kind: element.$type.replace('bpmn:', ''), remedy: 'Remove it.' };
  }
  if (element.get('isForCompensation') === true) {
    // A task that only an association leads to is reached by no token, and not looked at.
    return { kind: 'compensation task on a path of flows', remedy: UNMARK };
  }
  if (isWorkItem(element)) {
    return {
      kind: 'work item of jBPM (drools:taskName)',
      remedy:
        'Deploy the file with bridge.deploy, or prepare it with prepareProcesses, which turns it into a service task or a user task.',
      runsAfterPreparation: true,
    };
  }
  return findUnsupportedVariant(element);
}

function placeOf(element: ModdleElement): EventPlace | undefined {
  if (element.$type !== 'bpmn:StartEvent') return PLACES[element.$type];
  const container = element.$parent;
  if (container?.$type !== 'bpmn:SubProcess') return PROCESS_START;
  return container.get('triggeredByEvent') === true ? EVENT_SUB_PROCESS_START : SUB_PROCESS_START;
}

function findUnsupportedEvent(element: ModdleElement, place: EventPlace): UnsupportedElement | undefined {
  if (elementsOf(element, 'eventDefinitionRef').length > 0) {
    return {
      kind: `${place.name} whose definition is outside the event (eventDefinitionRef)`,
      remedy:
        'Deploy the file with bridge.deploy, or prepare it with prepareProcesses, which copies it into the event; or draw it there yourself.',
      runsAfterPreparation: true,
    };
  }
  const kinds = eventDefinitionsOf(element).map(eventKindOf);
  if (kinds.length === 0) {
    if (place.runs.has('plain')) return undefined;
    const trigger = findVendorTrigger(element);
    if (trigger === undefined) return { kind: `${place.name} without a trigger`, remedy: place.remedy };
    return { kind: `${trigger.shown} ${place.name}`, remedy: trigger.remedy, parts: [trigger.shown] };
  }
  const unknown = kinds.find((kind) => !place.runs.has(kind));
  if (unknown === undefined) return findWideTerminate(element);
  const kind = `${unknown} ${place.name}`;
  const instead = INSTEAD[unknown];
  if (instead !== undefined) return { kind, remedy: instead };
  // A link event with other definitions is not turned into a flow.
  if (unknown !== 'link' || kinds.length > 1) return { kind, remedy: place.remedy };
  return {
    kind,
    remedy:
      'Deploy the file with bridge.deploy, or prepare it with prepareProcesses, which draws links as flows; or draw the flow yourself.',
    runsAfterPreparation: true,
  };
}

/** Attributes that make a supported element unsupported. */
function findUnsupportedVariant(element: ModdleElement): UnsupportedElement | undefined {
  if (element.$type === 'bpmn:EventBasedGateway' && element.get('eventGatewayType') === 'Parallel') {
    return {
      kind: 'parallel event-based gateway',
      remedy: 'Use an exclusive event-based gateway, or a parallel gateway.',
    };
  }
  if (
    (element.$type === 'bpmn:EventBasedGateway' || element.$type === 'bpmn:ReceiveTask') &&
    element.get('instantiate') === true
  ) {
    const name = element.$type === 'bpmn:ReceiveTask' ? 'receive task' : 'event-based gateway';
    return { kind: `${name} that starts the process`, remedy: 'Draw a start event with the message before it.' };
  }
  if (SEVERAL_TOKENS.some((attribute) => (element.get(attribute) ?? 1) !== 1)) {
    return {
      kind: 'activity that consumes or produces several tokens (startQuantity, completionQuantity)',
      remedy: 'Remove the attribute; draw a parallel gateway if you mean several tokens.',
    };
  }
  return undefined;
}

const SEVERAL_TOKENS = ['startQuantity', 'completionQuantity'] as const;

/** What authors call it, and what to do instead. */
interface WideTerminate {
  readonly kind: string;
  readonly remedy: string;
}

const REMEDY =
  'Move it into the multi-instance itself, behind an error boundary event on the sub-process that it is in now.';

/**
 * A terminate end event that should end a multi-instance from a sub-process inside it. Not supported: the multi-instance
 * would continue after the sub-process.
 */
function findWideTerminate(end: ModdleElement): WideTerminate | undefined {
  const wide = readWideTermination(end);
  if (wide?.isDeep !== true) return undefined;
  const kind = `terminate end event that ends a multi-instance from a sub-process within it (${wide.from})`;
  return { kind, remedy: REMEDY };
}
