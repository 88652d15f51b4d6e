import type { Rule } from '../rule.ts';

/** Each task of a countersign belongs to its assignee: candidates, who are the same for all tasks, could sign several. */
export const candidatesIgnored: Rule = {
  name: 'candidates-ignored',
  check: ({ userTasks }) =>
    userTasks.flatMap(({ node, multiInstance, assignment }) => {
      const [assignee, candidates] = assignment.filter(({ kind, from }) => kind === 'handlers' && VENDOR.test(from));
      if (multiInstance === undefined || !assignee?.from.endsWith('assignee') || candidates === undefined) return [];
      return {
        severity: 'warning',
        elementId: node.id,
        reason: `"${node.name}" is a countersign, so each of its tasks goes only to its assignee (${assignee.from}); the candidates (${candidates.from}) get it only if the assignee names nobody.`,
        remedy: 'Remove the candidates; if any of them may sign, add them to the collection of the multi-instance.',
      };
    }),
};

const VENDOR = /(assignee|candidateUsers)$/;
