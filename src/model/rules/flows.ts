import { isEventSubProcess, isJoin } from '../../net/graph.ts';
import { elementOf, nameOf } from '../moddle/moddle-element.ts';
import type { DrawnScope, Flow, FlowNode } from '../read/diagram.ts';
import type { Finding, Rule } from './rule.ts';
import { findUnsupported } from './shared/supported-elements.ts';

const flowWithoutEnds: Rule = {
  name: 'flow-without-ends',
  severity: 'error',
  says: 'a flow comes from or leads to nothing in the process',
  remedy: 'Connect both of its ends to elements of the same process, or delete it.',
  check: ({ diagram }) =>
    diagram.looseFlows.map(({ id, source, target }) => {
      const from = source === undefined ? 'nothing in the process' : `"${source.name}"`;
      const to = target === undefined ? 'nothing in the process' : `"${target.name}"`;
      return { elementId: id, reason: `The flow leads from ${from} to ${to}.` };
    }),
};

const flowAcrossScopes: Rule = {
  name: 'flow-across-scopes',
  severity: 'error',
  says: 'a flow crosses the border of a sub-process, or is stored in another one',
  remedy: 'Let the flow lead to the sub-process itself, or use a boundary event to leave it.',
  check: ({ diagram }) =>
    [...diagram.flows.values()].flatMap(({ id, scope, source, target }) => {
      if (source.scope === target.scope && source.scope === scope) return [];
      if (source.scope === target.scope) {
        const reason = `The flow from "${source.name}" to "${target.name}" is stored in ${describeScope(scope)}, but both of its ends are in ${describeScope(source.scope)}.`;
        return { elementId: id, reason, remedy: 'Move it there in the XML, or draw it again.' };
      }
      return {
        elementId: id,
        reason: `The flow leads from "${source.name}" in ${describeScope(source.scope)} to "${target.name}" in ${describeScope(target.scope)}, but a flow cannot cross the border of a sub-process.`,
      };
    }),
};

function describeScope({ kind, name }: DrawnScope): string {
  return kind === 'process' ? 'the process' : `the ${kind} "${name}"`;
}

/** One error per flow, even if both ends are wrong. */
const flowNotAllowed: Rule = {
  name: 'flow-not-allowed',
  severity: 'error',
  says: 'a flow leads to a start event, a boundary event or an event sub-process, or on from an end event',
  remedy: 'Delete it, or connect it to the element you mean.',
  check: ({ diagram }) =>
    [...diagram.flows.values()].flatMap(({ id, source, target }) => {
      const wrong = [
        ...(neverLeft(source) ? [`comes from "${source.name}", and ${explain(source)}`] : []),
        ...(neverEntered(target) ? [`leads to "${target.name}", and ${explain(target)}`] : []),
      ];
      return wrong.length === 0 ? [] : { elementId: id, reason: `The flow ${wrong.join('; it ')}.` };
    }),
};

// BPMN 2.0, tables 10.84 to 10.89 and 10.4.
function neverEntered(node: FlowNode): boolean {
  return node.type === 'bpmn:StartEvent' || node.type === 'bpmn:BoundaryEvent' || isEventSubProcess(node);
}

function neverLeft(node: FlowNode): boolean {
  return node.type === 'bpmn:EndEvent' || isEventSubProcess(node);
}

function explain(node: FlowNode): string {
  if (isEventSubProcess(node)) return 'only its start event starts an event sub-process';
  if (node.type === 'bpmn:BoundaryEvent') return 'no flow may lead to a boundary event';
  return node.type === 'bpmn:EndEvent' ? 'no flow may leave an end event' : 'no flow may lead to a start event';
}

/** BPMN sends a token along each flow, so the target runs once per flow, which is rarely intended. */
const flowsShareTarget: Rule = {
  name: 'flows-share-target',
  severity: 'warning',
  says: 'several flows of a fork lead directly to one node; it runs once for each',
  remedy: 'Draw one flow if it should run only once; otherwise leave it.',
  check: ({ diagram }) =>
    [...diagram.nodes.values()].filter(takesSeveral).flatMap((fork) => {
      const targets = fork.outgoing.map(({ target }) => target).filter((target) => !isJoin(target));
      const shared = [...new Set(targets.filter((target, index) => targets.indexOf(target) !== index))];
      return shared.map((target) => ({
        elementId: fork.id,
        reason: `Several flows lead from "${fork.name}" directly to "${target.name}", which runs once for each of them.`,
      }));
    }),
};

function takesSeveral({ kind, outgoing }: FlowNode): boolean {
  return outgoing.length > 1 && (kind === 'parallel' || kind === 'inclusive');
}

