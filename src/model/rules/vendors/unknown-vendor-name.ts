import type { UserTaskDraft } from '../../read/draft.ts';
import type { Finding, Rule } from '../rule.ts';
import { collectParts } from '../shared/owned-elements.ts';
import { findHandlerTypos } from '../tasks/user-task-without-handler.ts';
import { findVendorTypos, type VendorTypo } from './vendor-typos.ts';

/** One warning per element, for names in the namespace of an engine that the engine does not have. */
export const unknownVendorName: Rule = {
  name: 'unknown-vendor-name',
  check: ({ diagram, userTasks }) =>
    [...collectParts(diagram, findVendorTypos, ({ shown }) => shown)].flatMap(([elementId, typos]) =>
      judge(elementId, typos, userTasks),
    ),
};

function judge(
  elementId: string,
  typos: readonly VendorTypo[],
  userTasks: readonly UserTaskDraft[],
): readonly Finding[] {
  // `user-task-without-handler` reports typos that leave a user task without handlers.
  const reported = new Set(
    userTasks
      .filter(({ node, assignment }) => node.id === elementId && assignment.length === 0)
      .flatMap(({ node }) => findHandlerTypos(node).map(({ shown }) => shown)),
  );
  const unreported = typos.filter(({ shown }) => !reported.has(shown));
  if (unreported.length === 0) return [];
  const meant = unreported.flatMap(({ shown, meant: each }) => (each === undefined ? [] : [`${each} for ${shown}`]));
  return [
    {
      severity: 'warning',
      elementId,
      reason: `No engine knows ${unreported.map(({ shown }) => shown).join(', ')}, so it is not read.`,
      remedy:
        meant.length === 0
          ? 'Correct its spelling, or move it to where it belongs; otherwise remove it.'
          : `Write ${meant.join(', ')}, if that is what you mean; otherwise remove it.`,
      ...(meant.length === 0 ? {} : { guess: true as const }),
    },
  ];
}
