import { expressionNames } from '../../expressions/expression-analysis.ts';
import type { Draft, UserTaskDraft } from '../../read/draft.ts';
import type { Rule } from '../rule.ts';

/** Camunda 7, Flowable and Activiti use the default of a form field that was not filled in; here forms are never shown. */
export const formDefaultDecides: Rule = {
  name: 'form-default-decides',
  check: (draft) => {
    const read = readByConditions(draft);
    return draft.userTasks.flatMap((task) => {
      const variables = (task.formDefaults ?? []).map(({ variable }) => variable);
      const deciding = variables.filter((name) => read.has(name) && !isSetByButtons(name, task, draft));
      if (deciding.length === 0) return [];
      return {
        severity: 'warning',
        elementId: task.node.id,
        reason: `"${task.node.name}" has form fields that a condition reads, ${deciding.join(', ')}: nobody sees the form, so a press without values leaves them at their defaults.`,
        remedy:
          'Do nothing if you want the defaults; otherwise let the page of the task send the variables with its press, or remove the default.',
        guess: true,
      };
    });
  },
};

function readByConditions({ diagram, conditions, events }: Draft): ReadonlySet<string> {
  const ofFlows = [...conditions].flatMap(([id, { expression }]) =>
    diagram.flows.get(id)?.isDefault ? [] : expression,
  );
  const ofEvents = events.flatMap(({ trigger }) => (trigger?.kind === 'condition' ? trigger.condition : []));
  return new Set([...ofFlows, ...ofEvents].flatMap((expression) => [...expressionNames(expression)]));
}

/** Every press of a button of the task sets the variable. */
function isSetByButtons(name: string, { gateway }: UserTaskDraft, { routings }: Draft): boolean {
  const routing = gateway && routings.get(gateway.id);
  return routing?.kind === 'variable' && routing.variable === name;
}
