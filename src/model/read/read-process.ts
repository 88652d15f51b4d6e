import { readVendorAttribute } from '../moddle/extension.ts';
import type { UnresolvedReference } from '../moddle/resolve-references.ts';
import type { Vendor } from '../moddle/vendor.ts';
import type { FormDefault } from '../nodes/task-node.ts';
import { readDataObjects } from './data/read-data-objects.ts';
import type { Diagram } from './diagram.ts';
import type { ProcessDraft } from './draft.ts';
import { eventDefinitionsOf } from './events/event-kind.ts';
import type { ExpressionReader } from './expression-reader.ts';
import { containsExpression } from './reading.ts';
import { readActions, readTargets } from './tasks/read-actions.ts';
import { readFormDefaults } from './tasks/read-form-defaults.ts';
import { readSummary } from './tasks/read-summary.ts';
import { readTtc } from './ttc/read-ttc.ts';

export function readProcess(
  diagram: Diagram,
  expressions: ExpressionReader,
  unresolved: readonly UnresolvedReference[],
): ProcessDraft {
  const { element, processId, processName } = diagram;
  const transactionName = readTransactionName(diagram, expressions);
  const initiatorVariable = readInitiatorVariable(diagram, processId);
  const startDefaults = readStartDefaults(diagram, expressions, unresolved);
  return {
    transTypeCode: readTtc(element, 'transTypeCode') ?? processId,
    transTypeName: readTtc(element, 'transTypeName') ?? processName,
    summary: readSummary(element, processId, expressions),
    actions: readTargets(readActions(element, processId, 'action'), expressions),
    ...(transactionName === undefined ? {} : { transactionName }),
    ...(initiatorVariable === undefined ? {} : { initiatorVariable }),
    ...(startDefaults.length === 0 ? {} : { startDefaults }),
  };
}

/** The name of an instance: `ttc:transactionName`, else the process name if it contains an expression. */
function readTransactionName({ element, processId, processName }: Diagram, expressions: ExpressionReader) {
  const named = readTtc(element, 'transactionName');
  if (named !== undefined) return expressions.readText(named, processId, 'ttc:transactionName');
  return containsExpression(processName) ? expressions.find(processName, processId, 'the name') : undefined;
}

const INITIATOR_VENDORS: readonly Vendor[] = ['camunda', 'flowable', 'activiti'];

export function readInitiatorVariable({ nodes }: Diagram, scopeId: string): string | undefined {
  const start = [...nodes.values()].find((node) => node.type === 'bpmn:StartEvent' && node.scope.id === scopeId);
  return start && INITIATOR_VENDORS.map((v) => readVendorAttribute(start.element, v, 'initiator')).find((name) => name);
}

function readStartDefaults(
  { element: process, nodes }: Diagram,
  expressions: ExpressionReader,
  unresolved: readonly UnresolvedReference[],
): readonly FormDefault[] {
  const start = [...nodes.values()].find(
    ({ type, scope, element }) =>
      type === 'bpmn:StartEvent' && scope.kind === 'process' && eventDefinitionsOf(element).length === 0,
  );
  const ofForm = start === undefined ? [] : readFormDefaults(start.element, start.id, expressions);
  return [...readDataObjects(process, expressions, unresolved), ...ofForm];
}
