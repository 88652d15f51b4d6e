import type { EngineVendor } from '../../support/inner/model.ts';

/** The behaviour of BPMN elements in an engine, and the differences here. */
export interface Meaning {
  readonly of: string;
  readonly as: string;
  readonly in: string;
  /** Titles of the tests in `test/bridge/vendor-ways`. */
  readonly seen?: readonly string[];
}

const FLOWABLE_DOCS = 'ch07b-BPMN-Constructs.md';
const CALL_DOCS = 'Activities-section.adoc';
const JBPM_DOCS = 'appe-process-elements.adoc';

const FIRST_EVENT = 'the first event takes the token; the others are cancelled';

const FLOWABLE: readonly Meaning[] = [
  {
    of: 'messages',
    as: 'one execution receives a message; `bridge.message` selects it by instance, business key or `ttc:correlationKey`',
    in: `“Message Event Definitions” in \`${FLOWABLE_DOCS}\``,
    seen: ['a message and a signal whose names are computed'],
  },
  {
    of: 'signals',
    as: 'received by all waiting instances, and starts processes; not with `scope="processInstance"`',
    in: `“Signal Event Definitions” in \`${FLOWABLE_DOCS}\``,
    seen: ['a signal of one instance alone, and one that all hear'],
  },
  {
    of: 'event-based gateways',
    as: FIRST_EVENT,
    in: `“Event-based Gateway” in \`${FLOWABLE_DOCS}\``,
    seen: ['an event-based gateway: what happens first, and nothing after it'],
  },
  {
    of: 'results of services',
    as: 'stored in the result variable. Without one, Flowable drops the result of an `expression`; here the fields of the result of a service become variables, because the service replaces code that would set them. The same holds for a decision (`type="dmn"`), as in Flowable if exactly one rule matches',
    in: `“Service task results” in \`${FLOWABLE_DOCS}\`, \`DmnActivityBehavior.java\``,
    seen: ['an expression that is computed at once into its resultVariable'],
  },
];

