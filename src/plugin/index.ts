/** Entry point `bpmn-transaction-bridge/plugin`: the translation without the bridge, for an engine that the host owns. */

export type { Answer } from '../callback/answer.ts';
export type { AnswerHook } from '../callback/callback-handler.ts';
export type { DecryptFunction, TextEncoding } from '../callback/cipher/cipher.ts';
export type { IdTokenFunction } from '../callback/id-token/id-token.ts';
export type { CenterClient, FailedCall, HandleTasksOutcome, SendMessageOutcome } from '../center/port.ts';
export type { CallbackOptions, CenterOptions, SigningKeyOptions } from '../config/bridge-options.ts';
export type {
  AesCbcOptions,
  AesEcbOptions,
  AesGcmOptions,
  CbcOptions,
  CipherOptions,
  KeyedOptions,
  Sm4CbcOptions,
} from '../config/cipher-options.ts';
export type { CirculationOptions } from '../config/circulation.ts';
export type { ExpressionOptions } from '../config/expressions.ts';
export type {
  AsymmetricAlgorithm,
  IdTokenOptions,
  JwksIdTokenOptions,
  JwtClaimOptions,
  KeyIdTokenOptions,
  SymmetricAlgorithm,
} from '../config/id-token-options.ts';
export type { LimitOptions } from '../config/limits.ts';
export type { ProcessDefaults } from '../config/process-defaults.ts';
export {
  BridgeError,
  CenterError,
  ERROR_CODES,
  type ErrorCode,
  type ErrorInit,
  InputError,
  ModelError,
  StepError,
  StoreError,
} from '../errors.ts';
export {
  type ActedTask,
  type Assign,
  BpmnError,
  type Identity,
  type ScriptFunction,
  type ScriptJob,
  type ServiceFunction,
  type ServiceJob,
  type TaskHandlers,
  type TaskToAssign,
} from '../host/host.ts';
export type { Logger } from '../logger.ts';
export type { MessageType, MessageTypes } from '../messages/message-types.ts';
export type { DefaultHandlers } from '../model/default-assignment.ts';
export type { ExpressionFunction } from '../model/expressions/host-functions.ts';
export type { Problem } from '../model/problem.ts';
export type { AllowedOperation } from '../model/ttc/allowed-operations.ts';
export { judgeReports } from '../outbox/judge-reports.ts';
export { composeCalls, type NextAttempt, type ReportAttempt, type ReportJudgement } from '../outbox/report-call.ts';
export type {
  Addresses,
  AddressOptions,
  CallbackCall,
  CallbackPress,
  Callbacks,
  CallbacksOptions,
  ReadPress,
  SignedButton,
} from '../parts/callbacks.ts';
export type { CenterConnection } from '../parts/center-connection.ts';
export { openAddresses, openCallbacks } from '../parts/open-callbacks.ts';
export { openCenter } from '../parts/open-center.ts';
export type { Action, PreviousAction } from '../protocol/action.ts';
export type { ActionType, Channel, HttpMethod, TaskList, TaskState } from '../protocol/constants.ts';
export type { InstanceStatus } from '../protocol/instance-status.ts';
export type { JsonValue } from '../protocol/json-object.ts';
export type { MessageData, MessageProblem, MessageSendRequest } from '../protocol/message-send.ts';
export { type Report, type ReportKind, withoutSystemTask } from '../protocol/report.ts';
export type { HandlingStatus, NextTaskItem, TaskHandlingError, TaskHandlingItem } from '../protocol/task-handling.ts';
export type {
  StatusAction,
  StatusNextTask,
  StatusTaskData,
  StatusTimeForm,
  TaskStatusEntry,
} from '../protocol/task-status.ts';
export type { AskKind, ReportWait, TaskPanel, TaskReport, TaskView } from '../protocol/task-view.ts';
export type { Verdict, VerdictKind } from '../protocol/verdict.ts';
export type { AccountNames } from '../read-options.ts';
export type { Catalogue, TextName } from '../texts/catalogue.ts';
export type { Locale } from '../texts/read-locale.ts';
export { toNodeListener } from '../to-node-listener.ts';
export type { AskMethods } from './apply/operations/ask-methods.ts';
export type {
  AddSignersOptions,
  CirculateOptions,
  ClaimOptions,
  DelegateOptions,
  OperationOptions,
  ReassignOptions,
  RecallOptions,
  ReleaseOptions,
  SendBackOptions,
  TransferOptions,
  VariablesOptions,
} from './apply/operations/operation-options.ts';
export type { SendBackTarget } from './apply/panels/send-back.ts';
export type { PressOptions } from './apply/press/press-options.ts';
export type { ActionEvent, PressedAction } from './apply/press/pressed-action.ts';
export type { ReportExplanation } from './explain/report-explanation.ts';
export type { FindProcess, ProcessQuery } from './late-calls/find-called.ts';
export { createPlugin } from './live/create-plugin.ts';
export type { Plugin, PluginDiagram, PluginInstance, PluginTask } from './live/plugin.ts';
export type { CallerEngineOptions, PluginOptions, ThrownEvent } from './live/plugin-options.ts';
export type { JobOutcome } from './live/service-calls.ts';
export { composeTaskStatus, type TaskStatusOptions } from './outcome/compose-task-status.ts';
export type { TaskAction } from './outcome/task-action.ts';
export type { OpenTask, Origin } from './state/ledger.ts';
export type { PanelRule } from './state/panel.ts';
export { createEngineHost } from './stored/create-engine-host.ts';
export type {
  EngineHost,
  HostEvent,
  HostPress,
  HostStart,
  StartedInstance,
  StoredPlugin,
} from './stored/engine-host.ts';
export type {
  AwaitedEvent,
  EngineHostOptions,
  HostedPluginOptions,
  InstanceChange,
  NumberedReport,
  StoredInstance,
  StoredJob,
  StoredMessage,
  StoredThrow,
} from './stored/engine-host-options.ts';
