import { elementOf, elementsOf, type ModdleElement, nameOf } from '../../moddle/moddle-element.ts';
import type { FileRule, Finding } from '../rule.ts';

/** Reports settings of a collaboration that have no effect here: correlation keys and participant multiplicity. */
export const collaborationPartNotRun: FileRule = {
  name: 'collaboration-part-not-run',
  check: ({ id, collaborations }) =>
    collaborations.flatMap((collaboration) => [
      ...judgeKeys(collaboration, id),
      ...elementsOf(collaboration, 'participants').flatMap((participant) => judgePool(participant, id)),
    ]),
};

function judgeKeys(collaboration: ModdleElement, fileId: string): readonly Finding[] {
  const holders = [collaboration, ...elementsOf(collaboration, 'conversations')];
  if (holders.every((holder) => elementsOf(holder, 'correlationKeys').length === 0)) return [];
  const reason = 'The collaboration has correlation keys, which are not used to match messages here.';
  const remedy =
    'Write ttc:correlationKey on the message events; without it, messages are matched by the business key.';
  return [{ severity: 'warning', elementId: collaboration.id ?? fileId, reason, remedy }];
}

function judgePool(participant: ModdleElement, fileId: string): readonly Finding[] {
  const maximum = elementOf(participant, 'participantMultiplicity')?.get('maximum');
  if (typeof maximum !== 'number' || maximum <= 1 || elementOf(participant, 'processRef') === undefined) return [];
  const name = nameOf(participant) ?? participant.id;
  const reason = `The pool "${name}" is marked as having up to ${maximum} participants, but a message reaches only one instance of it.`;
  const remedy = 'Send a message to each, from a multi-instance sub-process with a ttc:correlationKey.';
  return [{ severity: 'warning', elementId: participant.id ?? fileId, reason, remedy }];
}
