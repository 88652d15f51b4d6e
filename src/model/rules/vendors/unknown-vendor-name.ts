import type { UserTaskDraft } from '../../read/draft.ts';
import { collectParts } from '../file/owned-elements.ts';
import type { Finding, Rule } from '../rule.ts';
import { slipsOfHandlers } from '../tasks/user-task-without-handler.ts';
import { findVendorSlips, type VendorSlip } from './vendor-slips.ts';

/** One warning per element, for names in the namespace of an engine that the engine does not have. */
export const unknownVendorName: Rule = {
  name: 'unknown-vendor-name',
  check: ({ diagram, userTasks }) =>
    [...collectParts(diagram, findVendorSlips, ({ shown }) => shown)].flatMap(([elementId, slips]) =>
      judge(elementId, slips, userTasks),
    ),
};

function judge(
  elementId: string,
  slips: readonly VendorSlip[],
  userTasks: readonly UserTaskDraft[],
): readonly Finding[] {
  // `user-task-without-handler` reports typos that leave a user task without handlers.
  const said = new Set(
    userTasks
      .filter(({ node, assignment }) => node.id === elementId && assignment.length === 0)
      .flatMap(({ node }) => slipsOfHandlers(node).map(({ shown }) => shown)),
  );
  const left = slips.filter(({ shown }) => !said.has(shown));
  if (left.length === 0) return [];
  const meant = left.flatMap(({ shown, meant: each }) => (each === undefined ? [] : [`${each} for ${shown}`]));
  return [
    {
      severity: 'warning',
      elementId,
      reason: `No engine knows ${left.map(({ shown }) => shown).join(', ')}, so it is not read.`,
      remedy:
        meant.length === 0
          ? 'Correct its spelling, or move it to where it belongs; otherwise remove it.'
          : `Write ${meant.join(', ')}, if that is what you mean; otherwise remove it.`,
      ...(meant.length === 0 ? {} : { guess: true as const }),
    },
  ];
}
