import { holdsExpression } from '../../read/read-draft.ts';
import { readTtc } from '../../read/read-ttc.ts';
import type { Rule } from '../rule.ts';

export const nameNotComputed: Rule = {
  name: 'name-not-computed',
  check: ({ drawing: { element, processId, processName }, process: { transactionName }, userTasks }) => {
    const isComputed = transactionName?.text === processName;
    return [
      ...(holdsExpression(processName) && readTtc(element, 'transTypeName') === undefined
        ? [
            {
              severity: 'warning',
              elementId: processId,
              reason: `The kind of process is called by its name as it stands, ${processName}: the center knows one name for all its instances.${isComputed ? ' Each instance is called by what it comes to.' : ''}`,
              remedy: isComputed
                ? 'Name the kind of process with ttc:transTypeName.'
                : 'Name the kind of process with ttc:transTypeName, and each instance with ttc:transactionName.',
            } as const,
          ]
        : []),
      ...userTasks
        .filter(({ node, computedName }) => holdsExpression(node.name) && computedName === undefined)
        .map(
          ({ node: { id, name } }) =>
            ({
              severity: 'warning',
              elementId: id,
              reason: `The name ${name} is shown as it stands: what is in it is no expression.`,
              remedy: 'Correct the expression, or write \\${ where it is meant as a text.',
            }) as const,
        ),
    ];
  },
};
