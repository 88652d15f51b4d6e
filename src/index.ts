/** The public surface. */

export type { ExplainedReport } from './bridge/answers/explained-report.ts';
export type { Health } from './bridge/answers/health.ts';
export type { InstanceDiagram } from './bridge/answers/instance-diagram.ts';
export type { Bridge } from './bridge/bridge.ts';
export type {
  BridgeIncidents,
  BridgeInstances,
  BridgeKeys,
  BridgeMessages,
  BridgeOutbox,
  BridgeTasks,
  InstanceView,
} from './bridge/bridge-collections.ts';
export { createBridge } from './bridge/create-bridge.ts';
export type { Deployed, DeployedProcess, Deployment } from './bridge/definitions/deployment.ts';
export type { DeploySource } from './bridge/definitions/read-sources.ts';
export type {
  MessageChanges,
  MessageRequest,
  RetryMessageOptions,
  SendOptions,
  SkipMessageOptions,
} from './bridge/delivery/message-options.ts';
export type { RetryReportOptions, SkipReportOptions } from './bridge/delivery/outbox-options.ts';
export type { BridgeEvents } from './bridge/events.ts';
export type { DeployOptions } from './bridge/operations/deploy-options.ts';
export type {
  BroadcastOptions,
  BroadcastOutcome,
  EventOutcome,
  MessageOptions,
  SignalOptions,
} from './bridge/operations/event-options.ts';
export type {
  CirculateOptions,
  OperationOptions,
  ReassignOptions,
  TransferOptions,
  VariablesOptions,
} from './bridge/operations/operation-options.ts';
export type { PressOptions } from './bridge/operations/press-options.ts';
export type { StartOptions } from './bridge/operations/start-options.ts';
export type { Answer } from './callback/answer.ts';
export type { AnswerHook } from './callback/callback-handler.ts';
export type {
  BridgeOptions,
  CallbackOptions,
  CenterOptions,
  CirculationOptions,
  ExpressionOptions,
  JobOptions,
  OutboxOptions,
  ProcessDefaults,
  RetentionOptions,
  SigningKeyOptions,
} from './config/bridge-options.ts';
export type {
  AesCbcOptions,
  AesEcbOptions,
  AesGcmOptions,
  CipherOptions,
  Sm4CbcOptions,
} from './config/cipher-options.ts';
export type { ConfigProblem } from './config/fields.ts';
export type {
  AsymmetricAlgorithm,
  IdTokenOptions,
  JwksIdTokenOptions,
  KeyIdTokenOptions,
  SymmetricAlgorithm,
} from './config/id-token-options.ts';
export {
  BridgeError,
  CenterError,
  ERROR_CODES,
  type ErrorCode,
  InputError,
  ModelError,
  StepError,
  StoreError,
} from './errors.ts';
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
} from './host.ts';
export type { Logger } from './logger.ts';
export type { MessageType, MessageTypes } from './messages/message-types.ts';
export type { DiagramVariables } from './model/diagram-variables.ts';
export type { ExpressionFunction } from './model/expressions/host-functions.ts';
export type { Problem } from './model/problem.ts';
export { createPlugin } from './plugin/create-plugin.ts';
export type { Plugin, PluginOptions, PluginPress } from './plugin/plugin.ts';
export type { Channel, TaskState } from './protocol/constants.ts';
export type { MessageProblem, MessageSendRequest } from './protocol/message-send.ts';
export type { TaskHandlingItem } from './protocol/task-handling.ts';
export type { Verdict, VerdictKind } from './protocol/verdict.ts';
export type { DiagramOutcome, DiagramReport, TaskDiagram } from './sandbox/ask-diagram.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox/create-sandbox.ts';
export type { ActiveFault, Faults } from './sandbox/faults/create-faults.ts';
export type { FaultPlan, FaultRule } from './sandbox/faults/fault-rule.ts';
export type { FaultCall, FaultName, KnownFault } from './sandbox/faults/known-faults.ts';
export { type ReadRecordOptions, type RecordedCall, readRecord } from './sandbox/record/read-record.ts';
export {
  type ReplayDifference,
  type ReplayOptions,
  type ReplayOutcome,
  replayRecord,
} from './sandbox/record/replay-record.ts';
export type { TrafficEntry } from './sandbox/traffic.ts';
export type {
  HistoryRow,
  IncidentRow,
  MessageRow,
  MessageState,
  OutboxRow,
  SigningKeyCount,
  TaskRow,
} from './store/port.ts';
export type { Catalogue, TextName } from './texts/catalogue.ts';
export { CATALOGUES, type Locale } from './texts/read-locale.ts';
