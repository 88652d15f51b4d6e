import type { EngineVendor } from '../../../src/model/rules/vendors/vendor-names.ts';

/** What BPMN's own elements mean to a vendor, and where that is not what happens here. */
export interface Meaning {
  readonly of: string;
  readonly as: string;
  readonly in: string;
  /** Titles of ways in `test/bridge/vendor-ways`. */
  readonly seen?: readonly string[];
}

const FLOWABLE_DOCS = 'ch07b-BPMN-Constructs.md';
const CALL_DOCS = 'Activities-section.adoc';
const JBPM_DOCS = 'appe-process-elements.adoc';

const FIRST_EVENT = 'the event that happens first takes the token, the others wait no more';

const FLOWABLE: readonly Meaning[] = [
  {
    of: 'messages',
    as: 'one execution takes a message, which the host finds: `bridge.message` by instance, business key or `ttc:correlationKey`',
    in: `“Message Event Definitions” in \`${FLOWABLE_DOCS}\``,
    seen: ['a message and a signal whose names are computed'],
  },
  {
    of: 'signals',
    as: 'all instances that wait hear one, and it starts processes; not with `scope="processInstance"`',
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
    as: 'in the result variable. Without one an `expression` gives nothing there; here the fields of what a function of the host returns are variables, since it stands in for code that sets them. So are those of a decision (`type="dmn"`), as they are there where one rule is met',
    in: `“Service task results” in \`${FLOWABLE_DOCS}\`, \`DmnActivityBehavior.java\``,
    seen: ['an expression that is computed at once into its resultVariable'],
  },
];

