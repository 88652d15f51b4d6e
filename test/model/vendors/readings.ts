import type { EngineVendor } from '../../../src/model/rules/vendors/vendor-names.ts';

/** What becomes of a vendor's names that a run goes by, or that mean nothing to it. What is not run is listed by the rules. */
export interface Reading {
  /** Local names, separated by blanks; those of elements in angle brackets. */
  readonly names: string;
  readonly is: 'read' | 'read past';
  readonly as: string;
  /** Absent: of all vendors that have the name. */
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
const [read, past] = [as('read'), as('read past')];

/** A line for what belongs together. A name may be not run elsewhere: then the rules' own lists say so beside it. */
export const READINGS: readonly Reading[] = [
  read('assignee candidateUsers', 'handlers'),
  read('candidateGroups', 'handlingGroup'),
  read('<assignmentDefinition>', 'handlers, handlingGroup'),
  read('dueDate <taskSchedule>', 'timeOut'),
  read('formKey <formDefinition>', 'page of the task, where it is a web address'),
  read('<formProperty> <formData> <formField>', 'defaults of variables that are not set; the form itself is not shown'),
  read('initiator', 'a variable with the initiator'),
  read('topic <taskDefinition>', 'name of the service; it may be computed'),
  read('type', 'name of the service, for what the engine has built in', 'camunda', 'flowable', 'activiti'),
  read('class delegateExpression', 'name of the service'),
  read('expression', 'name of the service, its bean; else computed at once'),
  read('<connector> <connectorId>', 'name of the service, and its input and output'),
  read('decisionRef <calledDecision>', 'service `dmn`, with the decision in `job.input`'),
  read('rules ruleFlowGroup', 'service `rules`, with the rules in `job.input`'),
  read('taskName', 'of a plain task: name of the service, or a user task where it is `Human Task`'),
  read('serviceinterface serviceoperation', 'name of the service: `interface.operation`'),
  read('caseDefinitionKey caseInstanceName businessKey', 'of a service: in `job.input`'),
  read(
    '<eventType> <channelKey> <triggerEventType> <triggerChannelKey> <eventInParameter>',
    'of a service: in `job.input`',
  ),
  read('<taskHeaders>', 'of a service: in `job.input`'),
  read('resultVariable resultVariableName', 'variable that takes the result'),
  read('<inputOutput> <ioMapping>', 'mappings of a service or a user task; `ioMapping` of a call too'),
  read('<script>', 'of a script task: FEEL, computed at once', 'zeebe'),
  read('resource', 'of a script: the file it stands in, as `job.resource`'),
  read('<field>', 'of a service: in `job.input`'),
  read('collection elementVariable <loopCharacteristics>', 'collection and element of a multi-instance'),
  read('elementIndexVariable', 'variable with the number of an instance of a multi-instance'),
  read('errorCodeVariable escalationCodeVariable errorVariableName', 'variable that takes the code that was caught'),
  read('messageExpression signalExpression', 'name of the message or signal'),
  read('scope', 'of a signal, `processInstance`: it is heard in its own instance alone', 'flowable', 'activiti'),
  read('customScope', 'of a thrown signal, `processInstance`: it is heard in its own instance alone'),
  read('<value>', 'of a data object: a variable where the start gives none', 'flowable', 'activiti'),
  read('endDate', 'end of a timer cycle'),
  read('variableName variableEvents <conditionalFilter>', 'which changes a condition is evaluated after'),
  read('<variableListenerEventDefinition>', 'of an event: a condition that every change of the variable meets'),
  read('<calledElement>', 'the called process, and whether a call passes all variables'),
  read(
    'calledElementBinding calledElementVersion calledElementVersionTag calledElementType sameDeployment',
    'which version of the called process',
  ),
  read('<in> <out>', 'variables that a call passes to its process and back'),
  read('inheritVariables', 'of a call: all variables go in', 'flowable', 'activiti'),
  read('<subscription>', 'correlation key of a message'),
  read('<properties> <property>', '`ttc:` values'),

  read('terminateAll', 'of a terminate end event in a sub-process or call: the instance ends'),
  read(
    'terminateMultiInstance',
    'of a terminate end event in a multi-instance: all of its instances end; refused where a sub-process lies between',
  ),

  past(
    'modelerTemplate modelerTemplateVersion modelerTemplateIcon diagramRelationId modelId modelVersion',
    'says how a modeler came to it',
  ),
  past(
    'dataType userType text processCategory',
    'what the editor of RuoYi shows; who handles the task stands beside it',
  ),
  past(
    'versionTag <versionTag> historyTimeToLive historyLevel <historyLevel> isStartableInTasklist',
    'for the tools of its engine',
  ),
  past(
    'exclusive asyncLeaveExclusive isEagerExecutionFetching parallelInSameTransaction',
    'how its engine locks and loads',
  ),
  past('<userTask>', 'every user task is one'),
  past('tenantId decisionRefTenantId caseTenantId', 'there are no tenants'),
  past('formRefBinding formRefVersion formFieldValidation <userTaskForm>', 'belongs to a form'),
  past('<validation> <constraint>', 'belongs to a form'),
  past('decisionRefBinding decisionRefVersion <decisionReferenceType>', 'the host decides which decision it runs'),
  past('caseBinding caseVersion', 'belongs to a case, of which a rule warns'),
  past('errorMessage', 'shown by its engine alone'),
  past('<adHoc>', 'belongs to an ad-hoc sub-process, which is refused'),
  past('<resourceAssignmentExpression> <formalExpression>', 'inside of what a rule warns of'),
  past(
    '<header> <inputParameter> <outputParameter> <input> <output> <list> <map> <entry> <value> <string> <expression> <variable>',
    'inside of another element, which is read, refused or named',
  ),
  past('<linkedResource>', 'inside of linked resources, of which a rule warns'),
  past(
    '<sendSynchronously> <systemChannel> <eventCorrelationParameter> <eventOutParameter> <triggerEventCorrelationParameter>',
    'belongs to an event of the registry',
  ),
  past('<startEventCorrelationConfiguration> <manualCorrelationParameter>', 'belongs to an event of the registry'),
  past(
    'bgcolor fgcolor bordercolor fontsize fontcolor color-background selectable icon displayName displayTexture dockerinfo order triggerMode',
    'how it is drawn',
  ),
  past('packageName version imports <import> <global> ruleLanguage dtype', 'belongs to Java'),
  read('independent', 'warned of where an event interrupts the call: what is called ends with it'),
  past('namespace model decision', 'data inputs say the same'),
  past('autoStart caseIdPrefix caseRoles customAutoStart', 'belongs to a case'),
  past('customAsync variableTags customSLADueDate', 'for the tools of its engine'),
  read('<metaData> <metaValue>', 'of a thrown signal, `customScope`; else read past, for the tools of its engine'),
  past('<metadata> <metaentry>', 'for the tools of its engine'),
  past('serviceimplementation', '`implementation` says the same'),
  past('boundaryca boundarycaforbiddenevent erefname esccode msgref sigref linkRef', 'the event itself says the same'),
  past('<script> <scriptFormat> scriptFormat', 'belongs to a script at the beginning or the end', 'drools'),
  read('calledElementByName', 'refused: a call names the id of a process'),
  past('type', 'the type of a variable', 'drools'),
  past('priority', 'of a flow: 1 is what its modelers write everywhere; a rule names any other', 'drools'),
];
