import type { EngineVendor } from '../../../src/model/rules/vendor-names.ts';

/** Where it was looked up what a vendor means: a page of its documentation, or a file of its repository. */
export interface Source {
  /** Local names, as in `readings.ts`. */
  readonly names: string;
  readonly in: string;
}

const FLOWABLE_DOCS = 'ch07b-BPMN-Constructs.md';
const CALL_DOCS = 'Activities-section.adoc';
const JBPM_DOCS = 'appe-process-elements.adoc';

const inFlowable = (page: string, names: string): Source => ({ names, in: `“${page}” in \`${FLOWABLE_DOCS}\`` });
const file = (name: string, names: string): Source => ({ names, in: `\`${name}\`` });

const FLOWABLE: readonly Source[] = [
  inFlowable('User assignment', 'assignee candidateUsers candidateGroups'),
  inFlowable('Due Date', 'dueDate'),
  inFlowable('None Start Event', 'initiator formKey'),
  {
    names: 'collection elementVariable elementIndexVariable <collection> <variableAggregation>',
    in: `“Multi-instance” in \`${FLOWABLE_DOCS}\`, \`MultiInstanceActivityBehavior.java\` of both`,
  },
  inFlowable('Terminate End Event', 'terminateAll terminateMultiInstance'),
  inFlowable('Signal event scope', 'scope'),
  inFlowable('Timer Event Definitions', 'endDate businessCalendarName'),
  file('ErrorPropagation.java', 'errorVariableName errorVariableLocalScope errorVariableTransient'),
  file('TakeOutgoingSequenceFlowsOperation.java', 'skipExpression'),
  inFlowable('Java Service Task', 'class delegateExpression expression'),
  inFlowable('Field Injection', '<field> <string> <expression>'),
  inFlowable(
    'Service task results',
    'resultVariable resultVariableName useLocalScopeForResultVariable storeResultVariableAsTransient',
  ),
  inFlowable('Triggerable', 'triggerable'),
  inFlowable('Exception mapping', '<mapException>'),
  inFlowable('Email Task', 'type'),
  inFlowable('Http Task', '<httpRequestHandler> <httpResponseHandler>'),
  inFlowable('External Worker Task', 'topic doNotIncludeVariables'),
  inFlowable('Business Rule Task', 'rules ruleVariablesInput exclude rule'),
  inFlowable('Script Task', 'autoStoreVariables <script>'),
  inFlowable(
    'Call activity',
    'sameDeployment calledElementType inheritVariables inheritBusinessKey businessKey <in> <out> fallbackToDefaultTenant',
  ),
  inFlowable('Data objects', '<value>'),
  inFlowable('Asynchronous Continuations', 'async asyncBefore asyncAfter asyncLeave noWaitStatesAsyncLeave'),
  inFlowable('Async completion', 'completeAsync'),
  inFlowable('Fail Retry', '<failedJobRetryTimeCycle>'),
  inFlowable('Exclusive Jobs', 'exclusive asyncLeaveExclusive'),
  inFlowable('Process Initiation Authorization', 'candidateStarterUsers candidateStarterGroups <potentialStarter>'),
  inFlowable('Execution listener', '<executionListener>'),
  inFlowable('Task listener', '<taskListener>'),
  inFlowable('Custom identity link types', '<customResource>'),
  file('CallActivityBehavior.java', 'idVariableName processInstanceIdVariableName processInstanceName'),
  file('CallActivityBehavior.java', 'useLocalScopeForOutParameters'),
  file('CaseTaskActivityBehavior.java', 'caseDefinitionKey caseInstanceName businessKey'),
  file('SendEventTaskActivityBehavior.java', '<eventType> <channelKey> <triggerEventType> <triggerChannelKey>'),
  file(
    'SendEventTaskActivityBehavior.java',
    '<eventInParameter> <sendSynchronously> <systemChannel> <eventOutParameter> <eventCorrelationParameter>',
  ),
  file('IntermediateCatchMessageEventActivityBehavior.java', 'messageExpression'),
  file('SignalEventDefinitionParser.java', 'signalExpression'),
  { names: '<formProperty> <formData>', in: '`FormPropertyParser.java`, `DefaultFormHandler.java`' },
  file('UserTaskXMLConverter.java', 'owner category priority taskIdVariableName taskCompleterVariableName'),
  file('UserTaskXMLConverter.java', 'formFieldValidation extensionId'),
  file('ExternalWorkerTaskActivityBehavior.java', 'jobCategory'),
  file('GetProcessDefinitionHistoryLevelModelCmd.java', 'historyLevel <historyLevel>'),
  file('BpmnXMLConstants.java', 'isEagerExecutionFetching parallelInSameTransaction'),
  {
    names: 'jobPriority versionTag modelId modelVersion tenantId <decisionReferenceType>',
    in: 'the files that Flowable Design saves; no converter of Flowable reads them',
  },
  file('BpmnXMLConstants.java', '<eventListener> <properties> <property> <variableListenerEventDefinition> <variable>'),
  file('BpmnXMLConstants.java', '<decisionReferenceType>'),
];