export const MEANINGS: Readonly<Record<EngineVendor, readonly Meaning[]>> = {
  camunda: [
    {
      of: 'messages',
      as: '`bridge.message` finds the instance by business key, or by the key that `ttc:correlationKey` names in place of correlation keys; where none waits, the message starts a process. Of several that wait the oldest takes it, where Camunda 7 refuses',
      in: '“Message Events” in `message-events.md`, `DefaultCorrelationHandler.java`',
      seen: ['a message by the business key, and what waits first behind an event-based gateway'],
    },
    {
      of: 'signals',
      as: 'all instances that wait hear one, and it starts processes; the variables of `camunda:in` on a throw are not passed, which a rule says',
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
      as: 'looked at as the wait begins and after each change of a variable, within `variableName` and `variableEvents`; no variable is ever deleted here. A script is asked in a job, and one that fails is an incident until a variable changes, where Camunda 7 takes it for false',
      in: '“Conditional Events” in `conditional-events.md`, `ScriptCondition.java`',
      seen: [
        'a condition that listens to one variable and to updates alone',
        'a condition of an event and a completion condition of services that are scripts',
      ],
    },
    {
      of: 'outputs of calls',
      as: 'passed too where an error or escalation that leaves the called process is caught around the call; of an escalation that nobody catches they are not, where Camunda 7 passes them',
      in: '“Call Activity” in `call-activity.md`, “Escalation Events” in `escalation-events.md`, `EscalationHandler.java`',
      seen: ['a call whose escalation is caught, which gives its outputs and goes on'],
    },
    {
      of: 'mappings without a content',
      as: 'null; the key of an entry of a map is a text, where Camunda 7 computes it: one that is to be computed is refused',
      in: '“Input/Output Variable Mapping” in `variables.md`, `BpmnParseUtil.java`',
      seen: ['a parameter without a content, which gives null'],
    },
    {
      of: 'values of expressions',
      as: 'in the result variable of the service; without one, what is computed at once is dropped, as there, while the fields of what a function of the host returns in place of a bean are variables',
      in: '“Service Task Results” in `service-task.md`, `ServiceTaskExpressionActivityBehavior.java`',
    },
    {
      of: 'results of decisions and connectors',
      as: 'a decision goes to its result variable as the service `dmn` returns it, so that function maps it; outputs of a connector see its answer. Where there is neither, Camunda 7 keeps nothing, and here the fields of the result are variables',
      in: '`DecisionEvaluationUtil.java`, `ServiceTaskConnectorActivityBehavior.java`',
      seen: [
        'a decision, an expression that names no bean and a script in a file, each with its result',
        'inputs and outputs in their order, of a task around those of its connector',
      ],
    },
    {
      of: 'results of external tasks',
      as: 'what the worker completes with are variables, but for those that have the name of an input; outputs are set besides. Of other services outputs are all that is set, where there are any',
      in: '“External Tasks” in `external-tasks.md`, `ExternalTaskActivityBehavior.java`',
      seen: ['what an external task gives beside its outputs'],
    },
  ],
  zeebe: [
    {
      of: 'messages',
      as: 'by name and key, which is read when the wait begins. The oldest instance takes one, where Camunda 8 gives it to one of each process; it is not kept for who waits later; one that starts a process starts it each time, where Camunda 8 has one instance of a key at a time',
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
      as: 'all instances that wait hear one, and it starts one instance of each process; the variables that a throw maps are not passed, which a rule says',
      in: '“Signal events” in `signal-events.md`',
    },
    {
      of: 'conditions of events',
      as: 'looked at as the wait begins and after each change of a variable that they read, or of those in `variableNames`',
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
      as: 'outputs are all that is set, where there are any, else all fields; of a decision its result variable',
      in: '“Variables” in `variables.md`, `BpmnVariableMappingBehavior.java`, `BpmnDecisionBehavior.java`',
      seen: [
        'a service with headers, whose inputs see each other, and outputs the inputs',
        'a decision and a script, each with its result',
      ],
    },
    {
      of: 'variables of sub-processes and events',
      as: 'all belong to the process: mappings of sub-processes and events are not run, which a rule says; what a message brings is set as it is',
      in: '“Variables” in `variables.md`, `BpmnVariableMappingBehavior.java`',
    },
  ],
  flowable: FLOWABLE,
  activiti: FLOWABLE,
  drools: [
    {
      of: 'data inputs of user tasks',
      as: '`ActorId` and `GroupId` handle it; `ExcludedOwnerId` and reassignments are guesses of `part-not-run`; `TaskName`, `NodeName`, `Priority`, `Skippable`, `Comment` and their like are for the lists of its engine; administrators (`BusinessAdministratorId`) and inputs under another name than their variable are not run, which a rule says',
      in: `“User task” in \`${CALL_DOCS}\`, \`PeopleAssignmentHelper.java\`, \`HumanTaskNodeInstance.java\` of both`,
      seen: ['people by ActorId, GroupId and owners, beside what is written for the lists of tasks'],
    },
    {
      of: 'data outputs of user tasks',
      as: 'the variable takes what the page sends under the name of the output, `ActorId` who handled the task; a press without it leaves the variable, where jBPM sets it to null',
      in: `“User task” in \`${CALL_DOCS}\`, \`ExtendedNodeInstanceImpl.java\``,
      seen: ['what the page of a task gives, under the names of its variables, and who handled it'],
    },
    {
      of: 'data of services',
      as: 'inputs in `job.input`, outputs from the fields of the result; a method that has one output gives it as it is',
      in: `“Service task” in \`${CALL_DOCS}\`, \`WorkItemNodeInstance.java\`, \`AbstractServiceTaskDescriptor.java\` of Kogito`,
      seen: [
        'a work item, rules and the method of an interface, with what each is given and gives',
        'an error of a work item, by its code',
      ],
    },
    {
      of: 'data of calls',
      as: 'inputs are all that the called process has, by their names; outputs go back, after an error too; what was never set is null',
      in: `“Reusable sub-process” in \`${CALL_DOCS}\`, \`SubProcessNodeInstance.java\``,
      seen: [
        'a call by its data, whose process has variables of its own',
        'a call that an error leaves, which gives its data all the same, and which is independent',
      ],
    },
    {
      of: 'multi-instances',
      as: '`loopDataInputRef` is the collection by the variable it is bound to, `loopDataOutputRef` takes `outputDataItem` of each in the order in which they end, behind what it had. Not of sub-processes, whose instances share their variables, which a rule says. A collection that was never set is an incident, where jBPM goes on',
      in: `“Multi-instance sub-process” in \`${CALL_DOCS}\`, \`ForEachNodeInstance.java\``,
      seen: [
        'a call for each, whose outputs are collected in the order in which they end, behind what was there',
        'a task for each, whose outputs are collected',
      ],
    },
    {
      of: 'messages',
      as: 'a throw is heard in its own instance first, else by who waits for its key. Handlers of send tasks are services of the host. Kogito finds the instance by its id or by correlation: the host by `bridge.message`, by instance, business key or `ttc:correlationKey`',
      in: `“Messages” in \`${JBPM_DOCS}\`, \`ProcessEventDispatcher.java\`, \`CorrelationService.java\` of Kogito`,
      seen: ['a message for the instance, and the first of two behind an event-based gateway'],
    },
    {
      of: 'signals',
      as: 'all instances hear one, as with the strategy “Singleton” and the scope “Project”; with the scope of the process instance its own alone. What the payload brings is set by its own names: data outputs of catches are not run, which a rule says',
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
