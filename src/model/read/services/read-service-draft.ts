import { readVendorAttribute } from '../../moddle/extension.ts';
import { readMappings } from '../data/read-mappings.ts';
import type { FlowNode } from '../diagram.ts';
import type { ServiceDraft } from '../draft.ts';
import { createExpressionReader } from '../expression-reader.ts';
import { readLateCall, readPassing } from '../read-late-call.ts';
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
