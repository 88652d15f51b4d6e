import { elementOf, textOf } from '../moddle/moddle-element.ts';
import type { EventDraft } from '../read/read-event.ts';
import type { Rule } from './rule.ts';

export const eventConditionInvalid: Rule = {
  name: 'event-condition-invalid',
  check: ({ events }) =>
    events.flatMap((event) => {
      const fault = findFault(event);
      if (fault === undefined) return [];
      return {
        severity: 'error',
        elementId: event.node.id,
        reason: `The conditional event "${event.node.name}" ${fault.reason}.`,
        remedy: fault.remedy ?? EXPRESSION,
      };
    }),
};

const EXPRESSION = 'Give it a condition such as ${amount > 1000}, or =amount > 1000 in FEEL.';

// Scripts are jobs. While one ran, the variables would change again, and tokens go on that the event is to stop.
const NO_SCRIPT =
  'Write it as an expression: ${amount > 1000}, or =amount > 1000 in FEEL. What an expression cannot say, a function of the host can: expressions: { functions: { isHigh: (amount) => … } } and ${isHigh(amount)}; or let a script task set a variable, and test that.';

interface Fault {
  readonly reason: string;
  readonly remedy?: string;
}

function findFault({ kind, trigger, definition }: EventDraft): Fault | undefined {
  if (kind !== 'condition') return undefined;
  const condition = elementOf(definition, 'condition');
  const text = textOf(condition, 'body');
  if (text === undefined) return { reason: 'has no condition' };
  if (trigger?.kind !== 'condition') {
    const reason = `has a script in ${textOf(condition, 'language')} as its condition, and that is looked at in every step that changes a variable, which waits for no script`;
    return { reason, remedy: NO_SCRIPT };
  }
  return trigger.condition.constant ? { reason: `has "${text}" as its condition, which is plain text` } : undefined;
}
