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
};

/** Mappings run on services; on anything else these elements do nothing. */
export const MAPPING_ELEMENTS: ReadonlySet<string> = new Set(['inputOutput', 'ioMapping']);

/** Engines whose features are named; `ttc` is ours. */
export function isEngineVendor(vendor: Vendor | undefined): boolean {
  return vendor !== undefined && vendor !== 'ttc';
}
