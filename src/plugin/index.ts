/** Entry point `bpmn-transaction-bridge/plugin`: the translation without the bridge, for an engine that the host owns. */

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
export type { DefaultHandlers } from '../model/default-assignment.ts';
export type { ExpressionFunction } from '../model/expressions/host-functions.ts';
export type { MessageSendRequest } from '../protocol/message-send.ts';
export type { TaskHandlingItem } from '../protocol/task-handling.ts';
export type { Verdict, VerdictKind } from '../protocol/verdict.ts';
export type { Catalogue, TextName } from '../texts/catalogue.ts';
export type { Locale } from '../texts/read-locale.ts';
export { createPlugin } from './live/create-plugin.ts';
export type { Plugin, PluginOptions, PluginPress } from './live/plugin.ts';
export type { OpenTask, Origin } from './state/ledger.ts';
