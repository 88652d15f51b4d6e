import type { Rule } from '../rule.ts';

export const idMissing: Rule = {
  name: 'id-missing',
  check({ drawing }) {
    const all = [
      drawing.element,
      ...[...drawing.nodes.values(), ...drawing.flows.values()].map(({ element }) => element),
    ];
    return all
      .filter(({ id }) => id === undefined || id === '')
      .map(({ $type, name }) => ({
        severity: 'error',
        elementId: drawing.processId === '' ? 'definitions' : drawing.processId,
        reason: `A ${$type.replace('bpmn:', '')}${name === undefined ? '' : ` "${name}"`} has no id.`,
        remedy: 'Give it an id; saving the file in a modeler adds one.',
      }));
  },
};
