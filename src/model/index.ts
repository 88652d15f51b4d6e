/** The entry point `bpmn-transaction-bridge/model`: checks diagrams without an engine, a database or a center. */

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
export type { MessageType, MessageTypes } from '../messages/message-types.ts';
export type { Channel } from '../protocol/constants.ts';
export type { AccountNames } from '../read-options.ts';
export type { DeploySource } from './files/read-sources.ts';
export { type LintedProcess, type LintResult, lintFiles } from './lint/lint-files.ts';
export type { LintDefaults, LintOptions } from './lint/lint-options.ts';
export { type PreparedProcess, prepareProcesses } from './lint/prepare-processes.ts';
export type { Problem } from './problem.ts';
export type { DiagramVariables } from './variables/list-variables.ts';
