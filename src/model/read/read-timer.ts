import { elementOf, type ModdleElement, textOf } from '../moddle/moddle-element.ts';
import type { EventTrigger } from '../process-model.ts';
import type { FlowNode } from './drawing.ts';
import type { ExpressionReader } from './expression-reader.ts';

/** Those of `timeDuration`, `timeDate` and `timeCycle` that a timer gives. */
export function timerFormsOf(definition: ModdleElement): readonly ('duration' | 'date' | 'cycle')[] {
  return (['duration', 'date', 'cycle'] as const).filter((form) => timeText(definition, form) !== undefined);
}

function timeText(definition: ModdleElement, form: 'duration' | 'date' | 'cycle'): string | undefined {
  const property = { duration: 'timeDuration', date: 'timeDate', cycle: 'timeCycle' }[form];
  return textOf(elementOf(definition, property), 'body');
}

export function readTimer(
  definition: ModdleElement,
  node: FlowNode,
  expressions: ExpressionReader,
): EventTrigger | undefined {
  const [form, ...others] = timerFormsOf(definition);
  const text = form && timeText(definition, form);
  if (form === undefined || text === undefined || others.length > 0) return undefined;
  return { kind: 'timer', form, value: expressions.read(text, node.id, 'the timer') };
}
