import { isMultiInstance } from '../../net/graph.ts';
import { testedVariable } from '../expressions/expression-analysis.ts';
import type { Diagram, Flow, FlowNode } from './diagram.ts';
import type { Condition } from './read-condition.ts';
import { readTtc } from './read-ttc.ts';
import type { ActionDraft } from './tasks/read-actions.ts';

/** What chooses the outgoing flow of an exclusive gateway. */
export type Routing =
  /** No flow has a condition: the pressed button of the user task before it chooses; other tokens take the first flow. */
  | { readonly kind: 'press' }
  /** The votes of the countersign before it. */
  | { readonly kind: 'votes' }
  /** Its conditions all test one variable; `values` is the value that a press sets for each flow. */
  | { readonly kind: 'variable'; readonly variable: string; readonly values: ReadonlyMap<string, Literal> }
  | { readonly kind: 'conditions' };

type Literal = string | number | boolean | null;

/** The routing of every exclusive gateway that chooses, by gateway id. */
export function readRoutings(
  diagram: Diagram,
  conditions: ReadonlyMap<string, Condition>,
  actions: ReadonlyMap<string, readonly ActionDraft[]>,
): ReadonlyMap<string, Routing> {
  const routings = new Map<string, Routing>();
  for (const gateway of diagram.nodes.values()) {
    if (isExclusiveFork(gateway)) routings.set(gateway.id, readRouting(gateway, conditions, actions));
  }
  return routings;
}

/** A gateway with one flow chooses too if the flow has a condition. */
function isExclusiveFork({ type, outgoing }: FlowNode): boolean {
  if (type !== 'bpmn:ExclusiveGateway') return false;
  return outgoing.length > 1 || outgoing.some(({ condition, isDefault }) => condition !== undefined && !isDefault);
}

/** The exclusive gateway that chooses and is the only target of a node. */
export function gatewayAfter(node: FlowNode): FlowNode | undefined {
  const [only, ...others] = node.outgoing;
  const target = others.length === 0 ? only?.target : undefined;
  return target !== undefined && isExclusiveFork(target) ? target : undefined;
}

function readRouting(
  gateway: FlowNode,
  conditions: ReadonlyMap<string, Condition>,
  actions: ReadonlyMap<string, readonly ActionDraft[]>,
): Routing {
  if (hasVotes(gateway, actions)) return { kind: 'votes' };
  if (gateway.outgoing.every((flow) => !conditions.has(flow.id))) {
    return { kind: isReachedByPress(gateway) ? 'press' : 'conditions' };
  }
  return readVariable(gateway.outgoing, conditions) ?? { kind: 'conditions' };
}

/** Whether the gateway is the only target of a user task, so that its buttons can choose. */
function isReachedByPress(gateway: FlowNode): boolean {
  return gateway.incoming.some(({ source }) => isDirectlyBefore(source, gateway));
}

export function isDirectlyBefore(source: FlowNode, gateway: FlowNode): boolean {
  return source.type === 'bpmn:UserTask' && gatewayAfter(source) === gateway;
}

function hasVotes(gateway: FlowNode, actions: ReadonlyMap<string, readonly ActionDraft[]>): boolean {
  const signers = gateway.incoming.map(({ source }) => source).filter(isCountersign);
  if (signers.length === 0) return false;
  return (
    gateway.outgoing.some((flow) => readTtc(flow.element, 'vote') !== undefined) ||
    signers.some((signer) => (actions.get(signer.id) ?? []).some((action) => action.vote !== undefined))
  );
}

/** A user task with a multi-instance marker. */
export function isCountersign(node: FlowNode): boolean {
  return node.type === 'bpmn:UserTask' && isMultiInstance(node);
}

/** The variable that all conditions test, each for another value; undefined if they do not exclude each other so. */
export function readVariable(
  flows: readonly Pick<Flow, 'id' | 'isDefault'>[],
  conditions: ReadonlyMap<string, Condition>,
): Routing | undefined {
  const values = new Map<string, Literal>();
  let variable: string | undefined;
  let fallback: Pick<Flow, 'id'> | undefined;
  for (const flow of flows) {
    // A flow without a condition is always true; as the last flow it is taken for all other values, like a default flow.
    if (flow.isDefault || (flow === flows.at(-1) && fallback === undefined && !conditions.has(flow.id))) {
      fallback = flow;
      continue;
    }
    const condition = conditions.get(flow.id);
    const tested = condition && testedVariable(condition.expression);
    if (tested === undefined || (variable ?? tested.variable) !== tested.variable) return undefined;
    // If two flows test for the same value, a press could only reach the first of them.
    if ([...values.values()].includes(tested.value)) return undefined;
    variable = tested.variable;
    values.set(flow.id, tested.value);
  }
  // A press sets `outcome` anyway. Any other variable may have been computed: to overwrite it would skip a check.
  if (variable === undefined || (flows.length === 1 && variable !== 'outcome')) return undefined;
  if (fallback !== undefined) {
    const value = valueForDefault([...values.values()]);
    if (value !== undefined) values.set(fallback.id, value);
  }
  return { kind: 'variable', variable, values };
}

/** The value for the default flow: the boolean that is not tested, else null; none if both booleans are tested. */
function valueForDefault(tested: readonly Literal[]): Literal | undefined {
  if (tested.includes(true) && tested.includes(false)) return undefined;
  if (tested.includes(true)) return false;
  if (tested.includes(false)) return true;
  return null;
}
