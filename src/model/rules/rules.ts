import { boundaryNeverFires } from './events/boundary-never-fires.ts';
import { boundaryOnWrongHost } from './events/boundary-on-wrong-host.ts';
import { catchWithoutCode } from './events/catch-without-code.ts';
import { codeIsExpression } from './events/code-is-expression.ts';
import { errorAlwaysInterrupts } from './events/error-always-interrupts.ts';
import { errorNotCaught } from './events/error-not-caught.ts';
import { escalationNotCaught } from './events/escalation-not-caught.ts';
import { eventConditionInvalid } from './events/event-condition-invalid.ts';
import { eventSubProcessStart } from './events/event-sub-process-start.ts';
import { eventWithoutName } from './events/event-without-name.ts';
import { multiInstanceThrowsEvents } from './events/multi-instance-throws-events.ts';
import { severalEventDefinitions } from './events/several-event-definitions.ts';
import { startTriggerReadsVariables } from './events/start-trigger-reads-variables.ts';
import { throwWithoutCode } from './events/throw-without-code.ts';
import { timerCycleFiresOnce } from './events/timer-cycle-fires-once.ts';
import { timerInvalid } from './events/timer-invalid.ts';
import { timerReadAs } from './events/timer-read-as.ts';
import { booleanInvalid } from './file/boolean-invalid.ts';
import { collaborationPartNotRun } from './file/collaboration-part-not-run.ts';
import { duplicateId } from './file/duplicate-id.ts';
import { elementNotSupported } from './file/element-not-supported.ts';
import { extensionNotUnderstood } from './file/extension-not-understood.ts';
import { filePartSkipped } from './file/file-part-skipped.ts';
import { idGenerated } from './file/id-generated.ts';
import { idMissing } from './file/id-missing.ts';
import { messageFlowNotSupported } from './file/message-flow-not-supported.ts';
import { nameNotComputed } from './file/name-not-computed.ts';
import { needsBridgeDeploy } from './file/needs-bridge-deploy.ts';
import { otherPoolNotRun } from './file/other-pool-not-run.ts';
import { partGivenTwice } from './file/part-given-twice.ts';
import { partNotRun } from './file/part-not-run.ts';
import { placeholderAsName } from './file/placeholder-as-name.ts';
import { prefixUndeclared } from './file/prefix-undeclared.ts';
import { processNotExecutable } from './file/process-not-executable.ts';
import { referenceIsName } from './file/reference-is-name.ts';
import { referenceUnresolved } from './file/reference-unresolved.ts';
import { severalExecutableProcesses } from './file/several-executable-processes.ts';
import { ttcPartInvalid } from './file/ttc-part-invalid.ts';
import { ttcValueInvalid } from './file/ttc-value-invalid.ts';
import { unknownAttribute } from './file/unknown-attribute.ts';
import { unknownTtcName } from './file/unknown-ttc-name.ts';
import { conditionIgnored } from './flows/condition-ignored.ts';
import { conditionInScriptLanguage } from './flows/condition-in-script-language.ts';
import { conditionIsPlainText } from './flows/condition-is-plain-text.ts';
import { defaultFlowElsewhere } from './flows/default-flow-elsewhere.ts';
import { defaultFlowWithCondition } from './flows/default-flow-with-condition.ts';
import { defaultFlowWithoutButton } from './flows/default-flow-without-button.ts';
import { eventGatewayTargets } from './flows/event-gateway-targets.ts';
import { flowAcrossScopes } from './flows/flow-across-scopes.ts';
import { flowNotAllowed } from './flows/flow-not-allowed.ts';
import { flowWithoutCondition } from './flows/flow-without-condition.ts';
import { flowWithoutEnds } from './flows/flow-without-ends.ts';
import { flowsShareTarget } from './flows/flows-share-target.ts';
import { gatewayMayGetStuck } from './flows/gateway-may-get-stuck.ts';
import { gatewayWithoutConditions } from './flows/gateway-without-conditions.ts';
import { gatewayWithoutOutgoingFlow } from './flows/gateway-without-outgoing-flow.ts';
import { inclusiveTakesAll } from './flows/inclusive-takes-all.ts';
import { joinMayWaitForever } from './flows/join-may-wait-forever.ts';
import { loopWithoutWait } from './flows/loop-without-wait.ts';
import { nestedTooDeep } from './flows/nested-too-deep.ts';
import { nodeUnreachable } from './flows/node-unreachable.ts';
import { oneStartEvent } from './flows/one-start-event.ts';
import { openedForEachToken } from './flows/opened-for-each-token.ts';
import { subProcessStart } from './flows/sub-process-start.ts';
import { tokensNotChecked } from './flows/tokens-not-checked.ts';
import { circulationWithoutMessage } from './messages/circulation-without-message.ts';
import { messageInvalid } from './messages/message-invalid.ts';
import { messageNotSent } from './messages/message-not-sent.ts';
import { messageParameterUnplaced } from './messages/message-parameter-unplaced.ts';
import { completionConditionInvalid } from './multi-instances/completion-condition-invalid.ts';
import { completionGivenTwice } from './multi-instances/completion-given-twice.ts';
import { completionWithoutCountersign } from './multi-instances/completion-without-countersign.ts';
import { countersignWithoutVotes } from './multi-instances/countersign-without-votes.ts';
import { lastSignerDecides } from './multi-instances/last-signer-decides.ts';
import { multiInstanceOnOtherTask } from './multi-instances/multi-instance-on-other-task.ts';
import { multiInstanceWithoutNumber } from './multi-instances/multi-instance-without-number.ts';
import { sharedCountersignInvalid } from './multi-instances/shared-countersign-invalid.ts';
import { standardLoopInvalid } from './multi-instances/standard-loop-invalid.ts';
import { votesIncomplete } from './multi-instances/votes-incomplete.ts';
import { votesInsteadOfConditions } from './multi-instances/votes-instead-of-conditions.ts';
import { votesWithCompletionCondition } from './multi-instances/votes-with-completion-condition.ts';
import type { FileRule, Rule } from './rule.ts';
import { expressionInvalid } from './services/expression-invalid.ts';
import { functionMissing } from './services/function-missing.ts';
import { mappingNotSupported } from './services/mapping-not-supported.ts';
import { scriptInvalid } from './services/script-invalid.ts';
import { scriptNotRun } from './services/script-not-run.ts';
import { serviceMissing } from './services/service-missing.ts';
import { serviceNameComputed } from './services/service-name-computed.ts';
import { serviceReplacesBuiltIn } from './services/service-replaces-built-in.ts';
import { serviceWithoutName } from './services/service-without-name.ts';
import { actionInvalid } from './tasks/action-invalid.ts';
import { actionWithoutNextNode } from './tasks/action-without-next-node.ts';
import { actionWithoutTarget } from './tasks/action-without-target.ts';
import { buttonWithoutEvent } from './tasks/button-without-event.ts';
import { buttonWithoutName } from './tasks/button-without-name.ts';
import { candidatesIgnored } from './tasks/candidates-ignored.ts';
import { formDefaultDecides } from './tasks/form-default-decides.ts';
import { handlerFromLane } from './tasks/handler-from-lane.ts';
import { handlersAndGroup } from './tasks/handlers-and-group.ts';
import { laneAutoclaimNotSupported } from './tasks/lane-autoclaim-not-supported.ts';
import { noHandlerToReport } from './tasks/no-handler-to-report.ts';
import { summaryInvalid } from './tasks/summary-invalid.ts';
import { timeOutInvalid } from './tasks/time-out-invalid.ts';
import { urlInvalid } from './tasks/url-invalid.ts';
import { userTaskWithoutHandler } from './tasks/user-task-without-handler.ts';
import { getterReadsMember } from './vendors/getter-reads-member.ts';
import { unknownVendorName } from './vendors/unknown-vendor-name.ts';
import { vendorFeatureNotRun } from './vendors/vendor-feature-not-run.ts';
import { vendorNameMisplaced } from './vendors/vendor-name-misplaced.ts';

