import { elementOf } from '../../moddle/moddle-element.ts';
import type { UserTaskDraft } from '../../read/draft.ts';
import type { Finding, Rule } from '../rule.ts';
import { findUnsupported } from '../shared/supported-elements.ts';

export const standardLoopInvalid: Rule = {
  name: 'standard-loop-invalid',
  check: ({ diagram, userTasks }) => [
    ...[...diagram.nodes.values()]
      .filter(({ type, element }) => type !== 'bpmn:UserTask' && findUnsupported(element) === undefined)
      .filter(({ element }) => elementOf(element, 'loopCharacteristics')?.$type === 'bpmn:StandardLoopCharacteristics')
      .map(({ id, name }) => ({
        severity: 'error' as const,
        elementId: id,
        reason: `"${name}" has a loop marker, and only user tasks run in a loop.`,
        remedy: 'Draw an exclusive gateway behind it with a flow back to it.',
      })),
    ...userTasks.flatMap(judgeTask),
  ],
};

function judgeTask({ node, standardLoop: loop }: UserTaskDraft): readonly Finding[] {
  const refuse = (reason: string, remedy: string): Finding => ({
    severity: 'error',
    elementId: node.id,
    reason: `"${node.name}" has a loop marker ${reason}.`,
    remedy,
  });
  if (loop === undefined) return [];
  const { condition, maximum } = loop;
  if (condition === undefined && maximum === undefined) {
    const remedy = 'Give the loop a condition that is true as long as the loop should go on, or a maximum.';
    return [refuse('that never ends', remedy)];
  }
  if (maximum !== undefined && !(Number.isInteger(maximum) && maximum > 0)) {
    return [refuse(`with the maximum ${maximum}`, 'Write a whole number, at least 1.')];
  }
  if (condition?.constant !== true || /^(true|false)$/.test(condition.text.trim())) return [];
  const remedy = 'Write it as ${…}, or begin it with = for FEEL.';
  return [refuse(`with the condition "${condition.text}", which is neither true nor false`, remedy)];
}
