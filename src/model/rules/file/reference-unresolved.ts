import { nameOf } from '../../moddle/moddle-element.ts';
import type { UnresolvedReference } from '../../moddle/resolve-references.ts';
import type { FileRule, Finding } from '../rule.ts';

/** References that execution depends on. */
const MEANING: Readonly<Record<string, string>> = {
  attachedToRef: 'the task it is attached to',
  messageRef: 'its message',
  signalRef: 'its signal',
  errorRef: 'its error',
  escalationRef: 'its escalation',
  eventDefinitionRef: 'what it waits for or throws',
};

/** The ends of a flow. */
const ENDS: Readonly<Record<string, string>> = { sourceRef: 'comes from', targetRef: 'leads to' };

/** References that are ignored even if they are resolved, so a warning is enough. */
const IGNORED: Readonly<Record<string, string>> = {
  default: 'its default flow, which is not there',
  flowNodeRef: 'an element of the lane, which is not there',
  loopDataOutputRef: 'its output collection, which is not run',
  operationRef: 'its operation, which is not run',
};

/** Elements for which a missing default flow is an error; others take all flows without a condition. */
const CHOOSES = /(Exclusive|Inclusive|Complex)Gateway$/;

// Excludes references that are not executed, such as the message of a message flow or the error of an operation.
const DECIDES = /EventDefinition$|Event$|Task$|Gateway$|SubProcess$|Activity$|Lane$/;

export const referenceUnresolved: FileRule = {
  name: 'reference-unresolved',
  check: ({ id, leftovers }) => leftovers.unresolved.flatMap((reference) => judge(reference, id)),
};

function judge({ element, property, id: missing }: UnresolvedReference, fileId: string): readonly Finding[] {
  const holder = /EventDefinition$|LoopCharacteristics$/.test(element.$type) ? (element.$parent ?? element) : element;
  const elementId = holder.id ?? fileId;
  const name = holder.name ?? holder.id;
  const meaning = property === 'default' && CHOOSES.test(element.$type) ? 'the default flow' : MEANING[property];
  if (meaning !== undefined && DECIDES.test(element.$type)) {
    const reason = `"${name}" names ${missing} as ${meaning}, but the file has no such element.`;
    return [{ severity: 'error', elementId, reason, remedy: 'Correct the reference, or draw the missing element.' }];
  }
  const end = element.$type === 'bpmn:SequenceFlow' ? ENDS[property] : undefined;
  if (end !== undefined) {
    const reason = `The flow ${nameOf(element) ?? elementId} ${end} ${missing}, but the file has no such element.`;
    return [{ severity: 'error', elementId, reason, remedy: `Correct its ${property}, or delete the flow.` }];
  }
  const ignored = IGNORED[property];
  if (ignored === undefined) return [];
  const reason = `"${name}" names ${missing} as ${ignored}.`;
  return [
    { severity: 'warning', elementId, reason, remedy: 'Leave it if it is only documentation; otherwise remove it.' },
  ];
}
