import type { EngineVendor } from '../../support/inner/model.ts';

/** The source for the meaning of a vendor name: a page of its documentation, or a file of its repository. */
export interface Source {
  /** Local names, as in `readings.ts`. */
  readonly names: string;
  readonly in: string;
}

const FLOWABLE_DOCS = 'ch07b-BPMN-Constructs.md';
const CALL_DOCS = 'Activities-section.adoc';
const JBPM_DOCS = 'appe-process-elements.adoc';

/** Pages of Camunda 7. */
const ATTRIBUTES = '“Camunda BPMN Extension Attributes” in `extension-attributes.md`';
const ELEMENTS = '“Camunda BPMN Extension Elements” in `extension-elements.md`';

const inFlowable = (page: string, names: string): Source => ({ names, in: `“${page}” in \`${FLOWABLE_DOCS}\`` });
const file = (name: string, names: string): Source => ({ names, in: `\`${name}\`` });

const FLOWABLE: readonly Source[] = [
  file('MessageEventDefinitionParser.java', 'correlationKey'),
  inFlowable('Flowable extensions for task assignment', 'assignee candidateUsers candidateGroups'),
  inFlowable('Due Date', 'dueDate'),
  inFlowable('Start Events', 'initiator'),
  inFlowable('None Start Event', 'formKey'),
  {
    names: 'collection elementVariable elementIndexVariable <collection> <variableAggregation>',
    in: `“Multi-instance (for each)” in \`${FLOWABLE_DOCS}\`, \`MultiInstanceActivityBehavior.java\` of both`,
  },
  inFlowable('Terminate End Event', 'terminateAll'),
  file('TerminateEndEventActivityBehavior.java', 'terminateMultiInstance'),
  inFlowable('Signal event scope', 'scope'),
  inFlowable('Timer Event Definitions', 'endDate businessCalendarName'),
  file('ErrorPropagation.java', 'errorVariableName errorVariableLocalScope errorVariableTransient'),
  file('TakeOutgoingSequenceFlowsOperation.java', 'skipExpression'),
  inFlowable('Java Service Task', 'class delegateExpression expression'),
  inFlowable('Field Injection', '<field> <string> <expression>'),
  inFlowable('Service task results', 'resultVariable useLocalScopeForResultVariable'),
  file('BpmnXMLConstants.java', 'resultVariableName'),
  file('ServiceTaskExpressionActivityBehavior.java', 'storeResultVariableAsTransient'),
  inFlowable('Triggerable', 'triggerable'),
  inFlowable('Exception mapping', '<mapException>'),
  inFlowable('Email Task', 'type'),
  file('DefaultBpmnHttpActivityDelegate.java', '<httpRequestHandler> <httpResponseHandler>'),
  inFlowable('External Worker Task', 'topic'),
  file('ExternalWorkerServiceTask.java', 'doNotIncludeVariables'),
  inFlowable('Business Rule Task', 'rules ruleVariablesInput exclude rule'),
  inFlowable('Script Task', 'autoStoreVariables <script>'),
  inFlowable(
    'Call activity (sub-process)',
    'sameDeployment calledElementType inheritVariables inheritBusinessKey businessKey <in> <out> fallbackToDefaultTenant',
  ),
  inFlowable('Data objects', '<value>'),
  inFlowable('Asynchronous Continuations', 'async'),
  file('BpmnXMLConstants.java', 'asyncBefore asyncAfter asyncLeave noWaitStatesAsyncLeave asyncLeaveExclusive'),
  {
    names: 'completeAsync',
    in: `“Async completion” in \`${FLOWABLE_DOCS}\`, under the name \`async\`; \`BpmnXMLConstants.java\``,
  },
  inFlowable('Fail Retry', '<failedJobRetryTimeCycle>'),
  inFlowable('Exclusive Jobs', 'exclusive'),
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
  {
    names: '<formField>',
    in: '`DefaultFormHandler.java` of Camunda 7, which reads what stands in the namespace of Activiti',
  },
  file('UserTaskXMLConverter.java', 'owner category priority taskIdVariableName taskCompleterVariableName'),
  file('UserTaskXMLConverter.java', 'formFieldValidation extensionId'),
  {
    names: '<includeInHistory> <task-candidates-type> <work-form-field-validation>',
    in: 'the files that its modelers save; no parser of the engine reads them',
  },
  file('ExternalWorkerTaskActivityBehavior.java', 'jobCategory'),
  file('GetProcessDefinitionHistoryLevelModelCmd.java', 'historyLevel <historyLevel>'),
  file('BpmnXMLConstants.java', 'isEagerExecutionFetching parallelInSameTransaction'),
  {
    names: 'jobPriority versionTag modelId modelVersion tenantId <decisionReferenceType>',
    in: 'the files that Flowable Design saves; no converter of Flowable reads them',
  },
  { names: 'dataType userType text processCategory', in: 'the files that the editor of RuoYi saves' },
  file('BpmnXMLConstants.java', '<eventListener> <properties> <property> <variableListenerEventDefinition> <variable>'),
  file('BpmnXMLConstants.java', '<decisionReferenceType>'),
];

