import type { RunContext } from './run-context.ts';

/** A context that is always that of the current run: the engine stays alive, and each step has a run of its own. */
export function createRunContext(current: () => RunContext): RunContext {
  return {
    startOrderOf: (executionId) => current().startOrderOf(executionId),
    chosenFlow: (gatewayId, token) => current().chosenFlow(gatewayId, token),
    takesFlow: (flow, message) => current().takesFlow(flow, message),
    explainNoneTaken: (flows, message) => current().explainNoneTaken(flows, message),
    waitsForScripts: (nodeId) => current().waitsForScripts(nodeId),
    multiInstanceOf: (nodeId) => current().multiInstanceOf(nodeId),
    isChosenStart: (nodeId) => current().isChosenStart(nodeId),
    computeExpression: (message) => current().computeExpression(message),
    holdsInstance: (nodeId, content) => current().holdsInstance(nodeId, content),
    noteIteration: (message) => current().noteIteration(message),
    standardLoopOf: (nodeId) => current().standardLoopOf(nodeId),
    hasFailed: () => current().hasFailed(),
    endsInstance: (end) => current().endsInstance(end),
    enterEvent: (event) => current().enterEvent(event),
    leaveEvent: (event) => current().leaveEvent(event),
    resolve: (text, message) => current().resolve(text, message),
  };
}
