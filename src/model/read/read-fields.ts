import { type Extension, readExtensions } from '../moddle/extension.ts';
import type { Mapping } from '../process-model.ts';
import type { FlowNode } from './drawing.ts';
import type { ExpressionReader } from './expression-reader.ts';

/**
 * The fields that Flowable, Activiti and Camunda 7 inject into the class of a service: `flowable:field` with a text,
 * which is taken as it stands, or an expression.
 */
export function readFields({ id, element }: FlowNode, expressions: ExpressionReader): readonly Mapping[] {
  return readExtensions(element).flatMap((field) => {
    const { vendor, name: tag, attributes } = field;
    const name = attributes.name?.trim() ?? '';
    if (tag !== 'field' || name === '' || !INJECTS.has(vendor)) return [];
    return { name, value: expressions.read(textOf(field), id, `${vendor}:field ${name}`) };
  });
}

const INJECTS: ReadonlySet<string | undefined> = new Set(['flowable', 'activiti', 'camunda']);

function textOf({ attributes, children }: Extension): string {
  const nested = (name: string) => children.find((child) => child.name === name)?.text;
  const expression = attributes.expression ?? nested('expression');
  return expression ?? asLiteral(attributes.stringValue ?? nested('string') ?? '');
}

/** A text that would be read as an expression, written as one that gives it. */
function asLiteral(text: string): string {
  if (!/^\s*=|[$#]\{/.test(text)) return text;
  return `\${'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'}`;
}
