import type { Vendor } from '../../moddle/vendor.ts';

/** The names in the namespace of an engine. Any other name is a typo and has no effect in any engine. */
export interface VendorNames {
  /** Attributes of BPMN elements. */
  readonly attributes: ReadonlySet<string>;
  /** Elements with their attributes; undefined if the attributes are not checked. */
  readonly elements: ReadonlyMap<string, ReadonlySet<string> | undefined>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

function elementsOf(attributesOf: Readonly<Record<string, string>>): VendorNames['elements'] {
  return new Map(Object.entries(attributesOf).map(([name, attributes]) => [name, words(attributes)]));
}

const CLASSES = 'expression class delegateExpression';
const IN_OUT = 'source sourceExpression target businessKey local variables';

/** From camunda-bpmn-moddle 8; a test compares them. */
const CAMUNDA: VendorNames = {
  attributes: words(`
    diagramRelationId async asyncBefore asyncAfter exclusive jobPriority taskPriority
    errorCodeVariable errorMessageVariable escalationCodeVariable errorMessage
    formHandlerClass formKey formRef formRefBinding formRefVersion modelerTemplate modelerTemplateVersion
    initiator resultVariable resource candidateStarterGroups candidateStarterUsers versionTag historyTimeToLive
    isStartableInTasklist assignee candidateUsers candidateGroups dueDate followUpDate priority
    calledElementBinding calledElementVersion calledElementVersionTag calledElementTenantId
    caseRef caseBinding caseVersion caseTenantId variableMappingClass variableMappingDelegateExpression
    ${CLASSES} type topic decisionRef decisionRefBinding decisionRefVersion decisionRefTenantId mapDecisionResult
    collection elementVariable variableName variableEvents`),
  elements: elementsOf({
    in: IN_OUT,
    out: IN_OUT,
    errorEventDefinition: 'id errorRef errorCodeVariable errorMessageVariable expression',
    potentialStarter: '',
    resourceAssignmentExpression: '',
    formalExpression: '',
    properties: '',
    property: 'id name value',
    connector: '',
    connectorId: '',
    inputOutput: '',
    inputParameter: 'name',
    outputParameter: 'name',
    list: '',
    map: '',
    entry: 'key',
    value: 'id name',
    script: 'scriptFormat resource',
    field: 'name expression stringValue',
    string: '',
    expression: '',
    failedJobRetryTimeCycle: '',
    executionListener: `${CLASSES} event`,
    taskListener: `${CLASSES} event id`,
    formProperty: 'id name type required readable writable variable expression datePattern default',
    formData: 'businessKey',
    formField: 'id label type datePattern defaultValue',
    validation: '',
    constraint: 'name config',
  }),
};

const TEMPLATE = 'modelerConfigurationTemplate modelerConfigurationName';
const BINDING = 'bindingType versionTag';

/** From zeebe-bpmn-moddle 2; a test compares them. */
const ZEEBE: VendorNames = {
  attributes: words('retryCounter modelerTemplate modelerTemplateVersion modelerTemplateIcon'),
  elements: elementsOf({
    ioMapping: '',
    input: `source target ${TEMPLATE}`,
    output: 'source target',
    subscription: 'correlationKey',
    taskHeaders: '',
    header: 'id key value',
    taskDefinition: 'type retries',
    loopCharacteristics: 'inputCollection inputElement outputCollection outputElement',
    calledElement: `processId processIdExpression propagateAllChildVariables propagateAllParentVariables businessId ${BINDING}`,
    userTaskForm: 'id',
    formDefinition: `formKey formId externalReference ${BINDING}`,
    linkedResources: '',
    linkedResource: `resourceId resourceType linkName ${BINDING}`,
    userTask: '',
    calledDecision: `decisionId resultVariable ${BINDING}`,
    assignmentDefinition: 'assignee candidateGroups candidateUsers',
    priorityDefinition: 'priority',
    jobPriorityDefinition: 'priority',
    taskSchedule: 'dueDate followUpDate',
    properties: '',
    property: `name value ${TEMPLATE}`,
    script: 'expression resultVariable',
    executionListeners: '',
    executionListener: 'eventType retries type',
    taskListeners: '',
    taskListener: 'eventType retries type',
    versionTag: 'value',
    adHoc: 'activeElementsCollection outputCollection outputElement',
    conditionalFilter: 'variableNames variableEvents',
    agentDefinition: 'agentType',
  }),
};

const flowableElements = words(`
  executionListener taskListener eventListener httpRequestHandler httpResponseHandler formProperty formData formField
  field string expression value properties property in out failedJobRetryTimeCycle mapException potentialStarter
  customResource collection variableAggregation variable eventType triggerEventType sendSynchronously channelKey
  triggerChannelKey eventCorrelationParameter eventInParameter eventOutParameter triggerEventCorrelationParameter
  startEventCorrelationConfiguration decisionReferenceType script historyLevel manualCorrelationParameter
  variableListenerEventDefinition systemChannel`);

/** Flowable 7 and Activiti 8 and earlier, which have no moddle descriptor. */
const FLOWABLE: VendorNames = {
  attributes: words(`
    async asyncBefore asyncAfter asyncLeave asyncLeaveExclusive exclusive jobPriority triggerable isEagerExecutionFetching
    candidateStarterUsers candidateStarterGroups historyLevel versionTag initiator formKey formFieldValidation
    collection elementVariable elementIndexVariable noWaitStatesAsyncLeave resultVariable resultVariableName autoStoreVariables
    ${CLASSES} type topic extensionId skipExpression useLocalScopeForResultVariable storeResultVariableAsTransient
    doNotIncludeVariables jobCategory assignee owner candidateUsers candidateGroups dueDate businessCalendarName category
    priority taskIdVariableName activeTaskIdVariableName taskCompleterVariableName ruleVariablesInput rules exclude rule
    businessKey inheritBusinessKey sameDeployment fallbackToDefaultTenant idVariableName processInstanceIdVariableName
    calledElementType processInstanceName inheritVariables useLocalScopeForOutParameters completeAsync
    caseDefinitionKey caseInstanceName correlationKey messageExpression signalExpression scope endDate
    errorVariableName errorVariableLocalScope errorVariableTransient terminateAll terminateMultiInstance
    modelId modelVersion tenantId parallelInSameTransaction
    dataType userType text processCategory`),
  elements: new Map([...flowableElements].map((name) => [name, undefined])),
};

/** jBPM 7 and Kogito, in the namespace of Drools. */
const DROOLS: VendorNames = {
  attributes: words(`
    packageName version adHoc autoStart caseIdPrefix caseRoles imports variableTags customSLADueDate
    bgcolor fgcolor bordercolor fontsize fontcolor selectable color-background icon displayName category displayTexture
    taskName ruleFlowGroup ruleLanguage namespace model decision independent waitForCompletion
    serviceimplementation serviceinterface serviceoperation dtype priority
    boundaryca boundarycaforbiddenevent dockerinfo erefname esccode msgref sigref linkRef
    customScope customAsync customAutoStart type order triggerMode scriptFormat calledElementByName`),
  elements: elementsOf({
    import: 'name location namespace importType',
    global: 'identifier type',
    'onEntry-script': 'scriptFormat',
    'onExit-script': 'scriptFormat',
    script: '',
    metaData: 'name',
    metaValue: '',
    metadata: '',
    metaentry: 'name value',
    scriptFormat: '',
  }),
};

/** A vendor whose namespace belongs to an engine; `ttc` is our own. */
export type EngineVendor = Exclude<Vendor, 'ttc'>;

export function isEngine(vendor: Vendor | undefined): vendor is EngineVendor {
  return vendor !== undefined && vendor !== 'ttc';
}

export const VENDOR_NAMES: Readonly<Record<EngineVendor, VendorNames>> = {
  camunda: CAMUNDA,
  zeebe: ZEEBE,
  flowable: FLOWABLE,
  activiti: FLOWABLE,
  drools: DROOLS,
};
