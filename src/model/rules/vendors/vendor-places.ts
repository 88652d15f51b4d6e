import type { EngineVendor } from './vendor-names.ts';

/**
 * The BPMN types that may have a vendor name, without `bpmn:`. A name that is not listed is allowed everywhere, such as
 * names that only modelers use.
 */
export interface VendorPlaces {
  readonly attributes: Readonly<Record<string, string>>;
  /** For elements directly in `extensionElements`; empty for elements that are only allowed inside others. */
  readonly elements: Readonly<Record<string, string>>;
}

function at(types: string, names: string): Readonly<Record<string, string>> {
  return Object.fromEntries(words(names).map((name) => [name, types]));
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

// Attributes of other services are read on script tasks too: see read-service.ts.
const SERVICES = 'ServiceTask BusinessRuleTask SendTask ScriptTask';
const FORMS = 'StartEvent UserTask';
const MARKER = 'MultiInstanceLoopCharacteristics';
const ASYNCHRONOUS = `Activity Gateway Event ${MARKER}`;
const NODES_WITH_LISTENERS = 'Activity Event ExclusiveGateway InclusiveGateway ParallelGateway EventBasedGateway';

/** From camunda-bpmn-moddle 8; a test compares them. */
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

/** From zeebe-bpmn-moddle 2; a test compares them. */
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

/** Only the names that are read here: Flowable and Activiti have no moddle descriptor. */
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

/** Only the names that are read here. */
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

/** @param types the type of an element and its supertypes */
export function mayStandOn(types: readonly string[], places: string | undefined): boolean {
  return places === undefined || words(places).some((place) => types.includes(place));
}
