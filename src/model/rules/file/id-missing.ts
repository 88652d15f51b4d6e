import type { Rule } from '../rule.ts';

export const idMissing: Rule = {
  name: 'id-missing',
  check({ diagram }) {
    const all = [
      diagram.element,
      ...[...diagram.nodes.values(), ...diagram.flows.values()].map(({ element }) => element),
    ];
    return all
      .filter(({ id }) => id === undefined || id === '')
      .map(({ $type, name }) => ({
        severity: 'error',
        elementId: diagram.processId === '' ? 'definitions' : diagram.processId,
        reason: `A ${$type.replace('bpmn:', '')}${name === undefined ? '' : ` "${name}"`} has no id.`,
        remedy: 'Give it an id; saving the file in a modeler adds one.',
      }));
  },
};
