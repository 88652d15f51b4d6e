import { mapsItself } from '../read/data/read-mappings.ts';
import type { FlowNode } from '../read/diagram.ts';
import type { Draft } from '../read/draft.ts';
import { listFormVariables } from '../read/tasks/read-form.ts';
import { isOfPress } from '../variables/press-variables.ts';
import type { Rule } from './rule.ts';

export const pressVariableSet: Rule = {
  name: 'press-variable-set',
  severity: 'warning',
  says: 'the diagram sets `outcome`, `opinions` or `handler` itself, which a press sets too: once the diagram has, no press does any more',
  remedy: 'Do nothing if the diagram is to decide what the variable is; otherwise give its own variable another name.',
  check: (draft) => {
    const found = new Map(listOwnPressVariables(draft).map((own) => [own.name, own]));
    return [...found.values()].map(({ name, elementId, by }) => ({
      elementId,
      reason: `The variable ${name} is set by ${by}; once it is, no press sets it any more.`,
    }));
  },
};

/** A variable of a press that the diagram sets itself. */
interface OwnPressVariable {
  readonly name: string;
  readonly elementId: string;
  /** Such as `an output mapping`. */
  readonly by: string;
}

/** Where a diagram sets variables of a press itself; not by its buttons, which set what they are made from. */
function listOwnPressVariables({ diagram, process, userTasks, services }: Draft): readonly OwnPressVariable[] {
  const { startDefaults = [], initiatorVariable } = process;
  const at = ({ id }: FlowNode, by: string, names: readonly (string | undefined)[]) =>
    names.flatMap((name) => (isOfPress(name) ? { name, elementId: id, by } : []));
  const ofProcess = [
    ...startDefaults.map(({ variable }) => ({ name: variable, by: 'a field of the start form' })),
    ...(initiatorVariable === undefined ? [] : [{ name: initiatorVariable, by: 'the variable of the initiator' }]),
  ];
  return [
    ...ofProcess.filter(({ name }) => isOfPress(name)).map((each) => ({ ...each, elementId: diagram.processId })),
    ...[...userTasks, ...services].flatMap(({ node, mappings: { outputs, outputScripts } }) => {
      const computed = outputs.filter((output) => !mapsItself(output));
      return at(
        node,
        'an output mapping',
        [...computed, ...outputScripts].map(({ name }) => name),
      );
    }),
    ...userTasks.flatMap(({ node, results = [] }) => [
      ...at(
        node,
        'a result variable',
        results.map(({ variable }) => variable),
      ),
      ...at(node, 'a field of its form', listFormVariables(node.element)),
    ]),
    ...services.flatMap(({ node, resultVariable, assign = [] }) => [
      ...at(node, 'a result variable', [resultVariable]),
      ...at(
        node,
        'a parameter of the call',
        assign.map(({ name }) => name),
      ),
    ]),
  ];
}
