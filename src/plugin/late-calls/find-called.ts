import { InputError } from '../../errors.ts';
import type { ModelOptions } from '../../model/model-options.ts';
import type { LateCall } from '../../model/nodes/service-node.ts';
import type { FoundProcess } from '../../model/prepare/calls/expand-call.ts';
import { findAwaited } from '../../model/prepare/calls/find-awaited.ts';
import { prepareCalled } from '../../model/prepare/calls/prepare-called.ts';
import type { LateCallState } from './late-call-state.ts';
import type { FindProcess, ProcessQuery } from './process-query.ts';

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