export const MEANINGS: Readonly<Record<EngineVendor, readonly Meaning[]>> = {
  camunda: [
    {
      of: 'messages',
      as: '`bridge.message` selects the instance by business key, or by `ttc:correlationKey` instead of correlation keys; if none waits, the message starts a process. If several wait, the oldest receives it; Camunda 7 refuses the message',
      in: '“Message Events” in `message-events.md`, `DefaultCorrelationHandler.java`',
      seen: ['a message by the business key, and what waits first behind an event-based gateway'],
    },
    {
      of: 'signals',
      as: 'received by all waiting instances, and starts processes; the variables of `camunda:in` on a throw event are not passed, which gets a warning',
      in: '“Signal Events” in `signal-events.md`, `SignalEventReceivedCmd.java`',
      seen: ['a message by the business key, and what waits first behind an event-based gateway'],
    },
    {
      of: 'event-based gateways',
      as: FIRST_EVENT,
      in: '“Event-based Gateway” in `event-based-gateway.md`, `EventBasedGatewayActivityBehavior.java`',
      seen: ['a message by the business key, and what waits first behind an event-based gateway'],
    },
    {
      of: 'conditions of events',
      as: 'evaluated at the start of the wait and after each change of a variable that `variableName` and `variableEvents` allow; variables are never deleted. A script runs in a job; if it fails, there is an incident until a variable changes, while Camunda 7 treats it as false',
      in: '“Conditional Events” in `conditional-events.md`, `ScriptCondition.java`',
      seen: [
        'a condition that listens to one variable and to updates alone',
        'a condition of an event and a completion condition of services that are scripts',
      ],
    },
    {
      of: 'outputs of calls',
      as: 'also passed if an error or escalation of the called process is caught outside the call; not passed for an escalation that nothing catches, unlike in Camunda 7',
      in: '“Call Activity” in `call-activity.md`, “Escalation Events” in `escalation-events.md`, `EscalationHandler.java`',
      seen: ['a call whose escalation is caught, which gives its outputs and goes on'],
    },
    {
      of: 'empty mappings',
      as: 'null. Keys of map entries must be literal; an expression, which Camunda 7 evaluates, is refused',
      in: '“Input/Output Variable Mapping” in `variables.md`, `BpmnParseUtil.java`',
      seen: ['a parameter without a content, which gives null'],
    },
    {
      of: 'values of expressions',
      as: 'stored in the result variable; without one, the result of an expression that the step evaluates is dropped, as in Camunda 7, while the fields of the result of a service that replaces a bean become variables',
      in: '“Service Task Results” in `service-task.md`, `ServiceTaskExpressionActivityBehavior.java`',
    },
    {
      of: 'results of decisions and connectors',
      as: 'the result of the service `dmn` is stored in the result variable unchanged, so that function has to map it; outputs of a connector can read its response. Without result variable and outputs, Camunda 7 keeps nothing; here the fields of the result become variables',
      in: '`DecisionEvaluationUtil.java`, `ServiceTaskConnectorActivityBehavior.java`',
      seen: [
        'a decision, an expression that names no bean and a script in a file, each with its result',
        'inputs and outputs in their order, of a task around those of its connector',
      ],
    },
    {
      of: 'results of external tasks',
      as: 'the fields of the result become variables, except those with the name of an input; outputs are set in addition. For other services only the outputs are set, if there are any',
      in: '“External Tasks” in `external-tasks.md`, `ExternalTaskActivityBehavior.java`',
      seen: ['what an external task gives beside its outputs'],
    },
  ],
  zeebe: [
    {
      of: 'messages',
      as: 'matched by name and key; the key is evaluated at the start of the wait. The oldest waiting instance receives a message; in Camunda 8 one instance per process does. Messages are not buffered. A message start event starts an instance for each message; Camunda 8 allows one active instance per key',
      in: '“Messages” in `messages.md`, “Message events” in `message-events.md`, `MessagePublishProcessor.java`',
      seen: ['a message by the key of its subscription, and what waits first behind an event-based gateway'],
    },
    {
      of: 'event-based gateways',
      as: FIRST_EVENT,
      in: '“Event-based gateway” in `event-based-gateways.md`, `EventBasedGatewayProcessor.java`',
      seen: ['a message by the key of its subscription, and what waits first behind an event-based gateway'],
    },
    {
      of: 'signals',
      as: 'received by all waiting instances, and starts one instance per process; mapped variables of a throw event are not passed, which gets a warning',
      in: '“Signal events” in `signal-events.md`',
    },
    {
      of: 'conditions of events',
      as: 'evaluated at the start of the wait and after each change of a variable that the condition reads, or of the variables in `variableNames`',
      in: '“Conditionals” in `conditionals.md`',
      seen: ['a condition that listens to the variables it reads alone'],
    },
    {
      of: 'mappings without a source',
      as: 'null',
      in: '“Input/output variable mappings” in `variables.md`',
      seen: ['a mapping without a source, which gives null'],
    },
    {
      of: 'results of services',
      as: 'only the outputs are set, if there are any; otherwise all fields of the result; for a decision the result variable',
      in: '“Variables” in `variables.md`, `BpmnVariableMappingBehavior.java`, `BpmnDecisionBehavior.java`',
      seen: [
        'a service with headers, whose inputs see each other, and outputs the inputs',
        'a decision and a script, each with its result',
      ],
    },
    {
      of: 'variables of sub-processes and events',
      as: 'all variables belong to the process: mappings of sub-processes and events are not run, which gets a warning; variables of a message are set unchanged',
      in: '“Variables” in `variables.md`, `BpmnVariableMappingBehavior.java`',
    },
  ],
  flowable: FLOWABLE,
  activiti: FLOWABLE,
  drools: [
    {
      of: 'data inputs of user tasks',
      as: '`ActorId` and `GroupId` name the handlers; `ExcludedOwnerId` and reassignments get a warning marked as a guess (`part-not-run`); `TaskName`, `NodeName`, `Priority`, `Skippable`, `Comment` and similar inputs are ignored, because they are only for the task lists of jBPM; administrators (`BusinessAdministratorId`) and inputs whose name differs from their variable are not run, which gets a warning',
      in: `“User task” in \`${CALL_DOCS}\`, \`PeopleAssignmentHelper.java\`, \`HumanTaskNodeInstance.java\` of both`,
      seen: ['people by ActorId, GroupId and owners, beside what is written for the lists of tasks'],
    },
    {
      of: 'data outputs of user tasks',
      as: 'the variable gets the value that the page sends under the name of the output; `ActorId` is the handler of the task. If the press sends no value, the variable stays unchanged; jBPM sets it to null',
      in: `“User task” in \`${CALL_DOCS}\`, \`ExtendedNodeInstanceImpl.java\``,
      seen: ['what the page of a task gives, under the names of its variables, and who handled it'],
    },
    {
      of: 'data of services',
      as: 'inputs are in `job.input`, outputs are read from the fields of the result; a single output may also be the whole result',
      in: `“Service task” in \`${CALL_DOCS}\`, \`WorkItemNodeInstance.java\`, \`AbstractServiceTaskDescriptor.java\` of Kogito`,
      seen: [
        'a work item, rules and the method of an interface, with what each is given and gives',
        'an error of a work item, by its code',
      ],
    },
    {
      of: 'data of calls',
      as: 'the called process gets only the inputs, by name; outputs are passed back, also after an error; unset variables are null',
      in: `“Reusable sub-process” in \`${CALL_DOCS}\`, \`SubProcessNodeInstance.java\``,
      seen: [
        'a call by its data, whose process has variables of its own',
        'a call that an error leaves, which gives its data all the same, and which is independent',
      ],
    },
    {
      of: 'multi-instances',
      as: '`loopDataInputRef` is the collection, by its bound variable. `outputDataItem` of each instance is appended to `loopDataOutputRef` in the order in which the instances complete; not for sub-processes, whose instances share variables, which gets a warning. An unset collection is an incident; jBPM continues',
      in: `“Multi-instance sub-process” in \`${CALL_DOCS}\`, \`ForEachNodeInstance.java\``,
      seen: [
        'a call for each, whose outputs are collected in the order in which they end, behind what was there',
        'a task for each, whose outputs are collected',
      ],
    },
    {
      of: 'messages',
      as: 'a thrown message is first delivered to its own instance, else to an instance that waits for its key. Handlers of send tasks are services of the host. Kogito selects the instance by id or correlation; here `bridge.message` selects it by instance, business key or `ttc:correlationKey`',
      in: `“Messages” in \`${JBPM_DOCS}\`, \`ProcessEventDispatcher.java\`, \`CorrelationService.java\` of Kogito`,
      seen: ['a message for the instance, and the first of two behind an event-based gateway'],
    },
    {
      of: 'signals',
      as: 'received by all instances, as with the strategy “Singleton” and the scope “Project”; with the scope of the process instance only by the throwing instance. The variables of the payload keep their names: data outputs of catch events are not run, which gets a warning',
      in: `“Signals”, “Scope of Events” in \`${JBPM_DOCS}\``,
      seen: ['a signal that is thrown in its instance alone'],
    },
    {
      of: 'event-based gateways',
      as: FIRST_EVENT,
      in: `“Event-based Gateway” in \`${JBPM_DOCS}\``,
      seen: ['a message for the instance, and the first of two behind an event-based gateway'],
    },
  ],
};
