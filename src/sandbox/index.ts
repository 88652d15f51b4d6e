/** Entry point `bpmn-transaction-bridge/sandbox`: a transaction center on this machine. */

export type { ErrorInit } from '../errors.ts';
export {
  BridgeError,
  CenterError,
  ERROR_CODES,
  type ErrorCode,
  InputError,
  ModelError,
  StepError,
  StoreError,
} from '../errors.ts';
export type { Action } from '../protocol/action.ts';
export type { ActionType, Channel, HttpMethod, TaskList, TaskState } from '../protocol/constants.ts';
export type { MessageProblem } from '../protocol/message-send.ts';
export type { HandlingStatus, NextTaskItem } from '../protocol/task-handling.ts';
export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts';
export type { ActiveFault, Faults } from './faults/create-faults.ts';
export type {
  FaultChoice,
  FaultMoment,
  FaultPlan,
  FaultRule,
  ItemCode,
  PlainFault,
} from './faults/fault-rule.ts';
export type { FaultCall, FaultMeaning, FaultName, FaultOption, KnownFault } from './faults/known-faults.ts';
export type { CallOutcome } from './http/call-out.ts';
export type { CallKind, TrafficEntry } from './http/traffic.ts';
export type { Delivery, MessageSide } from './messages/center-message.ts';
export type { ListedMessage, SentMessage, WebsiteMessage } from './messages/message-views.ts';
export type { SandboxApp } from './setup/apps.ts';
export type {
  CallbackCipher,
  CbcCipher,
  CipherEncoding,
  EcbCipher,
  EncryptFunction,
  GcmCipher,
  KeyedCallbackCipher,
  KeyedCipher,
} from './setup/callback-cipher.ts';
export type { Account, Directory, Group } from './setup/directory.ts';
export type { SandboxMessageType, SandboxMessageTypes } from './setup/message-types.ts';
export type { SandboxSetup } from './setup/sandbox-setup.ts';
export type { Switches } from './setup/switches.ts';
export type {
  CenterTask,
  CenterTaskState,
  CenterTransaction,
  HandlingRecord,
  StateChange,
  UnreportedPress,
} from './state/center-state.ts';
export type { DiagramOutcome, DiagramReport, TaskDiagram, TaskDiagramStep } from './tasks/ask-diagram.ts';
export type { StatusProblem, StatusRun } from './tasks/ask-status.ts';
export type { BatchRequest, BatchResult } from './tasks/batch.ts';
export type { CenterButton } from './tasks/center-button.ts';
export type { DelegateRequest } from './tasks/delegate-task.ts';
export type { ListedTask, ListedTransaction } from './tasks/lists.ts';
export type { OpenedTask } from './tasks/open-task.ts';
export type { PressRequest, PressResult } from './tasks/press.ts';
export type { TransactionState } from './tasks/transaction-state.ts';
