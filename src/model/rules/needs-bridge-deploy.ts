import { withArticle } from './element-not-supported.ts';
import type { Rule } from './rule.ts';
import { findUnsupported } from './supported-elements.ts';

/**
 * What only a bridge can keep: buttons of tasks that are handled, and how often they were used.
 * And shapes that a deployment turns into others before an engine sees them; the engine's own do not run right. */
export const needsBridgeDeploy: Rule = {
  name: 'needs-bridge-deploy',
  check: ({ drawing, userTasks }) => [
    ...userTasks
      .filter(({ previousActions }) => previousActions.length > 0)
      .map(({ node }) => ({
        severity: 'error' as const,
        elementId: node.id,
        reason: `"${node.name}" has buttons for the time when it is handled (ttc:previousAction), which only a bridge remembers.`,
        remedy: 'Remove them, or run the process in a bridge.',
      })),
    ...[...drawing.nodes.values()].flatMap(({ id, name, element }) => {
      const unsupported = findUnsupported(element);
      if (unsupported?.runsPrepared !== true) return [];
      const reason = `"${name}" is ${withArticle(unsupported.kind)}, which runs only in a file that was deployed.`;
      return [{ severity: 'error' as const, elementId: id, reason, remedy: unsupported.remedy }];
    }),
  ],
};
