import type { Flow, FlowNode } from '../read/diagram.ts';
import type { Draft } from '../read/draft.ts';
import { type Condition, ignoresConditions } from '../read/read-condition.ts';
import { gatewayAfter, isDirectlyBefore } from '../read/read-routing.ts';
import type { Finding, Rule } from './rule.ts';

const gatewayWithoutConditions: Rule = {
  name: 'gateway-without-conditions',
  severity: 'warning',
  says: 'no flow of an exclusive gateway has a condition, and not only user tasks lead to it: the first flow is taken; an error if votes decide',
  remedy: 'Give its flows conditions, or let only user tasks lead to it, each followed only by this gateway.',
  check: (draft) =>
    [...draft.routings.keys()].flatMap((id) => {
      const gateway = draft.diagram.nodes.get(id);
      return gateway === undefined ? [] : judgeGateway(gateway, draft);
    }),
};

function judgeGateway(gateway: FlowNode, { conditions, routings }: Draft): readonly Finding[] {
  const { id, name, incoming, outgoing } = gateway;
  if (incoming.every(({ source }) => isDirectlyBefore(source, gateway))) return [];
  const kind = routings.get(id)?.kind;
  if (kind === 'votes') {
    return [
      {
        severity: 'error',
        elementId: id,
        reason: `Votes decide which flow the gateway "${name}" takes, but more than the user task with these votes leads to it.`,
        remedy: 'Let only the user task lead to the gateway, and only the gateway follow the user task.',
      },
    ];
  }
  if (outgoing.some((flow) => conditions.has(flow.id))) return [];
  const first = outgoing.find(({ isDefault }) => !isDefault) ?? outgoing[0];
  const addition = kind === 'press' ? ', and more than user tasks, whose buttons choose, leads to it' : '';
  return [
    {
      guess: true,
      elementId: id,
      reason: `No flow out of the gateway "${name}" has a condition${addition}. ${kind === 'press' ? 'From any other element' : 'As in Camunda 7, Flowable and Activiti'}, the first one in the file is always taken: ${first?.name ?? first?.id}.`,
    },
  ];
}

/**
 * Camunda 7, Flowable and Activiti evaluate the flows of an exclusive gateway in the order of the file, and treat a flow
 * without a condition as true. BPMN 2.0, 10.6.2, requires a condition on every flow but the default one.
 */
const flowWithoutCondition: Rule = {
  name: 'flow-without-condition',
  severity: 'warning',
  says: 'a flow of an exclusive gateway has no condition and is not the default: it is taken if no earlier flow in the file is taken, and the flows after it are never taken',
  remedy: 'Mark it as the default flow if that is what you mean; otherwise give it a condition.',
  guess: true,
  check: (draft) =>
    [...draft.routings]
      .filter(([, { kind }]) => kind === 'conditions' || kind === 'variable')
      .flatMap(([id]) => findUnconditional(draft.diagram.nodes.get(id), draft)),
};

function findUnconditional(gateway: FlowNode | undefined, { conditions }: Draft): readonly Finding[] {
  const evaluated = (gateway?.outgoing ?? []).filter(({ isDefault }) => !isDefault);
  const at = evaluated.findIndex(({ id }) => !conditions.has(id));
  const flow = evaluated[at];
  // `gateway-without-conditions` reports a gateway none of whose flows has a condition.
  if (gateway === undefined || flow === undefined || evaluated.every(({ id }) => !conditions.has(id))) return [];
  const others = [...evaluated.slice(at + 1), ...gateway.outgoing.filter(({ isDefault }) => isDefault)];
  const never = others.length === 0 ? '' : `, and ${others.map(nameFlow).join(', ')} after it never`;
  return [
    {
      elementId: flow.id,
      reason: `The flow ${nameFlow(flow)} out of the gateway "${gateway.name}" has no condition. It is taken if none of the flows before it in the file is taken${never}.`,
    },
  ];
}

function nameFlow({ id, name }: Flow): string {
  return name === undefined ? id : `"${name}"`;
}

const gatewayMayGetStuck: Rule = {
  name: 'gateway-may-get-stuck',
  severity: 'warning',
  says: 'every flow out of a gateway or an activity has a condition; if none is true, the step fails with an incident',
  remedy: 'Mark one flow as the default flow, unless one condition is always true.',
  check: (draft) =>
    [...draft.diagram.nodes.values()]
      .filter((node) => hasOnlyConditions(node, draft) && !isAlwaysDecided(node, draft))
      .map((node) => (draft.diagram.reserved.has(node.id) ? (node.incoming[0]?.source ?? node) : node))
      .map(({ id, name, type }) => ({
        elementId: id,
        reason: `Every flow out of ${CHOOSES.has(type) ? 'the gateway ' : ''}"${name}" has a condition; if none is true, the step fails.`,
      })),
};

const CHOOSES = new Set(['bpmn:ExclusiveGateway', 'bpmn:InclusiveGateway']);

// An activity whose flows have conditions chooses between them, as a gateway does.
function hasOnlyConditions({ outgoing }: FlowNode, { conditions, expressionFailures }: Draft): boolean {
  // `expression-invalid` reports invalid conditions; that is problem enough for one gateway.
  if (outgoing.length === 0 || outgoing.some(({ id }) => expressionFailures.some((each) => each.elementId === id)))
    return false;
  return outgoing.every((flow) => {
    const condition = conditions.get(flow.id);
    return condition !== undefined && !isPlain(condition) && !flow.isDefault && !ignoresConditions(flow);
  });
}

