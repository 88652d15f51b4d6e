/** The entry point `bpmn-transaction-bridge/testing`: runs the processes of a service in its own tests. */

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
export { BpmnError } from '../host/host.ts';
export type * from '../index.ts';
export type * from '../plugin/index.ts';
export type * from '../sandbox/index.ts';
export { createProcessTest } from './create-process-test.ts';
export type {
  PendingTask,
  ProcessTest,
  ProcessTestOptions,
  SentReport,
  TestPressOptions,
  TestPressResult,
} from './process-test.ts';
export type { ContractCase, ContractStore, Kept, Undelivered } from './store-contract/contract-store.ts';
export { storeContract } from './store-contract/store-contract.ts';
