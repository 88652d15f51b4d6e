export { Center, MESSAGE_PATH, type RawObject, TASK_PATH } from '../../../src/conformance/center.ts';
export { PROBES } from '../../../src/conformance/probes/probes.ts';
export {
  type OpenSandbox,
  openSandbox,
  type Proxies,
  type SandboxAccess,
  type StartProxy,
} from '../../conformance/sandbox-access.ts';
