// Generated from camunda-bpmn-moddle and zeebe-bpmn-moddle by `npm run write:reference`: do not edit.

/** The names of Camunda 7 and 8, in the notation of `vendor-names.ts`. */
export const DESCRIBED = {
  camunda: `
diagramRelationId: Definitions
async: Activity Gateway Event MultiInstanceLoopCharacteristics SignalEventDefinition
asyncBefore asyncAfter exclusive <failedJobRetryTimeCycle>: Activity Gateway Event MultiInstanceLoopCharacteristics
jobPriority: Process Activity Gateway Event MultiInstanceLoopCharacteristics
errorCodeVariable errorMessageVariable: ErrorEventDefinition
errorMessage: Error
formHandlerClass formKey formRef formRefBinding formRefVersion <formProperty id name type required readable writable variable expression datePattern default> <formData businessKey>: StartEvent UserTask
modelerTemplate modelerTemplateVersion <potentialStarter> <properties>: *
initiator: StartEvent
resultVariable: ScriptTask ServiceTask BusinessRuleTask SendTask MessageEventDefinition
resource: ScriptTask FormalExpression
candidateStarterGroups candidateStarterUsers versionTag historyTimeToLive isStartableInTasklist: Process
escalationCodeVariable: EscalationEventDefinition
assignee candidateUsers candidateGroups dueDate followUpDate priority <taskListener expression class delegateExpression event id>: UserTask
calledElementBinding calledElementVersion calledElementVersionTag calledElementTenantId caseRef caseBinding caseVersion caseTenantId variableMappingClass variableMappingDelegateExpression <out source sourceExpression target businessKey local variables>: CallActivity
expression class delegateExpression type topic: ServiceTask BusinessRuleTask SendTask MessageEventDefinition ScriptTask
decisionRef decisionRefBinding decisionRefVersion mapDecisionResult decisionRefTenantId: BusinessRuleTask
taskPriority: Process ServiceTask BusinessRuleTask SendTask MessageEventDefinition
collection elementVariable: MultiInstanceLoopCharacteristics
variableName variableEvents: ConditionalEventDefinition
<in source sourceExpression target businessKey local variables>: CallActivity SignalEventDefinition
<errorEventDefinition id errorRef errorCodeVariable errorMessageVariable expression>: ServiceTask
<property id name value> <list> <map> <entry key> <value id name> <script scriptFormat resource> <inputParameter name> <outputParameter name> <formField id label type datePattern defaultValue> <validation> <constraint name config> <resourceAssignmentExpression> <connectorId> <expression> <string> <formalExpression>: -
<connector> <field name stringValue expression>: ServiceTask BusinessRuleTask SendTask MessageEventDefinition
<inputOutput>: FlowNode
<executionListener expression class delegateExpression event>: Task ServiceTask UserTask BusinessRuleTask ScriptTask ReceiveTask ManualTask ExclusiveGateway SequenceFlow ParallelGateway InclusiveGateway EventBasedGateway StartEvent IntermediateCatchEvent IntermediateThrowEvent EndEvent BoundaryEvent CallActivity SubProcess Process
`,
  zeebe: `
retryCounter <taskDefinition type retries>: ServiceTask BusinessRuleTask ScriptTask SendTask EndEvent IntermediateThrowEvent AdHocSubProcess
modelerTemplate modelerTemplateVersion modelerTemplateIcon <properties>: *
<ioMapping>: CallActivity Event ReceiveTask ServiceTask BusinessRuleTask ScriptTask SendTask EndEvent IntermediateThrowEvent AdHocSubProcess SubProcess UserTask
<subscription correlationKey>: Message
<input source target modelerConfigurationTemplate modelerConfigurationName> <output source target> <header id key value> <linkedResource resourceId resourceType linkName bindingType versionTag> <property name value modelerConfigurationTemplate modelerConfigurationName> <executionListener eventType retries type> <taskListener eventType retries type>: -
<taskHeaders>: UserTask ServiceTask BusinessRuleTask ScriptTask SendTask EndEvent IntermediateThrowEvent AdHocSubProcess
<loopCharacteristics inputCollection inputElement outputCollection outputElement>: MultiInstanceLoopCharacteristics
<calledElement processId processIdExpression propagateAllChildVariables propagateAllParentVariables businessId bindingType versionTag>: CallActivity
<userTaskForm id> <versionTag value>: Process
<formDefinition formKey formId externalReference bindingType versionTag>: UserTask StartEvent
<linkedResources>: ServiceTask
<userTask> <assignmentDefinition assignee candidateGroups candidateUsers> <priorityDefinition priority> <taskSchedule dueDate followUpDate> <taskListeners>: UserTask
<calledDecision decisionId resultVariable bindingType versionTag>: BusinessRuleTask
<jobPriorityDefinition priority>: Process ServiceTask BusinessRuleTask ScriptTask SendTask EndEvent IntermediateThrowEvent AdHocSubProcess
<script expression resultVariable>: ScriptTask
<executionListeners>: Event Activity Process ExclusiveGateway InclusiveGateway ParallelGateway EventBasedGateway
<adHoc activeElementsCollection outputCollection outputElement>: AdHocSubProcess
<conditionalFilter variableNames variableEvents>: ConditionalEventDefinition
<agentDefinition agentType>: ServiceTask AdHocSubProcess
`,
};
