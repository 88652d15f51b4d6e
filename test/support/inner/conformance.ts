export { Center, MESSAGE_PATH, type RawObject, TASK_PATH } from '../../../src/conformance/center.ts';
export {
  type Hands,
  type OpenSandbox,
  openSandbox,
  type StandBefore,
  type Stands,
} from '../../../src/conformance/hands.ts';
export { PROBES } from '../../../src/conformance/probes/probes.ts';
