import { containsExpression } from '../../read/reading.ts';
import { readTtc } from '../../read/ttc/read-ttc.ts';
import type { Rule } from '../rule.ts';

export const nameNotComputed: Rule = {
  name: 'name-not-computed',
  check: ({ diagram: { element, processId, processName }, process: { transactionName }, userTasks }) => {
    const isComputed = transactionName?.text === processName;
    return [
      ...(containsExpression(processName) && readTtc(element, 'transTypeName') === undefined
        ? [
            {
              severity: 'warning',
              elementId: processId,
              reason: `The transaction type gets the name of the process literally, ${processName}: the center has one name for all its instances.${isComputed ? ' Each instance gets the computed name.' : ''}`,
              remedy: isComputed
                ? 'Name the transaction type with ttc:transTypeName.'
                : 'Name the transaction type with ttc:transTypeName, and each instance with ttc:transactionName.',
            } as const,
          ]
        : []),
      ...userTasks
        .filter(({ node, computedName }) => containsExpression(node.name) && computedName === undefined)
        .map(
          ({ node: { id, name } }) =>
            ({
              severity: 'warning',
              elementId: id,
              reason: `The name ${name} is shown literally, because its expression is not valid.`,
              remedy: 'Correct the expression, or write \\${ if the text is meant literally.',
            }) as const,
        ),
    ];
  },
};
