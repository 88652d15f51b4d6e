import * as elements from 'bpmn-elements';
import * as engine from 'bpmn-engine';
import { BridgeError } from '../../errors.ts';

/** The members of classes of bpmn-engine and bpmn-elements that the plugin calls. What `Process` relies on beside them, its test holds. */
export const USED_MEMBERS: Readonly<Record<'engine' | 'elements', Readonly<Record<string, readonly string[]>>>> = {
  engine: { Engine: ['execute', 'recover', 'resume', 'getState', 'stop'] },
  elements: {
    Definition: ['getState', 'recover', 'resume', 'getProcesses'],
    Process: ['getState', 'recover', 'resume'],
  },
};

const PACKAGES: Readonly<Record<keyof typeof USED_MEMBERS, Readonly<Record<string, unknown>>>> = { engine, elements };

/**
 * Checks, before anything runs, that the installed engine has the members that we use: undeclared members may change in any
 * version, and would then fail in the middle of a process.
 * @throws {BridgeError} `ERR_ENGINE_UNSUPPORTED` with what is missing in `details.missing`
 */
export function requireEngine(): void {
  const missing = Object.entries(USED_MEMBERS).flatMap(([from, classes]) =>
    Object.entries(classes).flatMap(([name, members]) => {
      const found = PACKAGES[from as keyof typeof USED_MEMBERS][name];
      if (typeof found !== 'function') return [name];
      const prototype: object = found.prototype;
      return members.filter((member) => !(member in prototype)).map((member) => `${name}.${member}`);
    }),
  );
  if (missing.length === 0) return;
  throw new BridgeError(
    'ERR_ENGINE_UNSUPPORTED',
    `The installed bpmn-engine or bpmn-elements lacks ${missing.join(', ')}, which this version of the library builds on.`,
    { details: { missing } },
  );
}
