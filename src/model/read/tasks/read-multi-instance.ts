import type { Expression } from '../../expressions/expression.ts';
import { findExtensions, readVendorAttribute } from '../../moddle/extension.ts';
import { elementOf, type ModdleElement, textOf } from '../../moddle/moddle-element.ts';
import type { UnresolvedReference } from '../../moddle/resolve-references.ts';
import type { Vendor } from '../../moddle/vendor.ts';
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

const ATTRIBUTE_VENDORS: readonly Vendor[] = ['camunda', 'flowable', 'activiti'];

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
  const indexVariable =
    readVendorAttribute(loop, 'flowable', 'elementIndexVariable') ??
    readVendorAttribute(loop, 'activiti', 'elementIndexVariable');
  const cardinality = read(textOf(elementOf(loop, 'loopCardinality'), 'body'), 'loopCardinality');
  const written = elementOf(loop, 'completionCondition');
  const text = textOf(written, 'body');
  const format = written && scriptFormatOf(written);
  const condition = format === undefined ? read(text, 'completionCondition') : undefined;
  const output = readMultiInstanceOutput(node.element, node.id, expressions);
  const completion = parseCompletion(readTtc(node.element, 'completion'));
  return {
    sequential: loop.get('isSequential') === true,
    ...(collection === undefined ? {} : { collection }),
    ...(elementVariable === undefined ? {} : { elementVariable }),
    // Only Flowable takes a variable that holds the name of the collection; Activiti and Camunda 7 fail.
    ...(readVendorAttribute(loop, 'flowable', 'collection') === undefined ? {} : { collectionByName: true as const }),
    // Camunda 8 counts from 1, the others from 0.
    ...(findExtensions(loop, 'zeebe', 'loopCharacteristics').length === 0 ? {} : { countsFrom: 1 as const }),
    ...(indexVariable === undefined ? {} : { indexVariable }),
    ...(cardinality === undefined ? {} : { cardinality }),
    ...(condition === undefined ? {} : { condition }),
    ...(format === undefined || text === undefined ? {} : { conditionScript: { format, text } }),
    ...(completion === undefined ? {} : { completion }),
    ...(output === undefined ? {} : { output }),
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
  for (const vendor of ATTRIBUTE_VENDORS) {
    const text = readVendorAttribute(loop, vendor, 'collection');
    if (text !== undefined) return asExpression(text);
    if (vendor === 'camunda') {
      const zeebe = readZeebe(loop).inputCollection;
      if (zeebe !== undefined) return zeebe;
    }
  }
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
  const ofVendor = ATTRIBUTE_VENDORS.map((vendor) => readVendorAttribute(loop, vendor, 'elementVariable'));
  const item = elementOf(loop, 'inputDataItem');
  return ofVendor.find((name) => name !== undefined) ?? readZeebe(loop).inputElement ?? item?.name ?? item?.id;
}

function readZeebe(loop: ModdleElement): Readonly<Record<string, string>> {
  return findExtensions(loop, 'zeebe', 'loopCharacteristics')[0]?.attributes ?? {};
}

export function hasCompletionCondition(multiInstance: MultiInstanceDraft | undefined): boolean {
  return multiInstance?.condition !== undefined || multiInstance?.conditionScript !== undefined;
}
