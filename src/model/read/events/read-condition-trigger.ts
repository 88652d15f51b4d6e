import type { Expression } from '../../expressions/expression.ts';
import { expressionNames } from '../../expressions/expression-analysis.ts';
import { findExtensions, readVendorAttribute } from '../../moddle/extension.ts';
import { isDrawnFor } from '../../moddle/file-settings.ts';
import { elementOf, type ModdleElement, textOf } from '../../moddle/moddle-element.ts';
import { readMark } from '../../moddle/prepared-mark.ts';
import type { ConditionTrigger, VariableChange } from '../../nodes/event-node.ts';
import type { FlowNode } from '../diagram.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { isForeignLanguage, scriptFormatOf } from '../read-condition.ts';

/** @returns undefined if the event has no condition */
export function readConditionTrigger(
  definition: ModdleElement,
  node: FlowNode,
  expressions: ExpressionReader,
): ConditionTrigger | undefined {
  const condition = elementOf(definition, 'condition');
  const text = textOf(condition, 'body');
  if (condition === undefined || text === undefined) return undefined;
  const language = textOf(condition, 'language');
  const format = isForeignLanguage(language) ? language : scriptFormatOf(condition);
  if (format !== undefined) {
    const empty = expressions.read('', node.id, 'the condition');
    return { kind: 'condition', condition: empty, script: { format, text }, ...readFilter(definition) };
  }
  const read = expressions.read(text, node.id, 'the condition');
  return { kind: 'condition', condition: read, ...readByCondition(definition, read), ...readFilter(definition) };
}

/** In Camunda 8 a condition listens only to the variables that it reads (`conditionals.md`). */
function readByCondition(definition: ModdleElement, condition: Expression): Pick<ConditionTrigger, 'variables'> {
  const isItsOwn = condition.text.trimStart().startsWith('=') && isDrawnFor(definition, 'zeebe');
  return isItsOwn ? { variables: [...expressionNames(condition)] } : {};
}

/** `camunda:variableName` and `camunda:variableEvents`, `zeebe:conditionalFilter`, or a variable listener of Flowable. */
function readFilter(definition: ModdleElement): Pick<ConditionTrigger, 'variables' | 'changes' | 'onlyChanges'> {
  const listens = readMark(definition, 'listens');
  if (listens !== undefined) {
    const changes = readMark(definition, 'changes') ?? 'all';
    const every = changes === 'all' || changes === 'update-create';
    return { variables: [listens], onlyChanges: true, ...(every ? {} : { changes: [changes].filter(isChange) }) };
  }
  const zeebe = findExtensions(definition, 'zeebe', 'conditionalFilter')[0]?.attributes ?? {};
  const variables = words(readVendorAttribute(definition, 'camunda', 'variableName') ?? zeebe.variableNames);
  const events = words(readVendorAttribute(definition, 'camunda', 'variableEvents') ?? zeebe.variableEvents);
  return {
    ...(variables.length === 0 ? {} : { variables }),
    // `delete` is left out: variables are never deleted.
    ...(events.length === 0 ? {} : { changes: events.filter(isChange) }),
  };
}

function words(text = ''): readonly string[] {
  return text.split(',').flatMap((word) => word.trim() || []);
}

function isChange(word: string): word is VariableChange {
  return word === 'create' || word === 'update';
}