/** Sources of the names that the tables list as read or not run. */
export const SOURCES: Readonly<Record<EngineVendor, readonly Source[]>> = {
  camunda: [
    {
      names: 'assignee candidateUsers candidateGroups',
      in: '“User Task” in `user-task.md`, `TaskDecorator.java`, `Task.xml`',
    },
    {
      names: 'collection elementVariable',
      in: '“Task Markers” in `task-markers.md`, `MultiInstanceActivityBehavior.java`',
    },
    {
      names: 'errorCodeVariable errorMessageVariable',
      in: '“Error Events” in `error-events.md`, `ErrorEventDefinition.java`',
    },
    { names: 'escalationCodeVariable', in: '“Escalation Events” in `escalation-events.md`' },
    { names: 'dueDate followUpDate', in: '“User Task” in `user-task.md`, `TaskDecorator.java`' },
    { names: 'priority', in: `${ATTRIBUTES}, \`TaskDecorator.java\`` },
    { names: 'formKey', in: '“User Task Forms” in `task-forms/_index.md`' },
    { names: 'formHandlerClass', in: ATTRIBUTES },
    { names: 'formRef formRefBinding formRefVersion', in: 'no page found; `BpmnParse.java`' },
    {
      names: '<formData> <formField> <formProperty> <validation> <constraint>',
      in: '“Generated Task Forms” in `task-forms/_index.md`, `DefaultFormHandler.java`',
    },
    { names: 'initiator', in: '“User Task” in `user-task.md`, `BpmnParse.java`' },
    { names: 'class delegateExpression expression resultVariable', in: '“Service Task” in `service-task.md`' },
    { names: 'type', in: '“Service Task” in `service-task.md`, `ExternalTaskActivityBehavior.java`' },
    { names: 'topic', in: '“External Tasks” in `external-tasks.md`, `ExternalTaskActivityBehavior.java`' },
    { names: '<errorEventDefinition>', in: '“External Tasks” in `external-tasks.md`' },
    { names: '<field> <string>', in: '“Field Injection” in `delegation-code.md`, `FieldDeclaration.java`' },
    { names: 'resource <script>', in: '“Scripting” in `scripting.md`, `ScriptUtil.java`' },
    {
      names: 'decisionRef resultVariable decisionRefBinding decisionRefVersion',
      in: '“Business Rule Task” in `business-rule-task.md`, `DecisionEvaluationUtil.java`',
    },
    {
      names: 'mapDecisionResult',
      in: '“Invoke Decisions from Processes and Cases” in `decisions/bpmn-cmmn.md`, `DecisionEvaluationUtil.java`',
    },
    {
      names: '<connector> <connectorId>',
      in: '“Connectors” in `connectors.md`, `ServiceTaskConnectorActivityBehavior.java`',
    },
    {
      names: '<inputOutput> <inputParameter> <outputParameter> <list> <map> <entry> <value>',
      in: '“Input/Output Variable Mapping” in `variables.md`, `IoMapping.java`, `InputParameter.java`, `OutputParameter.java`',
    },
    {
      names: 'calledElementBinding calledElementVersion calledElementTenantId',
      in: '“Call Activity” in `call-activity.md`, `BpmnParse.java`',
    },
    { names: 'calledElementVersionTag', in: 'no page found; `BpmnParse.java`' },
    { names: '<in> <out>', in: '“Call Activity” in `call-activity.md`, `CallableElementParameter.java`' },
    {
      names: 'variableMappingClass variableMappingDelegateExpression',
      in: '“Call Activity” in `call-activity.md`, where it is `varMapping`; `BpmnParse.java`',
    },
    { names: 'caseRef caseBinding caseVersion caseTenantId', in: '“Call Activity” in `call-activity.md`' },
    { names: 'decisionRefTenantId', in: 'no page found; `BpmnParse.java`' },
    {
      names: 'variableName variableEvents',
      in: '“Conditional Events” in `conditional-events.md`, `ConditionalEventDefinition.java`',
    },
    { names: 'asyncBefore asyncAfter exclusive jobPriority', in: ATTRIBUTES },
    { names: 'async', in: '“Signal Events” in `signal-events.md`, `BpmnParse.java`' },
    { names: 'taskPriority', in: '“External Tasks” in `external-tasks.md`' },
    { names: 'candidateStarterGroups candidateStarterUsers', in: ATTRIBUTES },
    { names: 'errorMessage versionTag historyTimeToLive isStartableInTasklist', in: 'no page found; `BpmnParse.java`' },
    {
      names: '<potentialStarter> <resourceAssignmentExpression> <formalExpression>',
      in: `${ELEMENTS}, \`BpmnParse.java\``,
    },
    { names: '<failedJobRetryTimeCycle> <properties> <property>', in: ELEMENTS },
    { names: '<executionListener>', in: '“Execution Listener” in `delegation-code.md`' },
    { names: '<taskListener>', in: '“Task Listener” in `delegation-code.md`' },
    { names: 'diagramRelationId modelerTemplate modelerTemplateVersion', in: 'camunda-bpmn-moddle' },
  ],
  zeebe: [
    {
      names: '<assignmentDefinition> <taskSchedule>',
      in: '“User tasks” in `user-tasks.md`, `UserTaskTransformer.java`',
    },
    {
      names: '<priorityDefinition> <userTask> <formDefinition> <userTaskForm>',
      in: '“User tasks” in `user-tasks.md`',
    },
    {
      names: '<loopCharacteristics>',
      in: '“Multi-instance” in `multi-instance.md`, `MultiInstanceBodyProcessor.java`, `MultiInstanceOutputCollectionBehavior.java`',
    },
    {
      names: '<ioMapping> <input> <output>',
      in: '“Input/output variable mappings” in `variables.md`, `VariableMappingTransformer.java`, `BpmnVariableMappingBehavior.java`',
    },
    { names: '<taskDefinition>', in: '“Service tasks” in `service-tasks.md`, `JobWorkerElementTransformer.java`' },
    {
      names: '<taskHeaders> <header>',
      in: '“Service tasks” in `service-tasks.md`, `TaskHeadersTransformer.java`',
    },
    { names: 'retryCounter', in: 'no page; zeebe-bpmn-moddle' },
    {
      names: '<calledDecision>',
      in: '“Business rule tasks” in `business-rule-tasks.md`, `BpmnDecisionBehavior.java`',
    },
    { names: '<script>', in: '“Script tasks” in `script-tasks.md`, `ScriptTaskProcessor.java`' },
    { names: '<subscription>', in: '“Message events” in `message-events.md`, `MessageTransformer.java`' },
    {
      names: '<conditionalFilter>',
      in: '“Conditional events” in `conditional-events.md`, “Conditionals” in `conditionals.md`; zeebe-bpmn-moddle for `variableNames`, which they do not have',
    },
    { names: '<calledElement>', in: '“Call activities” in `call-activities.md`, `CallActivityProcessor.java`' },
    { names: 'businessId', in: 'no page found; zeebe-bpmn-moddle' },
    { names: '<jobPriorityDefinition>', in: '“Business rule tasks” in `business-rule-tasks.md`' },
    { names: '<executionListeners> <executionListener>', in: '“Execution listeners” in `execution-listeners.md`' },
    { names: '<taskListeners> <taskListener>', in: '“User task listeners” in `user-task-listeners.md`' },
    { names: '<linkedResources> <linkedResource> <agentDefinition> <versionTag>', in: 'zeebe-bpmn-moddle' },
    { names: '<properties> <property> modelerTemplate modelerTemplateVersion', in: 'zeebe-bpmn-moddle' },
    { names: '<adHoc>', in: '“Ad-hoc sub-processes” in `ad-hoc-subprocesses.md`' },
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
    { names: 'dg', in: 'the files that both its modelers save; no handler of jBPM reads it' },
    { names: '<onEntry-script> <onExit-script> <script> <scriptFormat>', in: '`AbstractNodeHandler.java`' },
    { names: 'scriptFormat', in: 'the files that its old Designer saves; no handler of jBPM reads it there' },
    { names: 'calledElementByName', in: '`CallActivityHandler.java`' },
    { names: 'autoStart caseIdPrefix caseRoles customAutoStart', in: '`ProcessHandler.java`' },
    { names: 'variableTags customSLADueDate customAsync <metadata> <metaentry>', in: '`MetaDataHandler.java`' },
    {
      names: 'bgcolor fgcolor icon dockerinfo boundaryca erefname esccode msgref sigref linkRef type',
      in: 'the files that its modelers save; no handler of jBPM reads them',
    },
  ],
};
