import { StepError } from '../../errors.ts';
import type { Scope } from '../../model/expressions/expression.ts';
import { expressionNames } from '../../model/expressions/expression-analysis.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import type { GraphFlow, GraphNode } from '../../net/graph.ts';
import type { TokenAt } from '../../net/ports.ts';
import type { Id } from '../../net/state.ts';
import { labelOf } from '../explain/moves.ts';
import type { Places } from '../state/places.ts';
import { decideCondition, kindOf, readDecision } from '../variables/conditions.ts';
import { multiInstanceOf } from './multi-instance/iterations.ts';
import { decideVotes, emptyTally, type MultiInstanceTally } from './multi-instance/multi-instance-tally.ts';

/** The part of a run that gateways use. */
interface DecidingRun {
  readonly model: ProcessModel;
  readonly places: Pick<Places, 'before' | 'rootOf'>;
  readonly tallies: Readonly<Record<Id, MultiInstanceTally>>;
  /** Flows that a press chose, by the token that comes to the gateway. */
  readonly choices: ReadonlyMap<Id, { readonly gatewayId: string; readonly flowId: string }>;
  /** The results of a gateway's scripts for its flows, by the token in the gateway. */
  readonly decisions: ReadonlyMap<Id, Readonly<Record<string, unknown>>>;
}

/**
 * The flow that a press or a vote decided for a token at a gateway; undefined: its conditions decide.
 * @throws {StepError} `ERR_STEP_FAILED`: a button decides, but none was pressed
 */
export function chosenFlow(run: DecidingRun, { id, node }: Pick<TokenAt, 'id' | 'node'>): string | undefined {
  const gatewayId = node.id;
  const from = run.places.before(id);
  const root = from && run.places.rootOf(from.token);
  const choice = root === undefined ? undefined : run.choices.get(root);
  if (choice?.gatewayId === gatewayId) return choice.flowId;

  const multiInstance = from?.node === undefined ? undefined : multiInstanceOf(run.model, from.node);
  if (multiInstance?.votes?.gatewayId === gatewayId) {
    const result = decideVotes(multiInstance, run.tallies[root ?? ''] ?? emptyTally(0));
    if (result !== 'open') return multiInstance.votes[result];
  }
  if (!run.model.routedGateways.has(gatewayId) || !asksForPress(run, gatewayId, from?.node)) return undefined;
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

/** Whether a token takes a flow with a condition. @param visible the variables that the condition sees */
export function takesFlow(
  { model, decisions }: DecidingRun,
  flow: GraphFlow,
  { id: token, node }: Pick<TokenAt, 'id' | 'node'>,
  visible: () => Scope,
): boolean {
  const { id } = flow;
  const what = `condition of flow ${labelOfFlow(flow)}`;
  const scripts = model.services.get(node.id)?.conditions?.scripts ?? [];
  if (scripts.some(({ flowId }) => flowId === id)) return readDecision(decisions.get(token)?.[id], what);
  const condition = model.conditions.get(id);
  return condition === undefined || decideCondition(condition, visible(), what);
}

/** The error where the conditions take no flow out of a node: with the variables that they read, but no values. */
export function explainNoneTaken(
  { model }: Pick<DecidingRun, 'model'>,
  { id: nodeId, name, type, outgoing }: GraphNode,
  visible: Scope,
): StepError {
  const conditions = outgoing.map((flow) => ({ flow, condition: model.conditions.get(flow.id) }));
  const asked = conditions.map(
    ({ flow, condition }) => `${labelOfFlow(flow)} asks ${condition ? `\`${condition.text}\`` : 'a script'}`,
  );
  const variables = [
    ...new Set(conditions.flatMap(({ condition }) => (condition ? [...expressionNames(condition)] : []))),
  ];
  const kinds = variables.map(
    (each) => `${each} is ${Object.hasOwn(visible, each) ? kindOf(visible[each]) : 'not set'}`,
  );
  const read = kinds.length === 0 ? '' : ` Here ${kinds.join(', ')}.`;
  const label = `${type.endsWith('Gateway') ? 'the gateway ' : ''}${labelOf({ nodeId, nodeName: name })}`;
  return new StepError(
    'ERR_STEP_FAILED',
    `No flow out of ${label} can be taken, because none of its conditions is true and none is the default: ` +
      `${asked.join('; ')}.${read} Set the variables that they read and try again, or mark a default flow in the diagram.`,
    { details: { elementId: nodeId, ...(variables.length > 0 && { variables }) } },
  );
}

function labelOfFlow({ id, name = '' }: GraphFlow): string {
  return labelOf({ nodeId: id, nodeName: name });
}
