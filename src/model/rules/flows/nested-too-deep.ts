import type { DrawnScope } from '../../read/diagram.ts';
import type { Rule } from '../rule.ts';

/** bpmn-engine starts nested sub-processes recursively; its call stack overflows at 150 levels. */
export const MAX_NESTED = 100;

export const nestedTooDeep: Rule = {
  name: 'nested-too-deep',
  check: ({ diagram }) => {
    const depths = new Map<DrawnScope, number>();
    // Outer scopes come before inner ones.
    for (const scope of diagram.scopes) {
      depths.set(scope, scope.node === undefined ? 0 : (depths.get(scope.node.scope) ?? 0) + 1);
    }
    return [...depths].flatMap(([{ id, name }, depth]) =>
      depth !== MAX_NESTED + 1
        ? []
        : {
            severity: 'error',
            elementId: id,
            reason: `The sub-process "${name}" is nested inside ${MAX_NESTED} others, which is too deep to run.`,
            remedy:
              'Draw some of them side by side; a call activity counts as one level, and as two if it has parameters.',
          },
    );
  },
};
