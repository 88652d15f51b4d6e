import { defined } from '../../defined.ts';
import type { Expression } from '../../expressions/expression.ts';
import {
  FLOWABLE_AND_ACTIVITI,
  findExtensions,
  readFirstAttribute,
  readVendorAttribute,
  readZeebe,
} from '../../moddle/extension.ts';
import { elementOf, type ModdleElement, textOf } from '../../moddle/moddle-element.ts';
import type { UnresolvedReference } from '../../moddle/resolve-references.ts';
import type { ScriptText } from '../../nodes/mapping.ts';
import type { CompletionRule, MultiInstanceOutput } from '../../nodes/multi-instance.ts';
import { readDataInputs } from '../data/read-data-inputs.ts';
import { readMultiInstanceOutput } from '../data/read-multi-instance-output.ts';
import type { FlowNode } from '../diagram.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { scriptFormatOf } from '../read-condition.ts';
import { readTtc } from '../read-ttc.ts';
import { isVariableName } from '../reading.ts';

/** The multi-instance marker of an activity, without the votes of the gateway after it. */
export interface MultiInstanceDraft {
  readonly sequential: boolean;
  readonly collection?: Expression;
  readonly elementVariable?: string;
  readonly collectionByName?: true;
  readonly countsFrom?: 1;
  readonly indexVariable?: string;
  readonly cardinality?: Expression;
  readonly condition?: Expression;
  /** A completion condition in a script language. */
  readonly conditionScript?: ScriptText;
  readonly completion?: CompletionRule;
  readonly shared?: true;
  readonly output?: MultiInstanceOutput;
}

/** Reads `multiInstanceLoopCharacteristics` as Camunda, Flowable, Activiti and plain BPMN write them. */
export function readMultiInstance(
  node: FlowNode,
  expressions: ExpressionReader,
  unresolved: readonly UnresolvedReference[],
): MultiInstanceDraft | undefined {
  const loop = elementOf(node.element, 'loopCharacteristics');
  if (loop?.$type !== 'bpmn:MultiInstanceLoopCharacteristics') return undefined;
  const read = (text: string | undefined, from: string) =>
    text === undefined ? undefined : expressions.read(text, node.id, from);
  const collection = read(readCollection(loop, unresolved), 'the collection of the multi-instance marker');
  const elementVariable = readElementVariable(loop);
  const indexVariable = readFirstAttribute(loop, 'elementIndexVariable', FLOWABLE_AND_ACTIVITI);
  const cardinality = read(textOf(elementOf(loop, 'loopCardinality'), 'body'), 'loopCardinality');
  const written = elementOf(loop, 'completionCondition');
  const text = textOf(written, 'body');
  const format = written && scriptFormatOf(written);
  const condition = format === undefined ? read(text, 'completionCondition') : undefined;
  const output = readMultiInstanceOutput(node.element, node.id, expressions);
  const completion = parseCompletion(readTtc(node.element, 'completion'));
  return {
    sequential: loop.get('isSequential') === true,
    ...defined({ collection, elementVariable }),
    // Only Flowable takes a variable that holds the name of the collection; Activiti and Camunda 7 fail.
    ...(readVendorAttribute(loop, 'flowable', 'collection') === undefined ? {} : { collectionByName: true as const }),
    // Camunda 8 counts from 1, the others from 0.
    ...(findExtensions(loop, 'zeebe', 'loopCharacteristics').length === 0 ? {} : { countsFrom: 1 as const }),
    ...defined({ indexVariable, cardinality, condition }),
    ...(format === undefined || text === undefined ? {} : { conditionScript: { format, text } }),
    ...defined({ completion, output }),
    ...(readTtc(node.element, 'countersign') === 'shared' ? { shared: true } : {}),
  };
}

/** `all`, `any`, `2`, `60%`; undefined for any other value, which `ttc-value-invalid` reports. */
function parseCompletion(text: string | undefined): CompletionRule | undefined {
  if (text === 'all' || text === 'any') return { kind: text };
  if (text !== undefined && /^[1-9]\d*$/.test(text)) return { kind: 'count', count: Number(text) };
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(text ?? '')?.[1];
  return percent === undefined ? undefined : { kind: 'percent', percent: Number(percent) };
}

/** The text of the collection of a multi-instance marker. */
function readCollection(loop: ModdleElement, unresolved: readonly UnresolvedReference[]): string | undefined {
  const ofCamunda = readVendorAttribute(loop, 'camunda', 'collection');
  const ofZeebe = readZeebe(loop, 'loopCharacteristics').inputCollection;
  if (ofCamunda === undefined && ofZeebe !== undefined) return ofZeebe;
  const text = ofCamunda ?? readFirstAttribute(loop, 'collection', FLOWABLE_AND_ACTIVITI);
  if (text !== undefined) return asExpression(text);
  const data = elementOf(loop, 'loopDataInputRef');
  if (data !== undefined) return readBoundCollection(loop, data) ?? asExpression(data.name ?? data.id ?? '');
  // Flowable and Activiti also allow a variable or an expression, where BPMN requires the id of a data input.
  const written = unresolved.find(({ element, property }) => element === loop && property === 'loopDataInputRef');
  return written === undefined ? undefined : asExpression(written.id.trim());
}

/** In jBPM the marker refers to a data input of the activity, which is bound to a variable. */
function readBoundCollection({ $parent }: ModdleElement, data: ModdleElement): string | undefined {
  return $parent && readDataInputs($parent).find(({ id }) => id === data.id)?.text;
}

/** A plain name such as `people` is a variable, as in Flowable and Camunda 7. */
function asExpression(text: string): string {
  return text.split('.').every(isVariableName) ? `\${${text}}` : text;
}

function readElementVariable(loop: ModdleElement): string | undefined {
  const item = elementOf(loop, 'inputDataItem');
  const named = readFirstAttribute(loop, 'elementVariable') ?? readZeebe(loop, 'loopCharacteristics').inputElement;
  return named ?? item?.name ?? item?.id;
}

export function hasCompletionCondition(multiInstance: MultiInstanceDraft | undefined): boolean {
  return multiInstance?.condition !== undefined || multiInstance?.conditionScript !== undefined;
}
