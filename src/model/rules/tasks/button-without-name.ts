import { flowLabel, flowsWithButton } from '../../read/tasks/derive-buttons.ts';
import { hasHandleButtons } from '../../read/tasks/read-explicit-button.ts';
import type { Rule } from '../rule.ts';

export const buttonWithoutName: Rule = {
  name: 'button-without-name',
  check({ userTasks, routings }) {
    const flows = userTasks.flatMap(({ gateway, actions }) => {
      const routing = gateway && routings.get(gateway.id);
      return hasHandleButtons(actions) || gateway === undefined || routing === undefined
        ? []
        : flowsWithButton(gateway, routing);
    });
    return [...new Set(flows)]
      .filter(({ name }) => name === undefined)
      .map((flow) => ({
        severity: 'warning',
        guess: true,
        elementId: flow.id,
        reason: `The flow has no name, so its button is called "${flowLabel(flow)}" after the element that it leads to.`,
        remedy: 'Give the flow the label that the button should have, for example Approve.',
      }));
  },
};
