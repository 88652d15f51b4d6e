import type { TaskDiagram } from '../../tasks/ask-diagram.ts';

/** What an event waits for; the keys of its text. */
export type EventKind = 'timer' | 'message' | 'signal' | 'error' | 'escalation' | 'condition' | 'other';

/** An event of the diagram that set something in motion, without anybody's press. */
export interface OccurredEvent {
  /** Unique among those of the transaction. */
  readonly key: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: EventKind;
  readonly name?: string;
  /** The name of the activity on which it is drawn. */
  readonly host?: string;
}

const KINDS: Readonly<Record<string, EventKind>> = {
  timerEventDefinition: 'timer',
  messageEventDefinition: 'message',
  signalEventDefinition: 'signal',
  errorEventDefinition: 'error',
  escalationEventDefinition: 'escalation',
  conditionalEventDefinition: 'condition',
};

/** In the order in which they occurred. Those of called processes are not in the file, and so not among them. */
export function listOccurred({ xml, steps = [] }: Pick<TaskDiagram, 'xml' | 'steps'>): OccurredEvent[] {
  if (steps.length === 0) return [];
  const file = new DOMParser().parseFromString(xml, 'application/xml');
  const elements = new Map([...file.querySelectorAll('[id]')].map((element) => [element.id, element]));
  return steps.flatMap(({ at, nodes }, step) =>
    nodes.flatMap((id): OccurredEvent[] => {
      const element = elements.get(id);
      if (element === undefined || !isAwaited(element)) return [];
      const name = element.getAttribute('name') ?? '';
      const host = elements.get(element.getAttribute('attachedToRef') ?? '')?.getAttribute('name') ?? '';
      return [
        {
          ...{ key: `${step} ${id}`, at, kind: kindOf(element) },
          ...(name !== '' && { name }),
          ...(host !== '' && { host }),
        },
      ];
    }),
  );
}

/** The start of a process is a line of its own. */
function isAwaited({ localName, parentElement }: Element): boolean {
  if (localName === 'startEvent') return parentElement?.getAttribute('triggeredByEvent') === 'true';
  return localName === 'boundaryEvent' || localName === 'intermediateCatchEvent';
}

function kindOf({ children }: Element): EventKind {
  const definition = [...children].find(({ localName }) => localName in KINDS);
  return KINDS[definition?.localName ?? ''] ?? 'other';
}
