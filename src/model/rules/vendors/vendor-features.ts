/** Vendor elements that are not run: what authors call them, by local name. */
export const ELEMENTS_NOT_RUN: Readonly<Record<string, string>> = {
  executionListener: 'an execution listener',
  executionListeners: 'execution listeners',
  taskListener: 'a task listener',
  taskListeners: 'task listeners',
  eventListener: 'an event listener',
  formData: 'a generated form',
  formProperty: 'form fields',
  field: 'an injected field',
  connector: 'a connector',
  failedJobRetryTimeCycle: 'a retry time cycle',
  potentialStarter: 'a potential starter',
  taskHeaders: 'task headers',
  priorityDefinition: 'a task priority',
  jobPriorityDefinition: 'a job priority',
  calledDecision: 'a decision table (DMN)',
  script: 'a script',
  errorEventDefinition: 'an error mapping',
  mapException: 'an exception mapping',
  variableAggregation: 'an output collection',
  in: 'a variable mapping of a call',
  out: 'a variable mapping of a call',
  linkedResources: 'linked resources',
  agentDefinition: 'an agent',
  customResource: 'a resource of its own',
  httpRequestHandler: 'a handler of HTTP requests',
  httpResponseHandler: 'a handler of HTTP responses',
  eventType: 'an event of the registry',
  triggerEventType: 'an event of the registry',
  variableListenerEventDefinition: 'an event for the change of a variable',
  collection: 'a collection that its engine parses',
  'onEntry-script': 'a script at its beginning',
  'onExit-script': 'a script at its end',
};

/** Vendor attributes that are not run: what authors call them, by local name. */
export const ATTRIBUTES_NOT_RUN: Readonly<Record<string, string>> = {
  asyncBefore: 'asynchronous continuation',
  asyncAfter: 'asynchronous continuation',
  async: 'asynchronous continuation',
  jobPriority: 'a job priority',
  taskPriority: 'a job priority',
  priority: 'a task priority',
  followUpDate: 'a follow-up date',
  skipExpression: 'a skip expression',
  decisionRef: 'a decision table (DMN)',
  formRef: 'a form',
  candidateStarterUsers: 'who may start the process',
  candidateStarterGroups: 'who may start the process',
  triggerable: 'a triggerable service',
  adHoc: 'an ad-hoc process',
  useLocalScopeForResultVariable: 'a local result variable',
  calledElementTenantId: 'a tenant of the called process',
  variableMappingClass: 'a class that maps the variables of a call',
  variableMappingDelegateExpression: 'a class that maps the variables of a call',
  useLocalScopeForOutParameters: 'which variables a call gives back',
  businessKey: 'a business key of a call',
  inheritBusinessKey: 'a business key of a call',
  idVariableName: 'a variable with the id of a call',
  processInstanceIdVariableName: 'a variable with the id of a call',
  completeAsync: 'asynchronous continuation',
  asyncLeave: 'asynchronous continuation',
  caseRef: 'a case (CMMN)',
  caseDefinitionKey: 'a case (CMMN)',
  formHandlerClass: 'a form handler',
  retryCounter: 'a number of retries',
  errorMessageVariable: 'a variable for the message of an error',
  owner: 'an owner of a task',
  businessCalendarName: 'a business calendar',
  taskIdVariableName: 'a variable with the id of a task',
  activeTaskIdVariableName: 'a variable with the id of a task',
  taskCompleterVariableName: 'a variable with who handled a task',
  ruleVariablesInput: 'rules',
  rules: 'rules',
  scope: 'a scope of a signal',
  noWaitStatesAsyncLeave: 'asynchronous continuation',
  storeResultVariableAsTransient: 'a transient result variable',
  doNotIncludeVariables: 'a service that is not given the variables',
  jobCategory: 'a job category',
  category: 'a category of a task',
  extensionId: 'an extension of its engine',
  exclude: 'rules',
  rule: 'rules',
  fallbackToDefaultTenant: 'a tenant of the called process',
  processInstanceName: 'a name of a call',
  caseInstanceName: 'a case (CMMN)',
  errorVariableLocalScope: 'a variable for the code of an error',
  errorVariableTransient: 'a variable for the code of an error',
  correlationKey: 'a correlation key of its engine',
};

/** In jBPM a called process continues when its call is interrupted; here it is part of the call and ends with it. */
export const OUTLIVES_CALL = 'a called process that outlives its call (independent)';

/**
 * Features that decide in their own engine who handles a task, which flow is taken or how often; ignoring them is a guess.
 */
export const DECIDES: ReadonlySet<string> = new Set([
  'a task listener',
  'task listeners',
  'a skip expression',
  'an error mapping',
  'an exception mapping',
  'a triggerable service',
  'a business calendar',
  'a correlation key of its engine',
  'an output collection',
  'a call that is not waited for (waitForCompletion)',
  OUTLIVES_CALL,
  'a priority among the flows of a gateway, which are evaluated in the order of the file',
]);

/** Attributes with one harmless value, which has no effect here; messages show the name of the attribute. */
export const VALUES_NOT_RUN: Readonly<Record<string, { readonly harmless: string; readonly called: string }>> = {
  mapDecisionResult: { harmless: 'resultList', called: 'a mapping of the result of a decision' },
  waitForCompletion: { harmless: 'true', called: 'a call that is not waited for' },
  autoStoreVariables: { harmless: 'false', called: 'a script that stores its variables' },
};

/** The same for `zeebe:calledElement`. */
export const CALL_SETTINGS_NOT_RUN: typeof VALUES_NOT_RUN = {
  businessId: { harmless: '', called: 'a business key of a call' },
};

/** Mappings run only on services and user tasks. */
export const MAPPING_ELEMENTS: ReadonlySet<string> = new Set(['inputOutput', 'ioMapping']);
