import { actionInvalid } from './action-invalid.ts';
import { actionWithoutNextNode } from './action-without-next-node.ts';
import { actionWithoutTarget } from './action-without-target.ts';
import { booleanInvalid } from './boolean-invalid.ts';
import { boundaryNeverFires } from './boundary-never-fires.ts';
import { boundaryOnWrongHost } from './boundary-on-wrong-host.ts';
import { buttonTellsNobody } from './button-tells-nobody.ts';
import { buttonWithoutName } from './button-without-name.ts';
import { candidatesStandBack } from './candidates-stand-back.ts';
import { catchWithoutCode } from './catch-without-code.ts';
import { circulationTellsNobody } from './circulation-tells-nobody.ts';
import { codeIsExpression } from './code-is-expression.ts';
import { collaborationPartNotRun } from './collaboration-part-not-run.ts';
import { completionConditionInvalid } from './completion-condition-invalid.ts';
import { completionGivenTwice } from './completion-given-twice.ts';
import { completionWithoutCountersign } from './completion-without-countersign.ts';
import { conditionIgnored } from './condition-ignored.ts';
import { conditionInScriptLanguage } from './condition-in-script-language.ts';
import { conditionIsPlainText } from './condition-is-plain-text.ts';
import { countersignWithoutVotes } from './countersign-without-votes.ts';
import { defaultFlowElsewhere } from './default-flow-elsewhere.ts';
import { defaultFlowWithCondition } from './default-flow-with-condition.ts';
import { defaultFlowWithoutButton } from './default-flow-without-button.ts';
import { duplicateId } from './duplicate-id.ts';
import { elementNotSupported } from './element-not-supported.ts';
import { errorAlwaysInterrupts } from './error-always-interrupts.ts';
import { errorNotCaught } from './error-not-caught.ts';
import { escalationNotCaught } from './escalation-not-caught.ts';
import { eventConditionInvalid } from './event-condition-invalid.ts';
import { eventGatewayTargets } from './event-gateway-targets.ts';
import { eventSubProcessStart } from './event-sub-process-start.ts';
import { eventWithoutName } from './event-without-name.ts';
import { expressionInvalid } from './expression-invalid.ts';
import { extensionNotUnderstood } from './extension-not-understood.ts';
import { filePartSkipped } from './file-part-skipped.ts';
import { flowAcrossScopes } from './flow-across-scopes.ts';
import { flowNotAllowed } from './flow-not-allowed.ts';
import { flowWithoutCondition } from './flow-without-condition.ts';
import { flowWithoutEnds } from './flow-without-ends.ts';
import { flowsShareTarget } from './flows-share-target.ts';
import { formDefaultDecides } from './form-default-decides.ts';
import { functionMissing } from './function-missing.ts';
import { gatewayMayGetStuck } from './gateway-may-get-stuck.ts';
import { gatewayWithoutConditions } from './gateway-without-conditions.ts';
import { getterReadsMember } from './getter-reads-member.ts';
import { handlerFromLane } from './handler-from-lane.ts';
import { handlersAndGroup } from './handlers-and-group.ts';
import { idMade } from './id-made.ts';
import { idMissing } from './id-missing.ts';
import { inclusiveTakesAll } from './inclusive-takes-all.ts';
import { joinMayWaitForever } from './join-may-wait-forever.ts';
import { laneKeepsHandler } from './lane-keeps-handler.ts';
import { lastSignerDecides } from './last-signer-decides.ts';
import { mappingNotSupported } from './mapping-not-supported.ts';
import { messageFlowNotSupported } from './message-flow-not-supported.ts';
import { messageInvalid } from './message-invalid.ts';
import { messageNotSent } from './message-not-sent.ts';
import { messageParameterUnplaced } from './message-parameter-unplaced.ts';
import { multiInstanceOnOtherTask } from './multi-instance-on-other-task.ts';
import { multiInstanceThrowsEvents } from './multi-instance-throws-events.ts';
import { multiInstanceWithoutNumber } from './multi-instance-without-number.ts';
import { nameNotComputed } from './name-not-computed.ts';
import { needsBridgeDeploy } from './needs-bridge-deploy.ts';
import { nestedTooDeep } from './nested-too-deep.ts';
import { nobodyStandsIn } from './nobody-stands-in.ts';
import { nodeUnreachable } from './node-unreachable.ts';
import { nodeWithoutWayOn } from './node-without-way-on.ts';
import { oneStartEvent } from './one-start-event.ts';
import { openedForEachToken } from './opened-for-each-token.ts';
import { otherPoolNotRun } from './other-pool-not-run.ts';
import { partGivenTwice } from './part-given-twice.ts';
import { partNotRun } from './part-not-run.ts';
import { placeholderAsName } from './placeholder-as-name.ts';
import { prefixUndeclared } from './prefix-undeclared.ts';
import { processNotExecutable } from './process-not-executable.ts';
import { referenceIsName } from './reference-is-name.ts';
import { referenceUnresolved } from './reference-unresolved.ts';
import type { FileRule, Rule } from './rule.ts';
import { scriptInvalid } from './script-invalid.ts';
import { scriptNotRun } from './script-not-run.ts';
import { serviceInPlace } from './service-in-place.ts';
import { serviceMissing } from './service-missing.ts';
import { serviceNameComputed } from './service-name-computed.ts';
import { serviceWithoutName } from './service-without-name.ts';
import { severalEventDefinitions } from './several-event-definitions.ts';
import { severalExecutableProcesses } from './several-executable-processes.ts';
import { sharedCountersignInvalid } from './shared-countersign-invalid.ts';
import { standardLoopInvalid } from './standard-loop-invalid.ts';
import { startTriggerReadsVariables } from './start-trigger-reads-variables.ts';
import { subProcessStart } from './sub-process-start.ts';
import { summaryInvalid } from './summary-invalid.ts';
import { throwWithoutCode } from './throw-without-code.ts';
import { timeOutInvalid } from './time-out-invalid.ts';
import { timerCycleFiresOnce } from './timer-cycle-fires-once.ts';
import { timerInvalid } from './timer-invalid.ts';
import { timerReadAs } from './timer-read-as.ts';
import { tokensNotChecked } from './tokens-not-checked.ts';
import { ttcPartInvalid } from './ttc-part-invalid.ts';
import { ttcValueInvalid } from './ttc-value-invalid.ts';
import { unknownAttribute } from './unknown-attribute.ts';
import { unknownTtcName } from './unknown-ttc-name.ts';
import { unknownVendorName } from './unknown-vendor-name.ts';
import { urlInvalid } from './url-invalid.ts';
import { userTaskWithoutHandler } from './user-task-without-handler.ts';
import { vendorFeatureNotRun } from './vendor-feature-not-run.ts';
import { vendorNameMisplaced } from './vendor-name-misplaced.ts';
import { votesIncomplete } from './votes-incomplete.ts';
import { votesInsteadOfConditions } from './votes-instead-of-conditions.ts';
import { votesWithCompletionCondition } from './votes-with-completion-condition.ts';