const ALWAYS_TRUE = /^\s*(?:[$#]\{\s*true\s*\}|=\s*true)\s*$/;

/** Always true, or plain text, which another rule reports. */
function isPlain({ expression, isConstant, script }: Condition): boolean {
  if (ALWAYS_TRUE.test(expression.text)) return true;
  return isConstant !== true && script === undefined && expression.constant;
}

/** Whether a press before the gateway sets the variable, or two conditions are opposites. */
function isAlwaysDecided(gateway: FlowNode, { routings }: Draft): boolean {
  const routing = routings.get(gateway.id);
  if (routing?.kind === 'votes') return true;
  if (routing?.kind !== 'variable') return false;
  const values = [...routing.values.values()];
  const behindPeople = gateway.incoming.every(
    ({ source }) => source.type === 'bpmn:UserTask' && gatewayAfter(source) === gateway,
  );
  return behindPeople || (values.includes(true) && values.includes(false));
}

const inclusiveTakesAll: Rule = {
  name: 'inclusive-takes-all',
  severity: 'warning',
  says: 'an inclusive gateway without conditions takes all flows',
  remedy: 'Give the flows conditions, or draw a parallel gateway.',
  check: ({ diagram, conditions }) =>
    [...diagram.nodes.values()]
      .filter(({ type, outgoing }) => type === 'bpmn:InclusiveGateway' && outgoing.length > 1)
      .filter(({ outgoing }) => outgoing.every((flow) => !conditions.has(flow.id)))
      .map(({ id, name }) => ({
        elementId: id,
        reason: `No flow out of the inclusive gateway "${name}" has a condition, so all of them are taken.`,
      })),
};

const CONDITION_GATEWAYS: ReadonlySet<string | undefined> = new Set(['bpmn:ExclusiveGateway', 'bpmn:InclusiveGateway']);

const conditionInScriptLanguage: Rule = {
  name: 'condition-in-script-language',
  severity: 'error',
  says: 'a condition is a script, and the host has no function that runs scripts, or the flow leads out of an activity or event of a file that was not deployed',
  remedy:
    'Pass scripts to createBridge or createPlugin, or deploy the file with bridge.deploy; or write an expression: ${amount > 1000}.',
  check: ({ conditions, diagram, options }) =>
    [...conditions].flatMap(([flowId, { script }]) => {
      const flow = diagram.flows.get(flowId);
      const fault = script && flow && findFault(flow, options.scripts);
      if (fault === undefined) return [];
      const [reason, remedy] = fault;
      return { elementId: flowId, reason: `The condition is a script in ${script?.format}${reason}`, remedy };
    }),
};

function findFault(flow: Flow, scripts = true): readonly [reason: string, remedy: string] | undefined {
  const { source } = flow;
  if (ignoresConditions(flow)) return undefined;
  if (!CONDITION_GATEWAYS.has(source.type)) {
    return [
      ` on a flow out of "${source.name}", which runs only in a deployed file.`,
      'Deploy the file with bridge.deploy, or prepare it with prepareProcesses, which draws a gateway before the flow; or draw it yourself, or write the condition as an expression: ${amount > 1000}, or =amount > 1000 in FEEL.',
    ];
  }
  if (scripts) return undefined;
  return [
    ', but the host has no function that runs scripts.',
    'Pass scripts: (job) => …, a function that returns true or false, to createBridge or createPlugin; or write an expression: ${amount > 1000}.',
  ];
}

const conditionIsPlainText: Rule = {
  name: 'condition-is-plain-text',
  severity: 'error',
  says: 'a condition is neither `${…}` nor `=…`, and no language is named; a warning for `true` and `false`, which are treated as the constants',
  remedy:
    'Write it as ${…}, or begin it with = for FEEL; if it is a script, name its language, so that the function for scripts can run it.',
  check: ({ conditions, diagram }) =>
    [...conditions].flatMap(([flowId, { expression, script, isConstant }]) => {
      // The condition of a default flow is never evaluated; `default-flow-with-condition` reports it.
      if (diagram.flows.get(flowId)?.isDefault === true) return [];
      if (isConstant) {
        return {
          severity: 'warning',
          guess: true,
          elementId: flowId,
          reason: `The condition is plain text and is treated as the constant ${expression.text.slice(2, -1)}.`,
          remedy: `Write it as ${expression.text}, or begin it with = for FEEL.`,
        };
      }
      if (!expression.constant || script !== undefined) return [];
      return {
        elementId: flowId,
        reason: `The condition "${expression.text}" is plain text, which is neither true nor false: neither the condition nor the file names a language.`,
      };
    }),
};

// BPMN 2.0, 10.6.5 and 10.6.4: parallel and event-based gateways do not evaluate conditions.
const conditionIgnored: Rule = {
  name: 'condition-ignored',
  severity: 'warning',
  says: 'a condition on a flow out of a parallel or event-based gateway',
  remedy: 'Delete the condition, or draw an exclusive or inclusive gateway.',
  check: ({ diagram, conditions }) =>
    [...diagram.flows.values()]
      .filter((flow) => conditions.has(flow.id) && ignoresConditions(flow))
      .map(({ id, source }) => ({
        elementId: id,
        reason: `The flow has a condition, but the gateway "${source.name}" ignores it: ${source.type === 'bpmn:ParallelGateway' ? 'a parallel gateway takes all its flows' : 'an event-based gateway follows the first event'}.`,
      })),
};

export const CONDITION_RULES: readonly Rule[] = [
  gatewayWithoutConditions,
  flowWithoutCondition,
  gatewayMayGetStuck,
  inclusiveTakesAll,
  conditionInScriptLanguage,
  conditionIsPlainText,
  conditionIgnored,
];
