/** The entry point `bpmn-transaction-bridge/conformance`: checks a transaction center against the interface. */

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
