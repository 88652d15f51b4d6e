export {
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  type OperationName,
  verbOf,
} from '../../../src/operations/operations.ts';
