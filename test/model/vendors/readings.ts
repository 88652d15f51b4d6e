import type { EngineVendor } from '../../support/inner/model.ts';

/** How vendor names are used, or why they are ignored. Names of features that are not run are in the lists of the rules. */
export interface Reading {
  /** Local names, separated by spaces; elements in angle brackets. */
  readonly names: string;
  readonly is: 'read' | 'ignored';
  readonly as: string;
  /** Absent: all vendors that have the name. */
  readonly of?: readonly EngineVendor[];
}

const as =
  (is: Reading['is']) =>
  (names: string, text: string, ...of: readonly EngineVendor[]): Reading => ({
    names,
    is,
    as: text,
    ...(of.length === 0 ? {} : { of }),
  });
const [read, ignored] = [as('read'), as('ignored')];

/** One line per reading. A name that is also in the lists of the rules is not run on other elements. */
export const READINGS: readonly Reading[] = [
  read('assignee candidateUsers', 'handlers'),
  read('candidateGroups', 'handlingGroup'),
  read('<assignmentDefinition>', 'handlers, handlingGroup'),
  read('dueDate <taskSchedule>', 'timeOut'),
  read('formKey <formDefinition>', 'page of the task, if it is a web address'),
  read('<formProperty> <formData> <formField>', 'defaults for variables that are not set; the form is not shown'),
  read('initiator', 'variable for the initiator'),
  read('topic <taskDefinition>', 'name of the service; may be an expression'),
  read('type', 'name of the service, for tasks built into the engine', 'camunda', 'flowable', 'activiti'),
  read('class delegateExpression', 'name of the service'),
  read('expression', 'name of the service (the bean); an expression without a bean is evaluated by the step'),
  read('<connector> <connectorId>', 'name of the service, with its inputs and outputs'),
  read('decisionRef <calledDecision>', 'service `dmn`, with the decision in `job.input`'),
  read('rules ruleFlowGroup', 'service `rules`, with the rules in `job.input`'),
  read('taskName', 'on a plain task: name of the service; `Human Task`: a user task'),
  read('serviceinterface serviceoperation', 'name of the service: `interface.operation`'),
  read('caseDefinitionKey caseInstanceName businessKey', 'on a service: in `job.input`'),
  read(
    '<eventType> <channelKey> <triggerEventType> <triggerChannelKey> <eventInParameter>',
    'on a service: in `job.input`',
  ),
  read('<taskHeaders>', 'on a service: in `job.input`'),
  read('resultVariable resultVariableName', 'variable for the result'),
  read('<inputOutput> <ioMapping>', 'mappings of a service or a user task; `ioMapping` also of a call'),
  read('<script>', 'on a script task: FEEL, evaluated by the step', 'zeebe'),
  read('resource', 'on a script: its file, as `job.resource`'),
  read('<field>', 'on a service: in `job.input`'),
  read('collection elementVariable <loopCharacteristics>', 'collection and element variable of a multi-instance'),
  read('elementIndexVariable', 'variable for the index of an instance of a multi-instance'),
  read('errorCodeVariable escalationCodeVariable errorVariableName', 'variable for the caught code'),
  read('messageExpression signalExpression', 'name of the message or signal'),
  read('scope', 'on a signal, `processInstance`: only the throwing instance receives it', 'flowable', 'activiti'),
  read('customScope', 'on a thrown signal, `processInstance`: only the throwing instance receives it'),
  read('<value>', 'on a data object: a variable, if the start does not set it', 'flowable', 'activiti'),
  read('endDate', 'end of a timer cycle'),
  read('variableName variableEvents <conditionalFilter>', 'changes after which a condition is evaluated'),
  read('<variableListenerEventDefinition>', 'on an event: a condition that is true after every change of the variable'),
  read('<calledElement>', 'the called process, and whether a call passes all variables'),
  read(
    'calledElementBinding calledElementVersion calledElementVersionTag calledElementType sameDeployment',
    'version of the called process',
  ),
  read('<in> <out>', 'variables that a call passes to the called process and back'),
  read('inheritVariables', 'on a call: all variables are passed in', 'flowable', 'activiti'),
  read('<subscription>', 'correlation key of a message'),
  read('<properties> <property>', '`ttc:` values'),

  read('terminateAll', 'on a terminate end event in a sub-process or call: ends the instance'),
  read(
    'terminateMultiInstance',
    'on a terminate end event in a multi-instance: ends all instances; refused if there is a sub-process between them',
  ),

  ignored(
    'modelerTemplate modelerTemplateVersion modelerTemplateIcon diagramRelationId modelId modelVersion',
    'only for modelers',
  ),
  ignored('dataType userType text processCategory', 'only for the editor of RuoYi; other attributes name the handlers'),
  ignored(
    'versionTag <versionTag> historyTimeToLive historyLevel <historyLevel> isStartableInTasklist',
    'only for the tools of the engine',
  ),
  ignored(
    'exclusive asyncLeaveExclusive isEagerExecutionFetching parallelInSameTransaction',
    'locking and loading in the engine',
  ),
  ignored('<userTask>', 'all user tasks run in the same way'),
  ignored('tenantId decisionRefTenantId caseTenantId', 'tenants are not supported'),
  ignored('formRefBinding formRefVersion formFieldValidation <userTaskForm>', 'part of a form'),
  ignored('<validation> <constraint>', 'part of a form'),
  ignored('decisionRefBinding decisionRefVersion <decisionReferenceType>', 'the host chooses the decision'),
  ignored('caseBinding caseVersion', 'part of a case, which gets a warning'),
  ignored('errorMessage', 'only shown by the engine'),
  ignored('<adHoc>', 'part of an ad-hoc sub-process, which is refused'),
  ignored('<resourceAssignmentExpression> <formalExpression>', 'part of an element that gets a warning'),
  ignored(
    '<header> <inputParameter> <outputParameter> <input> <output> <list> <map> <entry> <value> <string> <expression> <variable>',
    'part of another element, which is read, refused or reported',
  ),
  ignored('<linkedResource>', 'part of linked resources, which get a warning'),
  ignored(
    '<sendSynchronously> <systemChannel> <eventCorrelationParameter> <eventOutParameter> <triggerEventCorrelationParameter>',
    'part of an event of the event registry',
  ),
  ignored(
    '<startEventCorrelationConfiguration> <manualCorrelationParameter>',
    'part of an event of the event registry',
  ),
  ignored(
    'bgcolor fgcolor bordercolor fontsize fontcolor color-background selectable icon displayName displayTexture dockerinfo order triggerMode',
    'appearance in the diagram',
  ),
  ignored('packageName version imports <import> <global> ruleLanguage dtype', 'only for Java code'),
  read('independent', 'a warning if an event interrupts the call: the called process ends with the call'),
  ignored('namespace model decision', 'the same as the data inputs'),
  ignored('autoStart caseIdPrefix caseRoles customAutoStart', 'part of a case'),
  ignored('customAsync variableTags customSLADueDate', 'only for the tools of the engine'),
  read(
    '<metaData> <metaValue>',
    'on a thrown signal, `customScope`; otherwise ignored: only for the tools of the engine',
  ),
  ignored('<metadata> <metaentry>', 'only for the tools of the engine'),
  ignored('serviceimplementation', 'the same as `implementation`'),
  ignored(
    'boundaryca boundarycaforbiddenevent erefname esccode msgref sigref linkRef',
    'the same as in the event itself',
  ),
  ignored(
    '<includeInHistory> <task-candidates-type> <work-form-field-validation>',
    'only for the task lists and forms of its product',
  ),
  ignored('dg', 'on a gateway: the same as `default`', 'drools'),
  ignored('<script> <scriptFormat> scriptFormat', 'part of a script at the start or end', 'drools'),
  read('calledElementByName', 'refused: a call must name the id of a process'),
  ignored('type', 'the type of a variable', 'drools'),
  ignored('priority', 'on a flow: 1 is the default of the modelers; other values get a warning', 'drools'),
];
