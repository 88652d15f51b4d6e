/** Entry point `bpmn-transaction-bridge/plugin`: the translation without the bridge, for an engine that the host owns. */

export type { CirculationOptions } from '../config/circulation.ts';
export type { ExpressionOptions } from '../config/expressions.ts';
export type { ProcessDefaults } from '../config/process-defaults.ts';
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
export type { MessageType, MessageTypes } from '../messages/message-types.ts';
export type { ExpressionFunction } from '../model/expressions/host-functions.ts';
export type { Action } from '../protocol/action.ts';
export type { ActionType, Channel, HttpMethod, TaskList, TaskState } from '../protocol/constants.ts';
export type { InstanceStatus } from '../protocol/instance-status.ts';
export type { MessageSendRequest } from '../protocol/message-send.ts';
export type { HandlingStatus, NextTaskItem, TaskHandlingItem } from '../protocol/task-handling.ts';
export type {
  StatusAction,
  StatusNextTask,
  StatusTaskData,
  StatusTimeForm,
  TaskStatusEntry,
} from '../protocol/task-status.ts';
export type { TaskReport, TaskView } from '../protocol/task-view.ts';
export type { Verdict, VerdictKind } from '../protocol/verdict.ts';
export type { Catalogue, TextName } from '../texts/catalogue.ts';
export type { Locale } from '../texts/read-locale.ts';
export type {
  CirculateOptions,
  OperationOptions,
  ReassignOptions,
  TransferOptions,
  VariablesOptions,
} from './apply/operations/operation-options.ts';
export type { PressOptions } from './apply/press/press-options.ts';
export type { ActionEvent, PressedAction } from './apply/press/pressed-action.ts';
export type { ReportExplanation } from './explain/report-explanation.ts';
export { createPlugin } from './live/create-plugin.ts';
export type { Plugin, PluginAction, PluginDiagram, PluginInstance, PluginTask } from './live/plugin.ts';
export type { CallerEngineOptions, PluginOptions, ThrownEvent } from './live/plugin-options.ts';
export type { OpenTask, Origin } from './state/ledger.ts';
