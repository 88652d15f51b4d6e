import type { Vendor } from '../../moddle/vendor.ts';
import { DESCRIBED } from './described-names.ts';

/** The types of BPMN elements that may have a name, without `bpmn:`; undefined: all. */
export type Places = readonly string[] | undefined;

/** The names in the namespace of an engine. Any other name is a typo and has no effect in any engine. */
export interface VendorNames {
  /** Attributes of BPMN elements. */
  readonly attributes: ReadonlyMap<string, Places>;
  /** Elements by name; their places are those directly in `extensionElements`. */
  readonly elements: ReadonlyMap<
    string,
    { readonly places: Places; readonly attributes: ReadonlySet<string> | undefined }
  >;
}

// Flowable 7 and Activiti 8 and earlier have no moddle descriptor. Only names that are read here have places.
const FLOWABLE = `
assignee candidateUsers candidateGroups dueDate: UserTask
formKey: StartEvent UserTask
initiator: StartEvent
class delegateExpression expression resultVariable resultVariableName: ServiceTask BusinessRuleTask SendTask ScriptTask
collection elementVariable: MultiInstanceLoopCharacteristics
async asyncBefore asyncAfter asyncLeave asyncLeaveExclusive exclusive jobPriority triggerable isEagerExecutionFetching: *
candidateStarterUsers candidateStarterGroups historyLevel versionTag formFieldValidation elementIndexVariable: *
noWaitStatesAsyncLeave autoStoreVariables type topic extensionId skipExpression useLocalScopeForResultVariable: *
storeResultVariableAsTransient doNotIncludeVariables jobCategory owner businessCalendarName category priority: *
taskIdVariableName activeTaskIdVariableName taskCompleterVariableName ruleVariablesInput rules exclude rule: *
businessKey inheritBusinessKey sameDeployment fallbackToDefaultTenant idVariableName processInstanceIdVariableName: *
calledElementType processInstanceName inheritVariables useLocalScopeForOutParameters completeAsync: *
caseDefinitionKey caseInstanceName correlationKey messageExpression signalExpression scope endDate: *
errorVariableName errorVariableLocalScope errorVariableTransient terminateAll terminateMultiInstance: *
modelId modelVersion tenantId parallelInSameTransaction dataType userType text processCategory: *
<executionListener *> <taskListener *> <eventListener *> <httpRequestHandler *> <httpResponseHandler *>: *
<formProperty *> <formData *> <field *> <string *> <expression *> <value *> <properties *> <property *> <in *> <out *>: *
<failedJobRetryTimeCycle *> <mapException *> <potentialStarter *> <customResource *> <collection *>: *
<variableAggregation *> <variable *> <eventType *> <triggerEventType *> <sendSynchronously *> <channelKey *>: *
<triggerChannelKey *> <eventCorrelationParameter *> <eventInParameter *> <eventOutParameter *>: *
<triggerEventCorrelationParameter *> <startEventCorrelationConfiguration *> <decisionReferenceType *> <script *>: *
<historyLevel *> <manualCorrelationParameter *> <variableListenerEventDefinition *> <systemChannel *>: *
<includeInHistory> <task-candidates-type> <work-form-field-validation>: *
<formField *>: -
`;

// jBPM 7 and Kogito, in the namespace of Drools. Only names that are read here have places.
const DROOLS = `
ruleFlowGroup: BusinessRuleTask
serviceinterface serviceoperation: ServiceTask
taskName: Task
packageName version adHoc autoStart caseIdPrefix caseRoles imports variableTags customSLADueDate: *
bgcolor fgcolor bordercolor fontsize fontcolor selectable color-background icon displayName category displayTexture: *
ruleLanguage namespace model decision independent waitForCompletion serviceimplementation dtype priority: *
boundaryca boundarycaforbiddenevent dockerinfo erefname esccode msgref sigref linkRef: *
customScope customAsync customAutoStart type order triggerMode scriptFormat calledElementByName dg: *
<import name location namespace importType> <global identifier type> <onEntry-script scriptFormat>: *
<onExit-script scriptFormat> <script> <metaData name> <metaValue> <metadata> <metaentry name value> <scriptFormat>: *
`;

/**
 * Reads lines of names and, after the colon, their places: `*` is any, `-` is none. An element stands in angle brackets with
 * its attributes; `*` says that they are not checked.
 */
function readNames(lines: string): VendorNames {
  const attributes = new Map<string, Places>();
  const elements = new Map<string, { places: Places; attributes: ReadonlySet<string> | undefined }>();
  for (const [, names = '', types = ''] of lines.matchAll(/^(.+): (.+)$/gm)) {
    const places = types === '*' ? undefined : types.split(' ').filter((type) => type !== '-');
    for (const [name] of names.matchAll(/<[^<>]+>|[^\s<]+/g)) {
      if (!name.startsWith('<')) attributes.set(name, places);
      else {
        const [element = '', ...own] = name.slice(1, -1).split(' ');
        elements.set(element, { places, attributes: own[0] === '*' ? undefined : new Set(own) });
      }
    }
  }
  return { attributes, elements };
}

/** A vendor whose namespace belongs to an engine; `ttc` is our own. */
export type EngineVendor = Exclude<Vendor, 'ttc'>;

export function isEngine(vendor: Vendor | undefined): vendor is EngineVendor {
  return vendor !== undefined && vendor !== 'ttc';
}

const flowable = readNames(FLOWABLE);

export const VENDOR_NAMES: Readonly<Record<EngineVendor, VendorNames>> = {
  camunda: readNames(DESCRIBED.camunda),
  zeebe: readNames(DESCRIBED.zeebe),
  flowable,
  activiti: flowable,
  drools: readNames(DROOLS),
};
