import { elementsOf, type ModdleElement } from '../moddle/moddle-element.ts';

/** What an element is called by the people who draw it, and what to do where it is not run. */
export interface UnsupportedElement {
  readonly kind: string;
  readonly remedy: string;
}

/** Flow nodes that run. Start and end events run where they have no event definition. */
const RUNS: ReadonlySet<string> = new Set([
  'bpmn:StartEvent',
  'bpmn:EndEvent',
  'bpmn:Task',
  'bpmn:ManualTask',
  'bpmn:UserTask',
  'bpmn:ServiceTask',
  'bpmn:SendTask',
  'bpmn:BusinessRuleTask',
  'bpmn:ExclusiveGateway',
  'bpmn:ParallelGateway',
  'bpmn:InclusiveGateway',
]);

const DRAW_INTO = 'Draw its content into the process itself.';
const USE_A_GATEWAY = 'Use an exclusive, parallel or inclusive gateway.';
const USE_A_SERVICE = 'Use a service task and give the function to the bridge as a service.';

/** Everything else that BPMN has, in the order of a modeler's palette. */
const DOES_NOT_RUN: Readonly<Record<string, UnsupportedElement>> = {
  'bpmn:SubProcess': { kind: 'sub-process', remedy: DRAW_INTO },
  'bpmn:Transaction': { kind: 'transaction', remedy: DRAW_INTO },
  'bpmn:AdHocSubProcess': { kind: 'ad-hoc sub-process', remedy: DRAW_INTO },
  'bpmn:CallActivity': { kind: 'call activity', remedy: 'Draw the called process into this one.' },
  'bpmn:ScriptTask': { kind: 'script task', remedy: USE_A_SERVICE },
  'bpmn:ReceiveTask': {
    kind: 'receive task',
    remedy: 'Use a user task that somebody handles when the message is there.',
  },
  'bpmn:BoundaryEvent': {
    kind: 'boundary event',
    remedy: 'Remove it from its task, or let the task lead to a gateway where a person chooses.',
  },
  'bpmn:IntermediateCatchEvent': {
    kind: 'intermediate event',
    remedy: 'Use a user task that somebody handles when the event is there.',
  },
  'bpmn:IntermediateThrowEvent': { kind: 'intermediate event', remedy: USE_A_SERVICE },
  'bpmn:EventBasedGateway': { kind: 'event-based gateway', remedy: USE_A_GATEWAY },
  'bpmn:ComplexGateway': { kind: 'complex gateway', remedy: USE_A_GATEWAY },
};

/** What an event waits for or does, as modelers name it. */
const EVENT_KINDS: Readonly<Record<string, string>> = {
  'bpmn:TimerEventDefinition': 'timer',
  'bpmn:MessageEventDefinition': 'message',
  'bpmn:SignalEventDefinition': 'signal',
  'bpmn:ConditionalEventDefinition': 'conditional',
  'bpmn:LinkEventDefinition': 'link',
  'bpmn:ErrorEventDefinition': 'error',
  'bpmn:EscalationEventDefinition': 'escalation',
  'bpmn:CompensateEventDefinition': 'compensation',
  'bpmn:CancelEventDefinition': 'cancel',
  'bpmn:TerminateEventDefinition': 'terminate',
};

const EVENT_REMEDIES: Readonly<Record<string, string>> = {
  'bpmn:StartEvent': 'Use a plain start event; the host starts the process with bridge.start.',
  'bpmn:EndEvent': 'Use a plain end event.',
};

/** Why an element does not run; undefined where it does. */
export function findUnsupported(element: ModdleElement): UnsupportedElement | undefined {
  const definitions = elementsOf(element, 'eventDefinitions').concat(elementsOf(element, 'eventDefinitionRef'));
  const words = definitions.map(({ $type }) => EVENT_KINDS[$type] ?? 'special').join(' and ');
  const known = DOES_NOT_RUN[element.$type];
  if (known !== undefined)
    return words === '' ? describeShape(element, known) : { ...known, kind: `${words} ${known.kind}` };
  if (!RUNS.has(element.$type)) return { kind: element.$type.replace('bpmn:', ''), remedy: 'Remove it.' };
  if (element.get('isForCompensation') === true) {
    return { kind: 'compensation task', remedy: 'Draw what compensates as an ordinary task on a path of its own.' };
  }
  if (words === '') return undefined;
  const event = element.$type === 'bpmn:StartEvent' ? 'start event' : 'end event';
  return { kind: `${words} ${event}`, remedy: EVENT_REMEDIES[element.$type] ?? 'Remove it.' };
}

function describeShape(element: ModdleElement, known: UnsupportedElement): UnsupportedElement {
  const isEvent = element.$type === 'bpmn:SubProcess' && element.get('triggeredByEvent') === true;
  return isEvent ? { kind: 'event sub-process', remedy: 'Remove it.' } : known;
}
