/** A part of a vendor that runs only in the vendor's own engine. */
export interface VendorFeature {
  /** What authors call it. */
  readonly called: string;
  readonly remedy: string;
  /** Whether it decides who handles a task, which flow is taken or how often: ignoring it is a guess then. */
  readonly decides?: true;
  /** A value of the attribute that has no effect here; messages then show the name of the attribute. */
  readonly harmless?: string;
  /** What authors call it on a start event, where it has the remedy `START_FORM`. */
  readonly atStart?: string;
}

export const START_FORM =
  'Pass the values of the form as variables to bridge.start; or draw a user task after the start event that asks for them.';

/** What authors call a feature, the names that are one (elements in angle brackets), and what else is known of it. */
type Row = readonly [called: string, names: string, more?: Omit<VendorFeature, 'called' | 'remedy'>];

const DECIDES = { decides: true } as const;

/** Features by what to do about them. Rows without a name are found by their own conditions. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'Let a service task before or after it do the work of the listener, or let the host do it with bridge.on.': [
    ['an execution listener', '<executionListener>'],
    ['execution listeners', '<executionListeners>'],
    ['a task listener', '<taskListener>', DECIDES],
    ['task listeners', '<taskListeners>', DECIDES],
    ['an event listener', '<eventListener>'],
  ],
  'Let a script task before or after it do the work of the script.': [
    ['a script', '<script>'],
    ['a script at its beginning', '<onEntry-script>'],
    ['a script at its end', '<onExit-script>'],
  ],
  'Let the script return the values that it sets, as its result.': [
    ['a script that stores its variables', 'autoStoreVariables', { harmless: 'false' }],
  ],
  'Give the task a page: a form key that is a web address, or ttc:handleUrl.': [
    ['the form', '', { atStart: 'the start form' }],
    ['a form', 'formRef', { atStart: 'a start form' }],
    ['a form handler', 'formHandlerClass', { atStart: 'a start form handler' }],
    ['form fields', '<formProperty>', { atStart: 'start form fields' }],
    ['a generated form', '<formData>', { atStart: 'a generated start form' }],
  ],
  'Nothing to do: each step is stored as a whole, and services run as separate jobs.': [
    ['asynchronous continuation', 'asyncBefore asyncAfter async completeAsync asyncLeave noWaitStatesAsyncLeave'],
  ],
  'Nothing to do: the option jobs sets how often a service is retried.': [
    ['a retry time cycle', '<failedJobRetryTimeCycle>'],
    ['a number of retries', 'retryCounter'],
  ],
  'Nothing to do: jobs have no priority and no category.': [
    ['a job priority', 'jobPriority taskPriority <jobPriorityDefinition>'],
    ['a job category', 'jobCategory'],
  ],
  'Do nothing if nobody needs to see it; otherwise show it with ttc:summary.': [
    ['a task priority', 'priority <priorityDefinition>'],
    ['a follow-up date', 'followUpDate'],
    ['a category of a task', 'category'],
    ['an owner of a task', 'owner'],
  ],
  'Draw an exclusive gateway before it, with a way around it that has the condition.': [
    ['a skip expression', 'skipExpression', DECIDES],
  ],
  'Let a business rule task name the decision: it calls the service dmn of the host.': [
    ['a decision table (DMN)', 'decisionRef <calledDecision>'],
  ],
  'Let the service return the result in the shape that is needed.': [
    ['a mapping of the result of a decision', 'mapDecisionResult', { harmless: 'resultList' }],
  ],
  'Draw the case as a separate process, and call that.': [
    ['a case (CMMN)', 'caseRef caseDefinitionKey caseInstanceName'],
    ['an ad-hoc process', 'adHoc'],
  ],
  'Let the host check who starts the process before it calls bridge.start.': [
    ['who may start the process', 'candidateStarterUsers candidateStarterGroups'],
    ['a potential starter', '<potentialStarter>'],
  ],
  'Write it as an expression; a script runs only if the host has a function for scripts, and never on a task that its signers share.':
    [['an input or output mapping', '']],
  'Set the variable with a service task before or after it.': [
    ['a variable mapping of a call', '<in> <out>'],
    ['a class that maps the variables of a call', 'variableMappingClass variableMappingDelegateExpression'],
  ],
  'Give the variables unique names: they all belong to the process.': [
    ['a local result variable', 'useLocalScopeForResultVariable'],
    ['a transient result variable', 'storeResultVariableAsTransient'],
    ['which variables a call gives back', 'useLocalScopeForOutParameters'],
    ['a service that is not given the variables', 'doNotIncludeVariables'],
  ],
  'Do nothing if no expression reads the variable; a service finds the ids in its job.': [
    ['a variable with the id of a call', 'idVariableName processInstanceIdVariableName'],
    ['a variable with the id of a task', 'taskIdVariableName activeTaskIdVariableName'],
    ['a variable with who handled a task', 'taskCompleterVariableName'],
    ['a variable for the message of an error', 'errorMessageVariable'],
    ['a variable for the code of an error', 'errorVariableLocalScope errorVariableTransient'],
    ['a variable for its initiator', ''],
    ['a business key of a call', 'businessKey inheritBusinessKey'],
    ['a name of a call', 'processInstanceName'],
  ],
  'Do nothing if there is only one tenant.': [
    ['a tenant of the called process', 'calledElementTenantId fallbackToDefaultTenant'],
  ],
  'Make it a service task and let its function wait, or draw a receive task after it.': [
    ['a triggerable service', 'triggerable', DECIDES],
    ['a service that sends the message', ''],
  ],
  'Draw the call on a parallel branch of its own.': [
    ['a call that is not waited for', 'waitForCompletion', { ...DECIDES, harmless: 'true' }],
  ],
  'Write the flows in the order in which they should be evaluated.': [
    ['a priority among the flows of a gateway, which are evaluated in the order of the file', '', DECIDES],
  ],
  'Let each service set its own variable, or let one append to a list.': [
    ['an output collection', '<variableAggregation>', DECIDES],
  ],
  'Let a service before it set the list as a variable, and name that as the collection.': [
    ['a collection that its engine parses', '<collection>'],
  ],
  'Write ttc:correlationKey on the message event.': [['a correlation key of its engine', 'correlationKey', DECIDES]],
  'Let the function of the service throw a BpmnError.': [
    ['an error mapping', '<errorEventDefinition>', DECIDES],
    ['an exception mapping', '<mapException>', DECIDES],
  ],
  'Write it on a service, which gets it in job.input.': [
    ['an injected field', '<field>'],
    ['task headers', '<taskHeaders>'],
    ['rules', 'ruleVariablesInput rules exclude rule'],
    ['a connector', '<connector>'],
  ],
  'Let the host report the event with bridge.message.': [
    ['an event of the registry', '<eventType> <triggerEventType>'],
  ],
  'Use a conditional event over the variable.': [
    ['an event for the change of a variable', '<variableListenerEventDefinition>'],
  ],
  'Let the host compute the date: ttc:timeOut takes an expression.': [
    ['a business calendar', 'businessCalendarName', DECIDES],
  ],
  'Leave it if the process does not depend on it; otherwise use a service task.': [
    ['linked resources', '<linkedResources>'],
    ['an agent', '<agentDefinition>'],
    ['a resource of its own', '<customResource>'],
    ['a handler of HTTP requests', '<httpRequestHandler>'],
    ['a handler of HTTP responses', '<httpResponseHandler>'],
    ['a scope of a signal', 'scope'],
    ['an extension of its engine', 'extensionId'],
    // In jBPM a called process goes on when its call is interrupted; here it ends with the call.
    ['a called process that outlives its call (independent)', '', DECIDES],
  ],
};

const FEATURES = Object.entries(ROWS).flatMap(([remedy, rows]) =>
  rows.map(([called, names, more]) => ({ feature: { called, remedy, ...more }, names: names.split(' ') })),
);

/** The features that have a name of their own, by that name. */
export const FEATURES_BY_NAME: ReadonlyMap<string, VendorFeature> = new Map(
  FEATURES.flatMap(({ feature, names }) => names.map((name) => [name, feature] as const)),
);

/** @param called as in the table */
export function featureCalled(called: string): VendorFeature {
  const found = FEATURES.find(({ feature }) => feature.called === called);
  if (found === undefined) throw new TypeError(`no feature is called ${called}`);
  return found.feature;
}

export const PARSED_COLLECTION = featureCalled('a collection that its engine parses');

/** Attributes of `zeebe:calledElement` that are not run. */
export const CALL_SETTINGS: ReadonlyMap<string, VendorFeature> = new Map([
  ['businessId', featureCalled('a business key of a call')],
]);
