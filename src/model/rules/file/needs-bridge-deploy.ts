import type { Rule } from '../rule.ts';
import { findUnsupported } from '../shared/supported-elements.ts';
import { withArticle } from './element-not-supported.ts';

/** Elements that a deployment replaces before the engine reads them, because the engine does not run them correctly. */
export const needsBridgeDeploy: Rule = {
  name: 'needs-bridge-deploy',
  check: ({ diagram }) =>
    [...diagram.nodes.values()].flatMap(({ id, name, element }) => {
      const unsupported = findUnsupported(element);
      if (unsupported?.runsAfterPreparation !== true) return [];
      const reason = `"${name}" is ${withArticle(unsupported.kind)}, which runs only in a deployed file.`;
      return [{ severity: 'error' as const, elementId: id, reason, remedy: unsupported.remedy }];
    }),
};
