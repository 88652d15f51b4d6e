/** The door `bpmn-transaction-bridge/conformance`: a transaction center is held against the interface. */

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
export { type JudgedCenter, judgeCenter } from './judge-center.ts';
