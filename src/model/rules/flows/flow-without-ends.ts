import type { Rule } from '../rule.ts';

export const flowWithoutEnds: Rule = {
  name: 'flow-without-ends',
  check: ({ diagram }) =>
    [...diagram.flows.values()]
      .filter(({ source, target }) => source === undefined || target === undefined)
      .map(({ id, source, target }) => {
        const from = source === undefined ? 'nothing in the process' : `"${source.name}"`;
        const to = target === undefined ? 'nothing in the process' : `"${target.name}"`;
        return {
          severity: 'error',
          elementId: id,
          reason: `The flow leads from ${from} to ${to}.`,
          remedy: 'Connect both of its ends to elements of the same process, or delete it.',
        };
      }),
};
