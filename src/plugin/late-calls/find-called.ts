import { InputError } from '../../errors.ts';
import type { ModelOptions } from '../../model/model-options.ts';
import type { LateCall } from '../../model/nodes/service-node.ts';
import type { FoundProcess } from '../../model/prepare/calls/expand-call.ts';
import { findAwaited } from '../../model/prepare/calls/find-awaited.ts';
import { prepareCalled } from '../../model/prepare/calls/prepare-called.ts';
import type { ProcessModel } from '../../model/process-model.ts';

/** A process, prepared for a call. */
export interface CalledProcessFile extends FoundProcess {
  /** The file from which it was prepared. */
  readonly file: string;
}

/** A call whose token waits. */
interface Caller extends Pick<LateCall, 'callId' | 'by' | 'file'> {
  readonly instanceId: string;
  /** Name of the process, as the call computed it. */
  readonly target: string;
}

/**
 * Finds the process of a call by the rule of a bridge: in the file of the call, else by asking the host.
 * @throws {InputError} `ERR_PROCESS_UNKNOWN`: the host has none
 * @throws {ModelError} `ERR_MODEL_REFUSED`, `ERR_MODEL_UNREADABLE`: it cannot run
 */
export async function findCalled(
  { target, by, file: calling, callId, instanceId }: Caller,
  { file, files }: LateCallState,
  findProcess: FindProcess,
  modelOptions: ModelOptions,
): Promise<CalledProcessFile> {
  const ask = async (processId: string, how: ProcessQuery['by'] = 'process') =>
    findProcess({ instanceId, callId, processId, by: how });
  const options = {
    ...modelOptions,
    async calledProcesses(processId: string) {
      const xml = await ask(processId);
      // As in a bridge, the version is chosen when a token reaches the call.
      return xml === undefined ? undefined : { xml, deployedBefore: true };
    },
  };
  async function prepare(xml: string | undefined, processId?: string): Promise<CalledProcessFile | undefined> {
    const found = xml === undefined ? undefined : await prepareCalled(xml, processId, options);
    return xml === undefined || found === undefined ? undefined : { ...found, file: xml };
  }
  const found = await findAwaited<CalledProcessFile>(
    { target, by, ...(calling && { file: calling }) },
    {
      async callingFile(where) {
        if (where === undefined) return file;
        return ('definitionId' in where ? files[where.definitionId] : await ask(where.processId)) ?? file;
      },
      prepare,
      deployed: async (processId) => prepare(await ask(processId, by === 'latest' ? by : 'process'), processId),
      definition: async (definitionId) => prepare(await ask(definitionId, 'definition')),
    },
  );
  if (found !== undefined) return found;
  throw new InputError(
    'ERR_PROCESS_UNKNOWN',
    `The call activity ${callId} of instance ${instanceId} calls ${target}, which was not found: let findProcess return ` +
      'its file, and try again.',
    { details: { callId, instanceId } },
  );
}

/** What an instance keeps whose diagram has calls that are looked up while it runs. Plain JSON. */
export interface LateCallState {
  /** The diagram with which the instance began, in which its calls look for processes. */
  readonly file: string;
  /** The diagram with all processes that were drawn in since. Absent: none. */
  readonly extended?: string;
  /** The files of those that have such calls themselves, by the ids of their definitions. */
  readonly files: Readonly<Record<string, string>>;
}

export function hasLateCalls({ services }: ProcessModel): boolean {
  return [...services.values()].some(({ call }) => call !== undefined);
}

/** A process that a call activity names, looked up when a token reaches the call. */
export interface ProcessQuery {
  /** The instance that calls it. */
  readonly instanceId: string;
  /** Id of the call activity whose token waits. */
  readonly callId: string;
  /** Id of the process, as the call currently computes it; for `definition`, the id that the call gives to a version. */
  readonly processId: string;
  /** `latest`: the call requires the latest version; `definition`: it names one version by an id of its own. */
  readonly by: 'process' | 'latest' | 'definition';
}

/**
 * Returns the BPMN 2.0 XML of the file that contains a process, as its author drew it or prepared; undefined if there is
 * none. It is also asked for processes that this one calls. The file of the call is looked at before, except for `latest`.
 */
export type FindProcess = (query: ProcessQuery) => string | undefined | Promise<string | undefined>;
