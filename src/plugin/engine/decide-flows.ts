import { StepError } from '../../errors.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import { expressionNames } from '../../model/expressions/expression-analysis.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { labelOf } from '../explain/moves.ts';
import { decideCondition, kindOf, readDecision } from '../variables/conditions.ts';
import { nodeIdOf } from './copies/copy-id.ts';
import type { EngineContent } from './engine-internals.ts';
import { multiInstanceOf } from './multi-instance/iterations.ts';
import { decideVotes, emptyTally, type MultiInstanceTally } from './multi-instance/multi-instance-tally.ts';
import type { DiagramFlow } from './run-context.ts';

/** The part of a run that gateways use. */
interface DecidingRun {
  readonly model: ProcessModel;
  readonly tallies: Readonly<Record<string, MultiInstanceTally>>;
  /** Flows that a press chose, by the execution whose token reaches the gateway. */
  readonly choices: ReadonlyMap<string, { readonly gatewayId: string; readonly flowId: string }>;
  /** The results of a gateway's scripts for its flows, by the execution of the gateway. */
  readonly decisions: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/**
 * The flow that a press or a vote decided for a token at a gateway; undefined: its conditions decide.
 * @throws {StepError} `ERR_STEP_FAILED`: a button decides, but none was pressed
 */
export function chosenFlow(run: DecidingRun, gatewayId: string, gateway: EngineContent): string | undefined {
  const token = gateway.inbound?.at(-1);
  const rootId = token?.evaluationId;
  const choice = rootId === undefined ? undefined : run.choices.get(rootId);
  if (choice?.gatewayId === gatewayId) return choice.flowId;

  const multiInstance =
    token?.sourceId === undefined ? undefined : multiInstanceOf(run.model, nodeIdOf(token.sourceId));
  if (multiInstance?.votes?.gatewayId === gatewayId) {
    const result = decideVotes(multiInstance, run.tallies[rootId ?? ''] ?? emptyTally(0));
    if (result !== 'open') return multiInstance.votes[result];
  }
  if (!run.model.routedGateways.has(gatewayId) || !asksForPress(run, gatewayId, token?.sourceId)) return undefined;
  throw new StepError(
    'ERR_STEP_FAILED',
    `Gateway ${gatewayId} is decided by a button, and none of its buttons was pressed.`,
    { details: { elementId: gatewayId } },
  );
}

/** A gateway with buttons may also be reached from other elements than user tasks; it then takes its first flow. */
function asksForPress({ model }: DecidingRun, gatewayId: string, sourceId: string | undefined): boolean {
  const source = sourceId === undefined ? undefined : model.userTasks.get(sourceId);
  if (source === undefined) return false;
  const { buttons, multiInstance } = source;
  if (multiInstance?.votes?.gatewayId === gatewayId) return true;
  return buttons.some(({ effect }) => effect.kind === 'route' && effect.gatewayId === gatewayId);
}

/** Same as `takesFlow` of the run context. @param visible the variables that the condition sees */
export function takesFlow(
  { model, decisions }: DecidingRun,
  flow: DiagramFlow,
  { executionId = '', id = '' }: EngineContent,
  visible: () => Scope,
): boolean {
  const name = `condition of flow ${labelOf({ nodeId: flow.id, nodeName: flow.name ?? '' })}`;
  const scripts = model.services.get(nodeIdOf(id))?.conditions?.scripts ?? [];
  if (scripts.some(({ flowId }) => flowId === flow.id)) {
    return readDecision(decisions.get(executionId)?.[flow.id], name);
  }
  const condition = model.conditions.get(flow.id);
  return condition === undefined || decideCondition(condition, visible(), name);
}

/** The error where the conditions take no flow out of a node: with the variables that they read, but no values. */
export function explainNoneTaken(
  { model }: DecidingRun,
  flows: readonly DiagramFlow[],
  { id = '', name, type }: EngineContent,
  visible: Scope,
): StepError {
  const nodeId = nodeIdOf(id);
  const conditions = flows.map((flow) => ({ flow, condition: model.conditions.get(flow.id) }));
  const asked = conditions.map(
    ({ flow, condition }) =>
      `${labelOf({ nodeId: flow.id, nodeName: flow.name ?? '' })} asks ${condition ? `\`${condition.text}\`` : 'a script'}`,
  );
  const variables = [
    ...new Set(conditions.flatMap(({ condition }) => (condition ? [...expressionNames(condition)] : []))),
  ];
  const kinds = variables.map(
    (each) => `${each} is ${Object.hasOwn(visible, each) ? kindOf(visible[each]) : 'not set'}`,
  );
  const read = kinds.length === 0 ? '' : ` Here ${kinds.join(', ')}.`;
  const label = `${String(type).endsWith('Gateway') ? 'the gateway ' : ''}${labelOf({ nodeId, nodeName: String(name ?? '') })}`;
  return new StepError(
    'ERR_STEP_FAILED',
    `No flow out of ${label} can be taken, because none of its conditions is true and none is the default: ` +
      `${asked.join('; ')}.${read} Set the variables that they read and try again, or mark a default flow in the diagram.`,
    { details: { elementId: nodeId, ...(variables.length > 0 && { variables }) } },
  );
}
