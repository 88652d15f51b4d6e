/** The public API. */

export type { Doubts, DoubtsOptions } from './bridge/answers/doubts.ts';
export type { Health } from './bridge/answers/health.ts';
export type { DiagramStep, InstanceDiagram } from './bridge/answers/instance-diagram.ts';
export type { ExplainedReport, TaskAnswer, TaskDetail, VariablesReadOptions } from './bridge/answers/read-instance.ts';
export type { Bridge } from './bridge/bridge.ts';
export type {
  BridgeDefinitions,
  BridgeIncidents,
  BridgeInstances,
  BridgeJobs,
  BridgeKeys,
  BridgeMessages,
  BridgeOutbox,
  BridgeTasks,
} from './bridge/bridge-collections.ts';
export type {
  BroadcastOptions,
  BroadcastOutcome,
  EventOutcome,
  MessageOptions,
  SignalOptions,
} from './bridge/calls/event-options.ts';
export type { StartOptions } from './bridge/calls/start-options.ts';
export type {
  BridgeEvents,
  CreatedTaskEvent,
  FailedReportEvent,
  HandledTaskEvent,
  IncidentEvent,
  InstanceEvent,
  MessageEvent,
  MigratedEvent,
  ParkedMessageEvent,
  PartialMessageEvent,
  ReportEvent,
  TaskEvent,
} from './bridge/context/events.ts';
export { createBridge } from './bridge/create-bridge.ts';
export type { Deployed, DeployedProcess, Deployment, DeployOptions } from './bridge/definitions/deployment.ts';
export type { DefinitionView } from './bridge/definitions/stored-definitions.ts';
export type { ContinuedPage } from './bridge/operate/lists.ts';
export type {
  MessageChanges,
  MessageRequest,
  RetryMessageOptions,
} from './bridge/operate/message-options.ts';
export type { InstanceMigration, Migrated } from './bridge/operate/migrate.ts';
export type { BulkFailure, BulkOutcome } from './bridge/operate/several.ts';
export type { Answer } from './callback/answer.ts';
export type { AnswerHook } from './callback/callback-handler.ts';
export type { DecryptFunction, TextEncoding } from './callback/cipher/cipher.ts';
export type { IdTokenFunction } from './callback/id-token/id-token.ts';
export type {
  BridgeOptions,
  CallbackOptions,
  CenterOptions,
  JobOptions,
  OutboxOptions,
  RetentionOptions,
  SigningKeyOptions,
} from './config/bridge-options.ts';
export type {
  AesCbcOptions,
  AesEcbOptions,
  AesGcmOptions,
  CbcOptions,
  CipherOptions,
  KeyedOptions,
  Sm4CbcOptions,
} from './config/cipher-options.ts';
export type { CirculationOptions } from './config/circulation.ts';
export type { ExpressionOptions } from './config/expressions.ts';
export type { ConfigProblem } from './config/fields.ts';
export type {
  AsymmetricAlgorithm,
  IdTokenOptions,
  JwksIdTokenOptions,
  JwtClaimOptions,
  KeyIdTokenOptions,
  SymmetricAlgorithm,
} from './config/id-token-options.ts';
export type { LimitOptions } from './config/limits.ts';
export type { ProcessDefaults } from './config/process-defaults.ts';
export type { TelemetryOptions } from './config/telemetry-options.ts';
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
} from './errors.ts';
export type { AdminOptions, AdminRequest, AdminUser, AuthorizeAdmin } from './host/admin.ts';
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
} from './host/host.ts';
export type { Logger } from './logger.ts';
export type { MessageType, MessageTypes } from './messages/message-types.ts';
export type { ExpressionFunction } from './model/expressions/host-functions.ts';
export type { DeploySource } from './model/files/read-sources.ts';
export type { Problem } from './model/problem.ts';
export type { AllowedOperation } from './model/ttc/allowed-operations.ts';
export type { DiagramVariables } from './model/variables/list-variables.ts';
export type {
  AcknowledgeReportOptions,
  BulkOptions,
  BulkSkipOptions,
  DeliveryChoice,
  IncidentChoice,
  JobChoice,
  MakeLatestOptions,
  MigrateOptions,
  OperatorOptions,
  ResolveIncidentOptions,
  RetryIncidentOptions,
  RetryJobOptions,
  RetryReportOptions,
  SendNowOptions,
  SkipChoice,
  SkipMessageOptions,
  SkipReportOptions,
  TerminateOptions,
  UndeployOptions,
} from './operations/options.ts';
export type { AskMethods } from './plugin/apply/operations/ask-methods.ts';
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
} from './plugin/apply/operations/operation-options.ts';
export type { SendBackTarget } from './plugin/apply/panels/send-back.ts';
export type { PressOptions } from './plugin/apply/press/press-options.ts';
export type { ActionEvent, PressedAction } from './plugin/apply/press/pressed-action.ts';
export type { ReportExplanation } from './plugin/explain/report-explanation.ts';
export type { MigrationReason, MigrationRefusal, MovedWait } from './plugin/migrate/migration-plan.ts';
export type { TaskAction } from './plugin/outcome/task-action.ts';
export type { PanelRule } from './plugin/state/panel.ts';
export type { Action, PreviousAction } from './protocol/action.ts';
export type { ActionType, Channel, HttpMethod, TaskList, TaskState } from './protocol/constants.ts';
export type { InstanceStatus } from './protocol/instance-status.ts';
export type { JsonValue } from './protocol/json-object.ts';
export type { MessageData, MessageProblem, MessageSendRequest } from './protocol/message-send.ts';
export type { Report, ReportKind } from './protocol/report.ts';
export type { HandlingStatus, NextTaskItem, TaskHandlingItem } from './protocol/task-handling.ts';
export type { StatusTimeForm } from './protocol/task-status.ts';
export type { AskKind, ReportWait, TaskPanel, TaskReport, TaskView } from './protocol/task-view.ts';
export type { Verdict, VerdictKind } from './protocol/verdict.ts';
export type { AccountNames } from './read-options.ts';
export type {
  DefinitionSummary,
  HistoryFilter,
  HistoryRow,
  IncidentFilter,
  IncidentRow,
  InstanceFilter,
  InstanceView,
  JobFilter,
  JobState,
  JobSummary,
  MessageFilter,
  MessageRow,
  MessageState,
  OutboxFilter,
  OutboxRow,
  OutboxState,
  Page,
  SigningKeyCount,
  TaskFilter,
  TaskRow,
} from './store/store.ts';
export type { Catalogue, TextName } from './texts/catalogue.ts';
export { CATALOGUES, type Locale } from './texts/read-locale.ts';
export { toNodeListener } from './to-node-listener.ts';