/** The vendors' own word for what is read, or not run, as the tables say. */
export const SOURCES: Readonly<Record<EngineVendor, readonly Source[]>> = {
  camunda: [
    { names: 'assignee candidateUsers candidateGroups', in: '`TaskDecorator.java`, `Task.xml`' },
    { names: 'collection elementVariable', in: '“Task Markers”, `MultiInstanceActivityBehavior.java`' },
    { names: 'errorCodeVariable errorMessageVariable', in: '“Error Events”, `ErrorEventDefinition.java`' },
    { names: 'escalationCodeVariable', in: '“Escalation Events”' },
    { names: 'dueDate followUpDate priority', in: '“User Task”, `TaskDecorator.java`' },
    { names: 'formKey formHandlerClass formRef formRefBinding formRefVersion', in: '“User Task Forms”' },
    { names: '<formData> <formField> <formProperty> <validation> <constraint>', in: '`DefaultFormHandler.java`' },
    { names: 'initiator', in: '“Start Events”, `BpmnParse.java`' },
    { names: 'class delegateExpression expression resultVariable', in: '“Service Task”' },
    { names: 'type topic', in: '“Service Task”, `ExternalTaskActivityBehavior.java`' },
    { names: '<errorEventDefinition>', in: '“External Tasks”' },
    { names: '<field> <string>', in: '“Delegation Code”, `FieldDeclaration.java`' },
    { names: 'resource <script>', in: '“Scripting”, `ScriptUtil.java`' },
    {
      names: 'decisionRef mapDecisionResult resultVariable decisionRefBinding decisionRefVersion',
      in: '`DecisionEvaluationUtil.java`',
    },
    { names: '<connector> <connectorId>', in: '`ServiceTaskConnectorActivityBehavior.java`' },
    {
      names: '<inputOutput> <inputParameter> <outputParameter> <list> <map> <entry> <value>',
      in: '`IoMapping.java`, `InputParameter.java`, `OutputParameter.java`',
    },
    {
      names: 'calledElementBinding calledElementVersion calledElementVersionTag calledElementTenantId',
      in: '“Call Activity”, `BpmnParse.java`',
    },
    {
      names: '<in> <out> variableMappingClass variableMappingDelegateExpression',
      in: '“Call Activity”, `CallableElementParameter.java`',
    },
    { names: 'caseRef caseBinding caseVersion caseTenantId decisionRefTenantId', in: '`BpmnParse.java`' },
    { names: 'variableName variableEvents', in: '`ConditionalEventDefinition.java`' },
    { names: 'async asyncBefore asyncAfter exclusive jobPriority taskPriority', in: '“Extension Attributes”' },
    { names: 'candidateStarterGroups candidateStarterUsers errorMessage versionTag', in: '“Extension Attributes”' },
    { names: 'historyTimeToLive isStartableInTasklist', in: '“Extension Attributes”' },
    { names: '<potentialStarter> <resourceAssignmentExpression> <formalExpression>', in: '`BpmnParse.java`' },
    { names: '<failedJobRetryTimeCycle> <executionListener> <taskListener>', in: '“Extension Elements”' },
    { names: '<properties> <property>', in: '“Extension Elements”' },
    { names: 'diagramRelationId modelerTemplate modelerTemplateVersion', in: 'camunda-bpmn-moddle' },
  ],
  zeebe: [
    { names: '<assignmentDefinition> <taskSchedule>', in: '“User tasks”, `UserTaskTransformer.java`' },
    { names: '<priorityDefinition> <userTask> <formDefinition> <userTaskForm>', in: '“User tasks”' },
    {
      names: '<loopCharacteristics>',
      in: '“Multi-instance”, `MultiInstanceBodyProcessor.java`, `MultiInstanceOutputCollectionBehavior.java`',
    },
    {
      names: '<ioMapping> <input> <output>',
      in: '“Input/output variable mappings”, `VariableMappingTransformer.java`, `BpmnVariableMappingBehavior.java`',
    },
    { names: '<taskDefinition>', in: '“Service tasks”, `JobWorkerElementTransformer.java`' },
    { names: '<taskHeaders> <header>', in: '`TaskHeadersTransformer.java`' },
    { names: 'retryCounter', in: '“Service tasks”' },
    { names: '<calledDecision>', in: '“Business rule tasks”, `BpmnDecisionBehavior.java`' },
    { names: '<script>', in: '“Script tasks”, `ScriptTaskProcessor.java`' },
    { names: '<subscription>', in: '“Messages”, `MessageTransformer.java`' },
    { names: '<conditionalFilter>', in: '“Conditional events”' },
    { names: '<calledElement>', in: '“Call activities”, `CallActivityProcessor.java`' },
    { names: 'businessId', in: '“Call activities”' },
    { names: '<jobPriorityDefinition>', in: 'zeebe-bpmn-moddle' },
    { names: '<executionListeners> <executionListener>', in: '“Execution listeners”' },
    { names: '<taskListeners> <taskListener>', in: '“User task listeners”' },
    { names: '<linkedResources> <linkedResource> <agentDefinition> <versionTag>', in: 'zeebe-bpmn-moddle' },
    { names: '<properties> <property> modelerTemplate modelerTemplateVersion', in: 'zeebe-bpmn-moddle' },
    { names: '<adHoc>', in: '“Ad-hoc sub-processes”' },
  ],
  flowable: FLOWABLE,
  activiti: FLOWABLE,
  drools: [
    {
      names: 'customScope <metaData> <metaValue>',
      in: `“Triggering Signals” in \`${JBPM_DOCS}\`, \`SendSignalAction.java\``,
    },
    {
      names: 'independent waitForCompletion',
      in: `“Reusable sub-process” in \`${CALL_DOCS}\`, \`SubProcessNodeInstance.java\``,
    },
    { names: 'priority', in: `“Data-based Exclusive Gateway” in \`${JBPM_DOCS}\`, \`SplitInstance.java\`` },
    { names: 'taskName', in: `“Service task”, “User task” in \`${CALL_DOCS}\`, \`TaskHandler.java\`` },
    { names: 'ruleFlowGroup ruleLanguage', in: `“Business rule task” in \`${CALL_DOCS}\`` },
    {
      names: 'serviceinterface serviceoperation serviceimplementation',
      in: '`ServiceTaskHandler.java`, `ServiceTaskDescriptor.java` of Kogito',
    },
    { names: 'namespace model decision', in: '`BusinessRuleTaskHandler.java`' },
    { names: 'adHoc category packageName version imports <import> <global>', in: `“Process” in \`${JBPM_DOCS}\`` },
    { names: '<onEntry-script> <onExit-script> <script> <scriptFormat>', in: '`AbstractNodeHandler.java`' },
    { names: 'autoStart caseIdPrefix caseRoles customAutoStart', in: '`ProcessHandler.java`' },
    { names: 'variableTags customSLADueDate customAsync <metadata> <metaentry>', in: '`MetaDataHandler.java`' },
    {
      names: 'bgcolor fgcolor icon dockerinfo boundaryca erefname esccode msgref sigref linkRef type',
      in: 'the files that its modelers save; no handler of jBPM reads them',
    },
  ],
};
