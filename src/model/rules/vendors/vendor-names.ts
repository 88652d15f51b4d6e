import type { Vendor } from '../../moddle/vendor.ts';

/** What an engine has in its namespace. A name outside of it is a slip of the pen, and does nothing in any engine. */
export interface VendorNames {
  /** Attributes of BPMN's elements. */
  readonly attributes: ReadonlySet<string>;
  /** Elements, with their own attributes; undefined where these are not looked at. */
  readonly elements: ReadonlyMap<string, ReadonlySet<string> | undefined>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

function elementsOf(attributesOf: Readonly<Record<string, string>>): VendorNames['elements'] {
  return new Map(Object.entries(attributesOf).map(([name, attributes]) => [name, words(attributes)]));
}

const CLASSES = 'expression class delegateExpression';
const IN_OUT = 'source sourceExpression target businessKey local variables';

/** As camunda-bpmn-moddle 8 has them; a test holds them against it. */
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

/** As zeebe-bpmn-moddle 2 has them; a test holds them against it. */
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

/** Of Flowable 7 and Activiti 8 and before, which have no descriptor for moddle. */
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

/** Of jBPM 7 and Kogito, in the namespace of Drools. */
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

/** A namespace of an engine; `ttc` is ours. */
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
