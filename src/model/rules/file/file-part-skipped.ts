import { BPMN_TYPES } from '../../moddle/strict-moddle.ts';
import { suggestName } from '../../suggest-name.ts';
import type { FileRule } from '../rule.ts';

/**
 * Valid BPMN 2.0 that bpmn-moddle 9 does not know: parts of conversations, choreographies, global scripts and extensions,
 * none of which are executed.
 */
const UNKNOWN_TO_MODDLE =
  /unknown type <bpmn:(EndPointRef|InnerParticipantRef|OuterParticipantRef|MessageFlowRef|Script)>|unrecognized element <bpmn:documentation>/;

/** Reported by other rules. */
const REPORTED_ELSEWHERE = /duplicate ID|missing namespace for prefix/;

/** Not used for execution, so a warning is enough. */
const NOT_READ = /unexpected body text|<dc:|<di:|<bpmndi:/;

export const filePartSkipped: FileRule = {
  name: 'file-part-skipped',
  check: ({ id, leftovers }) =>
    leftovers.skipped
      .filter((message) => !REPORTED_ELSEWHERE.test(message) && !UNKNOWN_TO_MODDLE.test(message))
      // One broken attribute causes several parser messages for the same tag.
      .filter((message, at, all) => all.findIndex((other) => placeOf(other) === placeOf(message)) === at)
      .map((message) => ({
        severity: NOT_READ.test(message) ? 'warning' : 'error',
        elementId: id,
        reason: `A part of the file is not BPMN 2.0 and was skipped: ${message}.`,
        remedy: remedyFor(message),
      })),
};

/** For a broken attribute the tag, such as `line 17, <userTask>`; otherwise the whole message. */
function placeOf(message: string): string {
  return /^(line \d+, <[^>]*>): .*attribute/.exec(message)?.[1] ?? message;
}

function remedyFor(message: string): string {
  if (/illegal ID/.test(message)) return 'Give it an id of letters, digits, _, - and ., without spaces.';
  if (/illegal (first char )?attribute name/.test(message))
    return 'Names of attributes and prefixes must begin with a letter from a to z and contain only letters, digits, -, _ and .: rename it, or delete it.';
  if (/unrecognized element <(camunda|zeebe|flowable|activiti|drools|ttc):/.test(message))
    return 'Put it into the <extensionElements> of the element that holds it.';
  const [, type] = /unknown type <bpmn:([^>]+)>/.exec(message) ?? [];
  const meant = type === undefined ? undefined : suggestName(type, BPMN_TYPES);
  if (meant !== undefined)
    return `Write <${meant.charAt(0).toLowerCase()}${meant.slice(1)}>, if that is what you mean.`;
  return 'Correct it in the XML, or delete it there and draw it again.';
}
