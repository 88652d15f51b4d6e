import type { Vendor } from '../moddle/vendor.ts';

/** Vendor elements that are not run, by local name: what an author calls them. */
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
};

/** Vendor attributes that are not run, by local name. */
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
  calledElementVersion: 'a fixed version of the called process',
  calledElementVersionTag: 'a fixed version of the called process',
  triggerable: 'a triggerable service',
  useLocalScopeForResultVariable: 'a local result variable',
  calledElementTenantId: 'a tenant of the called process',
  variableMappingClass: 'a class that maps the variables of a call',
  variableMappingDelegateExpression: 'a class that maps the variables of a call',
  inheritVariables: 'which variables a call is given',
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
  errorCodeVariable: 'a variable for the code of an error',
  errorMessageVariable: 'a variable for the message of an error',
  errorVariableName: 'a variable for the code of an error',
  escalationCodeVariable: 'a variable for the code of an escalation',
  owner: 'an owner of a task',
  businessCalendarName: 'a business calendar',
  taskIdVariableName: 'a variable with the id of a task',
  activeTaskIdVariableName: 'a variable with the id of a task',
  taskCompleterVariableName: 'a variable with who handled a task',
  elementIndexVariable: 'a variable with the number of an instance',
  ruleVariablesInput: 'rules',
  rules: 'rules',
  messageExpression: 'a computed message',
  signalExpression: 'a computed signal',
  scope: 'a scope of a signal',
  endDate: 'an end of a timer cycle',
  terminateAll: 'an end of the calling processes',
  terminateMultiInstance: 'an end of all instances of a marker',
};

/** Those that mean what is done anyway, or nothing, with one value; the name is said with what else it has. */
export const VALUES_NOT_RUN: Readonly<Record<string, { readonly harmless: string; readonly called: string }>> = {
  calledElementBinding: { harmless: 'latest', called: 'a fixed version of the called process' },
  mapDecisionResult: { harmless: 'resultList', called: 'a mapping of the result of a decision' },
  autoStoreVariables: { harmless: 'false', called: 'a script that stores its variables' },
  sameDeployment: { harmless: 'false', called: 'a fixed version of the called process' },
};

/** The same of `zeebe:calledElement`. What is called shares the variables of its caller. */
export const CALL_SETTINGS_NOT_RUN: typeof VALUES_NOT_RUN = {
  propagateAllChildVariables: { harmless: 'true', called: 'variables that a call keeps for itself' },
  propagateAllParentVariables: { harmless: 'true', called: 'variables that a call is not given' },
  bindingType: { harmless: 'latest', called: 'a fixed version of the called process' },
  versionTag: { harmless: '', called: 'a fixed version of the called process' },
  businessId: { harmless: '', called: 'a business key of a call' },
};

/** Mappings run on services; on anything else these elements do nothing. */
export const MAPPING_ELEMENTS: ReadonlySet<string> = new Set(['inputOutput', 'ioMapping']);

/** Engines whose features are named; `ttc` is ours. */
export function isEngineVendor(vendor: Vendor | undefined): boolean {
  return vendor !== undefined && vendor !== 'ttc';
}
