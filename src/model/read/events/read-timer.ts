import { readVendorAttribute } from '../../moddle/extension.ts';
import { isDrawnFor } from '../../moddle/file-settings.ts';
import { elementOf, type ModdleElement, textOf } from '../../moddle/moddle-element.ts';
import type { TimerTrigger } from '../../nodes/event-node.ts';
import type { FlowNode } from '../diagram.ts';
import type { ExpressionReader } from '../expression-reader.ts';

/** The forms that a timer uses: `timeDuration`, `timeDate`, `timeCycle`. */
export function timerFormsOf(definition: ModdleElement): readonly TimerTrigger['form'][] {
  return (['duration', 'date', 'cycle'] as const).filter((form) => textOf(timeOf(definition, form), 'body'));
}

function timeOf(definition: ModdleElement, form: TimerTrigger['form']): ModdleElement | undefined {
  return elementOf(definition, { duration: 'timeDuration', date: 'timeDate', cycle: 'timeCycle' }[form]);
}

/** @returns undefined if the timer has no time, or several */
export function readTimer(
  definition: ModdleElement,
  node: FlowNode,
  expressions: ExpressionReader,
): TimerTrigger | undefined {
  const [form, ...others] = timerFormsOf(definition);
  const time = form && timeOf(definition, form);
  const text = textOf(time, 'body');
  if (form === undefined || time === undefined || text === undefined || others.length > 0) return undefined;
  const until = form === 'cycle' ? readEndDate(time) : undefined;
  const engine = readEngine(definition);
  const writtenFor = form === 'cycle' || engine === 'jbpm' ? engine : undefined;
  return {
    kind: 'timer',
    form,
    value: expressions.read(text, node.id, 'the timer'),
    ...(until === undefined ? {} : { until: expressions.read(until, node.id, 'the end of the timer') }),
    ...(writtenFor === undefined ? {} : { writtenFor }),
  };
}

function readEndDate(time: ModdleElement): string | undefined {
  return readVendorAttribute(time, 'flowable', 'endDate') ?? readVendorAttribute(time, 'activiti', 'endDate');
}

/** The engine, by the namespaces that the file declares; undefined if they are of several engines. */
function readEngine(definition: ModdleElement): TimerTrigger['writtenFor'] {
  if (isDrawnFor(definition, 'drools')) return 'jbpm';
  if (isDrawnFor(definition, 'camunda')) return undefined;
  const [flowable, zeebe] = [isDrawnFor(definition, 'flowable', 'activiti'), isDrawnFor(definition, 'zeebe')];
  if (flowable === zeebe) return undefined;
  return flowable ? 'flowable' : 'zeebe';
}