/** BPMN 2.0, 13.5.6: a path ends at a node without outgoing flows. For a gateway, flows are probably missing. */
const gatewayWithoutOutgoingFlow: Rule = {
  name: 'gateway-without-outgoing-flow',
  severity: 'warning',
  says: 'nothing follows a gateway, so its path ends there; an error for an event-based gateway',
  remedy: 'Connect it to the next element, or to an end event if the path should end there.',
  check: ({ diagram }) =>
    [...diagram.nodes.values()]
      .filter((node) => /Gateway$/.test(node.type) && node.outgoing.length === 0)
      .filter(({ element }) => findUnsupported(element) === undefined)
      .map(({ id, name, type }) =>
        type === 'bpmn:EventBasedGateway'
          ? {
              severity: 'error',
              elementId: id,
              reason: `No flow leaves the gateway "${name}", so it waits for nothing.`,
            }
          : { elementId: id, reason: `No flow leaves the gateway "${name}", so its path ends there.` },
      ),
};

const eventGatewayTargets: Rule = {
  name: 'event-gateway-targets',
  severity: 'error',
  says: 'an event-based gateway leads to something that does not wait, or that other flows lead to too',
  remedy:
    'Let each of its flows lead to a timer, message, signal or conditional catch event or a receive task of its own.',
  check: ({ diagram }) =>
    [...diagram.nodes.values()]
      .filter(({ type, element }) => type === 'bpmn:EventBasedGateway' && findUnsupported(element) === undefined)
      .flatMap(judgeEventGateway),
};

// BPMN 2.0, 10.6.6.
function judgeEventGateway({ name, outgoing }: FlowNode): readonly Finding[] {
  return outgoing.flatMap((flow) => {
    const fault = findFaultOfTarget(flow);
    if (fault === undefined) return [];
    return {
      elementId: flow.id,
      reason: `The event-based gateway "${name}" leads to "${flow.target.name}", ${fault}.`,
    };
  });
}

function findFaultOfTarget({ target }: Flow): string | undefined {
  if (findUnsupported(target.element) !== undefined) return undefined;
  if (target.type !== 'bpmn:IntermediateCatchEvent' && target.type !== 'bpmn:ReceiveTask') {
    return 'which does not wait for an event';
  }
  if (target.incoming.length > 1) return 'which other flows lead to as well';
  return target.boundaries.length > 0 ? 'which has a boundary event' : undefined;
}

export const FLOW_RULES: readonly Rule[] = [
  flowWithoutEnds,
  flowAcrossScopes,
  flowNotAllowed,
  flowsShareTarget,
  gatewayWithoutOutgoingFlow,
  eventGatewayTargets,
];

const CHOOSES = /(Exclusive|Inclusive|Complex)Gateway$/;

/** Other engines fail at run time when all other conditions are false. */
const defaultFlowElsewhere: Rule = {
  name: 'default-flow-elsewhere',
  severity: 'error',
  says: 'the default flow of a gateway or activity is a flow of another element; a warning if the element does not choose',
  remedy: 'Name one of its own flows, or remove the default.',
  check: ({ diagram }) => [...diagram.nodes.values()].flatMap(judge),
};

function judge({ id, name, type, element, outgoing }: FlowNode): readonly Finding[] {
  const flow = elementOf(element, 'default');
  if (flow === undefined || outgoing.some((each) => each.element === flow)) return [];
  const source = elementOf(flow, 'sourceRef');
  const addition = source === undefined ? '' : `; it comes out of "${nameOf(source) ?? source.id}"`;
  const chooses = CHOOSES.test(type) || outgoing.some(({ condition }) => condition !== undefined);
  return [
    {
      severity: chooses && outgoing.length > 1 ? 'error' : 'warning',
      elementId: id,
      reason: `"${name}" names ${flow.id} as its default flow, which is not one of its own flows${addition}.`,
      remedy: `Name one of its own${outgoing.length === 0 ? '' : ` (${outgoing.map((each) => each.id).join(', ')})`}, or remove the default.`,
    },
  ];
}

const defaultFlowWithCondition: Rule = {
  name: 'default-flow-with-condition',
  severity: 'warning',
  says: 'the condition of a default flow is never evaluated',
  remedy: 'Delete its condition, or remove the default mark.',
  check: ({ diagram, conditions }) =>
    [...diagram.flows.values()]
      .filter(({ id, isDefault }) => isDefault && conditions.has(id))
      .map(({ id, source }) => ({
        elementId: id,
        reason: `The default flow out of "${source.name}" has a condition, which is never evaluated.`,
      })),
};

const defaultFlowWithoutButton: Rule = {
  name: 'default-flow-without-button',
  severity: 'warning',
  says: 'both booleans are tested, so no press leads to the default flow',
  remedy: 'Delete the default flow, or the condition that it should replace.',
  check: ({ diagram, routings }) =>
    [...routings].flatMap(([id, routing]) => {
      if (routing.kind !== 'variable') return [];
      return (diagram.nodes.get(id)?.outgoing ?? [])
        .filter((flow) => flow.isDefault && !routing.values.has(flow.id))
        .map((flow) => ({
          elementId: flow.id,
          reason: `The default flow out of "${flow.source.name}" gets no button: the other flows test ${routing.variable} for true and for false, so nothing is left for it.`,
        }));
    }),
};

export const DEFAULT_FLOW_RULES: readonly Rule[] = [
  defaultFlowElsewhere,
  defaultFlowWithCondition,
  defaultFlowWithoutButton,
];
