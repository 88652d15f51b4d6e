import { nameOf } from '../moddle/moddle-element.ts';
import type { ParseLeftovers } from '../moddle/parse-leftovers.ts';
import type { UnresolvedReference } from '../moddle/resolve-references.ts';
import type { FileRule, Finding } from './rule.ts';

/** Types that do not affect execution: skipping the second element is only a warning. */
const DRAWN_ONLY =
  /<(?:\w+:)?(BPMN(Diagram|Plane|Shape|Edge|Label|LabelStyle)|Bounds|association|category|categoryValue|data(Input|Output|State|Object|Store|ObjectReference|StoreReference|InputAssociation|OutputAssociation)|from|to|group|inputSet|itemDefinition|outputSet|property|text|textAnnotation)>/;

const duplicateId: FileRule = {
  name: 'duplicate-id',
  severity: 'error',
  says: 'an id is used twice, and the second element was skipped; a warning if it is only drawn, a copy of the first, or if nothing refers to the id, so that the second can have another one',
  remedy: 'Give one of the two another id.',
  check: ({ id, leftovers }) => [
    ...leftovers.repeatedIds.map(
      (each): Finding => ({
        severity: 'warning',
        elementId: each.id,
        reason:
          each.renamed.length === 0
            ? `The id ${each.id} is used for copies of one element; the first is used.`
            : `The id ${each.id} is used ${countTimes(each.renamed.length)}, and nothing refers to it; the other elements are called ${each.renamed.join(', ')}.`,
      }),
    ),
    ...[...messagesById(leftovers)].map(([duplicate, messages]): Finding => {
      const [which, verb] = messages.length === 1 ? ['second element', 'was'] : ['elements after the first', 'were'];
      return {
        severity: messages.every((message) => DRAWN_ONLY.test(message)) ? 'warning' : 'error',
        elementId: duplicate === '' ? id : duplicate,
        ...(duplicate === '__proto__'
          ? {
              reason: 'The id __proto__ cannot be used, because it has a special meaning in JavaScript.',
              remedy: 'Give the element another id.',
            }
          : {
              reason: `The id ${duplicate} is used ${countTimes(messages.length)} (${messages.join('; ')}); the ${which} ${verb} skipped.`,
              ...(messages.length > 1 && { remedy: 'Give each another id.' }),
            }),
      };
    }),
  ],
};

function countTimes(others: number): string {
  return others === 1 ? 'twice' : `${others + 1} times`;
}

/** The parser's messages about duplicate ids, by id. */
function messagesById({ skipped, repeatedIds }: ParseLeftovers): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const message of skipped) {
    const duplicate = /duplicate ID <([^>]*)>/.exec(message)?.[1];
    if (duplicate !== undefined && !repeatedIds.some(({ id }) => id === duplicate))
      found.set(duplicate, [...(found.get(duplicate) ?? []), message]);
  }
  return found;
}

/** Elements whose ids are visible outside. A generated id of any other element has no effect. */
const SHOWN: Readonly<Record<string, { readonly kind: string; readonly use: string }>> = {
  'bpmn:Process': { kind: 'process', use: 'it is started by that id' },
  'bpmn:UserTask': { kind: 'user task', use: 'the center sees that id as the nodeId' },
};

const idGenerated: FileRule = {
  name: 'id-generated',
  severity: 'warning',
  says: 'a process or user task has no id, so it gets one from its place in the file',
  remedy: 'Give it an id, so that the id stays the same when the file changes; saving the file in a modeler adds one.',
  guess: true,
  check: ({ leftovers }) =>
    leftovers.madeIds.flatMap(({ id, type, name }) => {
      const shown = SHOWN[type];
      if (shown === undefined) return [];
      return {
        elementId: id,
        reason: `The ${shown.kind}${name === undefined ? '' : ` "${name}"`} has no id, so it gets the id ${id} from its place in the file; ${shown.use}.`,
      };
    }),
};

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

const referenceUnresolved: FileRule = {
  name: 'reference-unresolved',
  severity: 'error',
  says: 'the default flow of a gateway, a boundary event, message, signal, error, escalation or event definition names a missing element, or a flow comes from or leads to one; a warning for the default flow of an element that does not choose, lanes, output collections and operations',
  remedy: 'Correct the reference, or draw the missing element.',
  check: ({ id, leftovers }) => leftovers.unresolved.flatMap((reference) => judgeReference(reference, id)),
};

function judgeReference({ element, property, id: missing }: UnresolvedReference, fileId: string): readonly Finding[] {
  const holder = /EventDefinition$|LoopCharacteristics$/.test(element.$type) ? (element.$parent ?? element) : element;
  const elementId = holder.id ?? fileId;
  const name = holder.name ?? holder.id;
  const meaning = property === 'default' && CHOOSES.test(element.$type) ? 'the default flow' : MEANING[property];
  if (meaning !== undefined && DECIDES.test(element.$type)) {
    const reason = `"${name}" names ${missing} as ${meaning}, but the file has no such element.`;
    return [{ elementId, reason }];
  }
  const end = element.$type === 'bpmn:SequenceFlow' ? ENDS[property] : undefined;
  if (end !== undefined) {
    const reason = `The flow ${nameOf(element) ?? elementId} ${end} ${missing}, but the file has no such element.`;
    return [{ elementId, reason, remedy: `Correct its ${property}, or delete the flow.` }];
  }
  const ignored = IGNORED[property];
  if (ignored === undefined) return [];
  const reason = `"${name}" names ${missing} as ${ignored}.`;
  return [
    { severity: 'warning', elementId, reason, remedy: 'Leave it if it is only documentation; otherwise remove it.' },
  ];
}

/** How a reference to a missing element is interpreted; a guess, since it may be a typo. */
const TAKEN_FOR: Readonly<Record<string, string>> = {
  errorRef: 'the code of its error',
  escalationRef: 'the code of its escalation',
  signalRef: 'the name of its signal',
  messageRef: 'the name of its message',
};

/** Activiti, Flowable and Camunda 7 read an unresolved `errorRef` as the code, Activiti and jBPM a `signalRef` as the name. */
const referenceIsName: FileRule = {
  name: 'reference-is-name',
  severity: 'warning',
  says: 'an error, escalation, signal or message event refers to no element of the file: the reference is used as the code or name itself',
  remedy: 'Do nothing if that is what you mean; otherwise correct the reference.',
  guess: true,
  check: ({ id: fileId, leftovers }) =>
    leftovers.named.map(({ element, property, id }) => {
      const holder = element.$type.endsWith('EventDefinition') ? (element.$parent ?? element) : element;
      return {
        elementId: holder.id ?? fileId,
        reason: `"${holder.name ?? holder.id}" refers to ${id} (${property}), but the file has no such element: it is used as ${TAKEN_FOR[property] ?? 'a name'}.`,
      };
    }),
};

export const REFERENCE_RULES: readonly FileRule[] = [duplicateId, idGenerated, referenceUnresolved, referenceIsName];
