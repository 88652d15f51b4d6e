import type { UnresolvedReference } from '../moddle/settle-references.ts';
import type { FileRule, Finding } from './rule.ts';

/** References that say where a token goes or who handles it; others do not matter to a run. */
const MEANING: Readonly<Record<string, string>> = {
  default: 'the default flow',
  attachedToRef: 'the task it is attached to',
  flowNodeRef: 'an element of the lane',
  messageRef: 'its message',
  signalRef: 'its signal',
  errorRef: 'its error',
  escalationRef: 'its escalation',
  eventDefinitionRef: 'what it waits for or throws',
};

/** What is passed over where it is there, too. */
const DRAWN_ONLY: Readonly<Record<string, string>> = {
  loopDataOutputRef: 'its output collection',
  operationRef: 'its operation',
};

// A message flow may name a message too, and an operation an error.
const DECIDES = /EventDefinition$|Event$|Task$|Gateway$|SubProcess$|Activity$|Lane$/;

export const referenceUnresolved: FileRule = {
  name: 'reference-unresolved',
  check: ({ id, leftovers }) => leftovers.unresolved.flatMap((reference) => judge(reference, id)),
};

function judge({ element, property, id: missing }: UnresolvedReference, fileId: string): readonly Finding[] {
  const holder = /EventDefinition$|LoopCharacteristics$/.test(element.$type) ? (element.$parent ?? element) : element;
  const elementId = holder.id ?? fileId;
  const name = holder.name ?? holder.id;
  const meaning = MEANING[property];
  if (meaning !== undefined && DECIDES.test(element.$type)) {
    const reason = `"${name}" names ${missing} as ${meaning}, and the file has no such element.`;
    return [{ severity: 'error', elementId, reason, remedy: 'Correct the reference, or draw what it names.' }];
  }
  const passedOver = DRAWN_ONLY[property];
  if (passedOver === undefined) return [];
  const reason = `"${name}" names ${missing} as ${passedOver}, which is not run.`;
  return [{ severity: 'warning', elementId, reason, remedy: 'Fine where it only documents; else remove it.' }];
}
