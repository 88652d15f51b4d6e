import { readVendorAttribute } from '../../moddle/extension.ts';
import type { ModdleElement } from '../../moddle/moddle-element.ts';
import { readMark } from '../../moddle/prepared-mark.ts';
import type { CallPassing } from '../../nodes/called-process.ts';
import type { CallingFile, LateCall } from '../../nodes/service-node.ts';
import { readMappings } from '../data/read-mappings.ts';
import type { FlowNode } from '../diagram.ts';
import type { ServiceDraft } from '../draft.ts';
import { createExpressionReader, type ExpressionReader } from '../expression-reader.ts';
import { callsOnly, type Reading } from '../reading.ts';
import { readMultiInstance } from '../tasks/read-multi-instance.ts';
import { isScriptTask, readScript } from './read-script.ts';
import { nameById, readResultVariable } from './read-service.ts';
import { readServiceFields } from './read-service-fields.ts';
import { readOwnExpression, readServiceName } from './read-service-name.ts';

export function readService(node: FlowNode, reading: Reading): ServiceDraft {
  const { expressions, unresolved } = reading;
  const resultVariable = readResultVariable(node);
  const multiInstance = readMultiInstance(node, expressions, unresolved);
  const fields = readServiceFields(node, expressions);
  const mappings = readMappings(node, expressions);
  const call = readLateCall(node, expressions);
  return {
    node,
    // If a name is repeated the last one wins: a mapping overrides a field.
    mappings: {
      ...mappings,
      inputs: [...fields.inputs, ...mappings.inputs],
      outputs: [...fields.outputs, ...mappings.outputs],
    },
    ...readCall(node, reading),
    ...(call === undefined ? {} : { call }),
    ...readPassing(node, expressions),
    ...(resultVariable === undefined ? {} : { resultVariable }),
    ...(readVendorAttribute(node.element, 'camunda', 'topic') === undefined ? {} : { keepsFields: true as const }),
    ...(multiInstance === undefined ? {} : { multiInstance }),
  };
}

type Call = Pick<ServiceDraft, 'service' | 'computedName' | 'isUnnamed' | 'replaces' | 'script' | 'expression'>;

/** What a service does: calls a function of the host, runs a script, or evaluates an expression. */
function readCall(node: FlowNode, { expressions, options: { functions } }: Reading): Call {
  const { id } = node;
  const named = readServiceName(node);
  if (named !== undefined) {
    const { name, isComputed, ...stands } = named;
    return isComputed === true
      ? { computedName: expressions.read(name, id, 'the name of the service'), ...stands }
      : { service: name, ...stands };
  }
  if (isScriptTask(node)) {
    const script = readScript(node);
    if (script.expression === undefined) return { script };
    return { script, expression: expressions.read(script.expression, id, 'zeebe:script') };
  }
  const own = readOwnExpression(node);
  const expression = own === undefined ? undefined : createExpressionReader().find(own, id, 'expression');
  // An expression that only its own engine can evaluate is replaced by a service.
  if (own !== undefined && expression !== undefined && callsOnly(expression, functions)) {
    return { expression: expressions.read(own, id, 'expression') };
  }
  return { service: nameById(node), isUnnamed: true, ...(own === undefined ? {} : { replaces: own }) };
}

/** Reads the waiting node of a late call, which is inside the sub-process that replaces the call activity. */
function readLateCall({ element, scope }: FlowNode, expressions: ExpressionReader): LateCall | undefined {
  const target = readMark(element, 'target');
  if (target === undefined) return undefined;
  const written = readMark(element, 'by');
  const by = written === 'definition' || written === 'latest' ? written : 'process';
  const file = readCallingFile(element);
  return {
    callId: scope.id,
    target: expressions.read(target, scope.id, 'calledElement'),
    by,
    ...(file === undefined ? {} : { file }),
  };
}

/** The inlined process that contains it, if any. */
function readCallingFile(element: ModdleElement): CallingFile | undefined {
  for (let at: ModdleElement | undefined = element; at !== undefined; at = at.$parent) {
    const definitionId = readMark(at, 'definition');
    if (definitionId !== undefined) return { definitionId };
    const processId = readMark(at, 'process');
    if (processId !== undefined) return { processId };
  }
  return undefined;
}

/** The variables that a node at the start or end of a call passes. */
function readPassing(
  { element, scope }: FlowNode,
  expressions: ExpressionReader,
): Pick<ServiceDraft, 'assign' | 'passes'> {
  const written = readMark(element, 'assign');
  if (written === undefined) return {};
  const set = JSON.parse(written) as [name: string, text: string][];
  const passes = readMark(element, 'pass');
  return {
    assign: set.map(([name, text]) => ({ name, value: expressions.read(text, scope.id, `the parameter ${name}`) })),
    ...(passes === undefined ? {} : { passes: JSON.parse(passes) as CallPassing }),
  };
}
