import { parseBpmn } from '../../../src/model/moddle/parse-bpmn.ts';
import type { ModelOptions } from '../../../src/model/model-options.ts';
import { type ReadModelResult, readModel } from '../../../src/model/read-model.ts';

export { compileExpression } from '../../../src/model/expressions/compile-expression.ts';
export { evaluateCondition } from '../../../src/model/expressions/evaluate-condition.ts';
export { TEXT_NAMES } from '../../../src/model/expressions/text-names.ts';
export { DEPLOYMENT_RULES } from '../../../src/model/files/deployment-rules.ts';
export { setChildren, setId, walkTree } from '../../../src/model/moddle/change-tree.ts';
export { elementsOf, isModdleElement, type ModdleElement } from '../../../src/model/moddle/moddle-element.ts';
export { parseBpmn } from '../../../src/model/moddle/parse-bpmn.ts';
export { writeBpmn } from '../../../src/model/moddle/write-tree.ts';
export type { ModelOptions } from '../../../src/model/model-options.ts';
export type { Button } from '../../../src/model/nodes/button.ts';
export type { TimerTrigger } from '../../../src/model/nodes/event-node.ts';
export { expandCall } from '../../../src/model/prepare/calls/expand-call.ts';
export { definitionIdOf } from '../../../src/model/prepare/calls/prepare-called.ts';
export { type PrepareOptions, prepareDiagram } from '../../../src/model/prepare/prepare-diagram.ts';
export { PREPARE_RULES } from '../../../src/model/prepare/prepare-rules.ts';
export { readModel, requireModel } from '../../../src/model/read-model.ts';
export type { RuleFacts } from '../../../src/model/rules/rule.ts';
export { FILE_SUBJECTS, SUBJECTS } from '../../../src/model/rules/rules.ts';
export { type EngineVendor, VENDOR_NAMES } from '../../../src/model/rules/vendors/vendor-names.ts';
export { readDueTime } from '../../../src/model/timers/due-time.ts';
export { ALLOWED_OPERATIONS } from '../../../src/model/ttc/allowed-operations.ts';
export { BUTTON_PARTS, BUTTON_TYPES } from '../../../src/model/ttc/button-parts.ts';
export { MESSAGE_PARTS, NOTICE_PARTS, PARAMETER_PARTS } from '../../../src/model/ttc/message-parts.ts';
export { SUMMARY_PARTS } from '../../../src/model/ttc/summary-parts.ts';
export { TTC_NAMES, type TtcPlace } from '../../../src/model/ttc/ttc-names.ts';
export type { TtcComposed, TtcExample, TtcSetting, TtcValue } from '../../../src/model/ttc/ttc-setting.ts';

/** Reads the model of a file as it is. */
export async function readXml(xml: string, options: ModelOptions = {}): Promise<ReadModelResult> {
  return readModel(await parseBpmn(xml), options);
}