/** Rules over a file, in the order their problems are listed. */
export const FILE_RULES: readonly FileRule[] = [
  filePartSkipped,
  prefixUndeclared,
  unknownAttribute,
  booleanInvalid,
  partGivenTwice,
  extensionNotUnderstood,
  duplicateId,
  idMade,
  referenceUnresolved,
  referenceIsName,
  processNotExecutable,
  severalExecutableProcesses,
  otherPoolNotRun,
  messageFlowNotSupported,
  collaborationPartNotRun,
];

/** Rules over the process that was chosen from it. */
export const RULES: readonly Rule[] = [
  elementNotSupported,
  needsBridgeDeploy,
  oneStartEvent,
  idMissing,
  flowWithoutEnds,
  flowAcrossScopes,
  flowNotAllowed,
  nodeUnreachable,
  nodeWithoutWayOn,
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
  nobodyStandsIn,
  handlersAndGroup,
  candidatesStandBack,
  handlerFromLane,
  placeholderAsName,
  laneKeepsHandler,
  gatewayWithoutConditions,
  flowWithoutCondition,
  gatewayMayGetStuck,
  defaultFlowElsewhere,
  defaultFlowWithCondition,
  defaultFlowWithoutButton,
  inclusiveTakesAll,
  expressionInvalid,
  nameNotComputed,
  formDefaultDecides,
  functionMissing,
  getterReadsMember,
  conditionInScriptLanguage,
  conditionIsPlainText,
  conditionIgnored,
  buttonTellsNobody,
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
  serviceInPlace,
  serviceMissing,
  scriptInvalid,
  scriptNotRun,
  mappingNotSupported,
  messageInvalid,
  messageNotSent,
  messageParameterUnplaced,
  circulationTellsNobody,
  vendorFeatureNotRun,
  unknownVendorName,
  vendorNameMisplaced,
  partNotRun,
];
