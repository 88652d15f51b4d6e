import type { EngineVendor } from '../../../src/model/rules/vendor-names.ts';

/** Where it was looked up what a vendor means: a page of its documentation, or a file of its repository. */
export interface Source {
  /** Local names, as in `readings.ts`. */
  readonly names: string;
  readonly in: string;
}

const FLOWABLE_DOCS = 'ch07b-BPMN-Constructs.md';
const CALL_DOCS = 'Activities-section.adoc';

/** The vendors' own word for what is read, or not run, as the tables say. */
export const SOURCES: Readonly<Record<EngineVendor, readonly Source[]>> = {
  camunda: [
    { names: 'assignee candidateUsers candidateGroups', in: '`TaskDecorator.java`, `Task.xml`' },
    { names: 'collection elementVariable', in: '“Task Markers”, `MultiInstanceActivityBehavior.java`' },
    { names: 'errorCodeVariable', in: '“Error Events”, `ErrorEventDefinition.java`' },
    { names: 'dueDate followUpDate', in: '“User Task”, `TaskDecorator.java`' },
    { names: 'calledElementBinding', in: '`BpmnParse.java`' },
    { names: 'variableName variableEvents', in: '`ConditionalEventDefinition.java`' },
  ],
  zeebe: [
    { names: '<assignmentDefinition>', in: '“User tasks”, `UserTaskTransformer.java`' },
    { names: '<loopCharacteristics>', in: '“Multi-instance”, `MultiInstanceBodyProcessor.java`' },
  ],
  flowable: [
    { names: 'assignee candidateUsers candidateGroups', in: `“User assignment” in \`${FLOWABLE_DOCS}\`` },
    { names: 'dueDate', in: `“Due Date” in \`${FLOWABLE_DOCS}\`` },
    { names: 'initiator', in: `“None Start Event” in \`${FLOWABLE_DOCS}\`` },
    {
      names: 'collection elementVariable elementIndexVariable',
      in: `“Multi-instance” in \`${FLOWABLE_DOCS}\`, \`MultiInstanceActivityBehavior.java\` of both`,
    },
    { names: 'terminateAll terminateMultiInstance', in: `“Terminate End Event” in \`${FLOWABLE_DOCS}\`` },
    { names: 'scope', in: `“Signal event scope” in \`${FLOWABLE_DOCS}\`` },
    { names: 'endDate businessCalendarName', in: `“Timer Event Definitions” in \`${FLOWABLE_DOCS}\`` },
    { names: 'errorVariableName', in: '`ErrorPropagation.java`' },
    { names: 'skipExpression', in: '`TakeOutgoingSequenceFlowsOperation.java`' },
    { names: 'triggerable useLocalScopeForResultVariable', in: `“Java Service Task” in \`${FLOWABLE_DOCS}\`` },
    {
      names: 'sameDeployment calledElementType inheritVariables inheritBusinessKey',
      in: `“Call activity” in \`${FLOWABLE_DOCS}\``,
    },
  ],
  activiti: [],
  drools: [
    {
      names: 'customScope <metaData> <metaValue>',
      in: '“Triggering Signals” in `appe-process-elements.adoc`, `SendSignalAction.java`',
    },
    {
      names: 'independent waitForCompletion',
      in: `“Reusable sub-process” in \`${CALL_DOCS}\`, \`SubProcessNodeInstance.java\``,
    },
    { names: 'priority', in: '“Data-based Exclusive Gateway” in `appe-process-elements.adoc`, `SplitInstance.java`' },
  ],
};