/** Rules for a file, in the order in which their problems are listed. */
export const FILE_RULES: readonly FileRule[] = [
  filePartSkipped,
  prefixUndeclared,
  unknownAttribute,
  booleanInvalid,
  partGivenTwice,
  extensionNotUnderstood,
  duplicateId,
  idGenerated,
  referenceUnresolved,
  referenceIsName,
  processNotExecutable,
  severalExecutableProcesses,
  otherPoolNotRun,
  messageFlowNotSupported,
  collaborationPartNotRun,
];

/** Rules for the process that was chosen from the file. */
export const RULES: readonly Rule[] = [
  elementNotSupported,
  needsBridgeDeploy,
  oneStartEvent,
  idMissing,
  flowWithoutEnds,
  flowAcrossScopes,
  flowNotAllowed,
  nodeUnreachable,
  gatewayWithoutOutgoingFlow,
  subProcessStart,
  nestedTooDeep,
  eventSubProcessStart,
  boundaryOnWrongHost,
  eventGatewayTargets,
  severalEventDefinitions,
  eventWithoutName,
  eventConditionInvalid,
  throwWithoutCode,
  catchWithoutCode,
  codeIsExpression,
  timerInvalid,
  timerReadAs,
  timerCycleFiresOnce,
  startTriggerReadsVariables,
  errorNotCaught,
  escalationNotCaught,
  boundaryNeverFires,
  errorAlwaysInterrupts,
  flowsShareTarget,
  joinMayWaitForever,
  openedForEachToken,
  tokensNotChecked,
  userTaskWithoutHandler,
  noHandlerToReport,
  handlersAndGroup,
  candidatesIgnored,
  handlerFromLane,
  placeholderAsName,
  laneAutoclaimNotSupported,
  gatewayWithoutConditions,
  flowWithoutCondition,
  gatewayMayGetStuck,
  defaultFlowElsewhere,
  defaultFlowWithCondition,
  defaultFlowWithoutButton,
  inclusiveTakesAll,
  loopWithoutWait,
  expressionInvalid,
  nameNotComputed,
  formDefaultDecides,
  functionMissing,
  getterReadsMember,
  conditionInScriptLanguage,
  conditionIsPlainText,
  conditionIgnored,
  buttonWithoutEvent,
  buttonWithoutName,
  actionInvalid,
  actionWithoutNextNode,
  actionWithoutTarget,
  summaryInvalid,
  timeOutInvalid,
  urlInvalid,
  ttcPartInvalid,
  ttcValueInvalid,
  unknownTtcName,
  multiInstanceWithoutNumber,
  multiInstanceOnOtherTask,
  multiInstanceThrowsEvents,
  standardLoopInvalid,
  sharedCountersignInvalid,
  completionWithoutCountersign,
  completionConditionInvalid,
  completionGivenTwice,
  countersignWithoutVotes,
  votesIncomplete,
  votesWithCompletionCondition,
  votesInsteadOfConditions,
  lastSignerDecides,
  serviceWithoutName,
  serviceNameComputed,
  serviceReplacesBuiltIn,
  serviceMissing,
  scriptInvalid,
  scriptNotRun,
  mappingNotSupported,
  messageInvalid,
  messageNotSent,
  messageParameterUnplaced,
  circulationWithoutMessage,
  vendorFeatureNotRun,
  unknownVendorName,
  vendorNameMisplaced,
  partNotRun,
];
