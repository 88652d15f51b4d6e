import type { EngineVendor } from './vendor-names.ts';

/**
 * By name, the types of BPMN's elements that may have it, without `bpmn:`; a name that is not listed goes anywhere.
 * Not listed either is what only says how a modeler came to it.
 */
export interface VendorPlaces {
  readonly attributes: Readonly<Record<string, string>>;
  /** Where it stands directly in `extensionElements`; empty where it only stands inside of others. */
  readonly elements: Readonly<Record<string, string>>;
}

function at(types: string, names: string): Readonly<Record<string, string>> {
  return Object.fromEntries(words(names).map((name) => [name, types]));
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

// What an engine has on other services is read on a script task too: see read-service.ts.
const SERVICES = 'ServiceTask BusinessRuleTask SendTask ScriptTask';
const FORMS = 'StartEvent UserTask';
const MARKER = 'MultiInstanceLoopCharacteristics';
const ASYNCHRONOUS = `Activity Gateway Event ${MARKER}`;
const NODES_WITH_LISTENERS = 'Activity Event ExclusiveGateway InclusiveGateway ParallelGateway EventBasedGateway';

/** As camunda-bpmn-moddle 8 has them; a test holds them against it. */
const CAMUNDA: VendorPlaces = {
  attributes: {
    ...at('UserTask', 'assignee candidateUsers candidateGroups dueDate followUpDate priority'),
    ...at(FORMS, 'formHandlerClass formKey formRef formRefBinding formRefVersion'),
    ...at('StartEvent', 'initiator'),
    ...at(`${SERVICES} MessageEventDefinition`, 'class delegateExpression expression type topic resultVariable'),
    ...at('ServiceTask BusinessRuleTask SendTask MessageEventDefinition Process', 'taskPriority'),
    ...at('ScriptTask FormalExpression', 'resource'),
    ...at(
      'BusinessRuleTask',
      'decisionRef decisionRefBinding decisionRefVersion decisionRefTenantId mapDecisionResult',
    ),
    ...at(
      'CallActivity',
      `calledElementBinding calledElementVersion calledElementVersionTag calledElementTenantId
      caseRef caseBinding caseVersion caseTenantId variableMappingClass variableMappingDelegateExpression`,
    ),
    ...at('Process', 'candidateStarterGroups candidateStarterUsers versionTag historyTimeToLive isStartableInTasklist'),
    ...at(ASYNCHRONOUS, 'asyncBefore asyncAfter exclusive'),
    ...at(`${ASYNCHRONOUS} SignalEventDefinition`, 'async'),
    ...at(`${ASYNCHRONOUS} Process`, 'jobPriority'),
    ...at(MARKER, 'collection elementVariable'),
    ...at('ErrorEventDefinition', 'errorCodeVariable errorMessageVariable'),
    ...at('Error', 'errorMessage'),
    ...at('EscalationEventDefinition', 'escalationCodeVariable'),
    ...at('ConditionalEventDefinition', 'variableName variableEvents'),
    ...at('Definitions', 'diagramRelationId'),
  },
  elements: {
    ...at('CallActivity SignalEventDefinition', 'in'),
    ...at('CallActivity', 'out'),
    ...at('ServiceTask', 'errorEventDefinition'),
    ...at('ServiceTask BusinessRuleTask SendTask MessageEventDefinition', 'connector field'),
    ...at('FlowNode', 'inputOutput'),
    ...at(ASYNCHRONOUS, 'failedJobRetryTimeCycle'),
    ...at(
      `Task CallActivity SubProcess ExclusiveGateway InclusiveGateway ParallelGateway EventBasedGateway
      StartEvent IntermediateCatchEvent IntermediateThrowEvent EndEvent BoundaryEvent SequenceFlow Process`,
      'executionListener',
    ),
    ...at('UserTask', 'taskListener'),
    ...at(FORMS, 'formProperty formData'),
    ...at(
      '',
      `property connectorId inputParameter outputParameter list map entry value script string expression
      formField validation constraint resourceAssignmentExpression formalExpression`,
    ),
  },
};

const JOBS = 'ServiceTask BusinessRuleTask ScriptTask SendTask EndEvent IntermediateThrowEvent AdHocSubProcess';

/** As zeebe-bpmn-moddle 2 has them; a test holds them against it. */
const ZEEBE: VendorPlaces = {
  attributes: at(JOBS, 'retryCounter'),
  elements: {
    ...at('UserTask', 'userTask assignmentDefinition priorityDefinition taskSchedule taskListeners'),
    ...at(FORMS, 'formDefinition'),
    ...at(JOBS, 'taskDefinition'),
    ...at(`${JOBS} UserTask`, 'taskHeaders'),
    ...at(`${JOBS} Process`, 'jobPriorityDefinition'),
    ...at(`${JOBS} CallActivity Event ReceiveTask SubProcess UserTask`, 'ioMapping'),
    ...at('ScriptTask', 'script'),
    ...at('BusinessRuleTask', 'calledDecision'),
    ...at('ServiceTask', 'linkedResources'),
    ...at('ServiceTask AdHocSubProcess', 'agentDefinition'),
    ...at('AdHocSubProcess', 'adHoc'),
    ...at('CallActivity', 'calledElement'),
    ...at(MARKER, 'loopCharacteristics'),
    ...at('Message', 'subscription'),
    ...at('ConditionalEventDefinition', 'conditionalFilter'),
    ...at(`${NODES_WITH_LISTENERS} Process`, 'executionListeners'),
    ...at('Process', 'userTaskForm versionTag'),
    ...at('', 'input output header property linkedResource executionListener taskListener'),
  },
};

/** Only what a run goes by: Flowable and Activiti have no descriptor for moddle. */
const FLOWABLE: VendorPlaces = {
  attributes: {
    ...at('UserTask', 'assignee candidateUsers candidateGroups dueDate'),
    ...at(FORMS, 'formKey'),
    ...at('StartEvent', 'initiator'),
    ...at(SERVICES, 'class delegateExpression expression resultVariable resultVariableName'),
    ...at(MARKER, 'collection elementVariable'),
  },
  elements: at('', 'formField'),
};

/** Only what a run goes by. */
const DROOLS: VendorPlaces = {
  attributes: {
    ...at('BusinessRuleTask', 'ruleFlowGroup'),
    ...at('ServiceTask', 'serviceinterface serviceoperation'),
    ...at('Task', 'taskName'),
  },
  elements: {},
};

export const VENDOR_PLACES: Readonly<Record<EngineVendor, VendorPlaces>> = {
  camunda: CAMUNDA,
  zeebe: ZEEBE,
  flowable: FLOWABLE,
  activiti: FLOWABLE,
  drools: DROOLS,
};

/** Whether an element of these types, a kind and what it is a kind of, is one of the places. */
export function mayStandOn(types: readonly string[], places: string | undefined): boolean {
  return places === undefined || words(places).some((place) => types.includes(place));
}
