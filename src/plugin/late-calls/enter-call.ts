import { StepError } from '../../errors.ts';
import type { PluginOptions } from '../live/plugin-options.ts';
import { readPluginState, writePluginState } from '../live/plugin-snapshot.ts';
import { readPluginOptions } from '../live/read-plugin-options.ts';
import { extendInstance } from './extend-instance.ts';
import type { FindProcess, WaitingCall } from './process-query.ts';

/** The states of an engine and its plugin, as they are stored together. */
export interface EngineStates<State extends object> {
  /** What `engine.getState()` returned. */
  readonly state: State;
  /** What `plugin.snapshot()` returned at the same moment. */
  readonly snapshot: string;
}

/**
 * Draws the process of a waiting call into the diagram of a running instance. A diagram that an engine has loaded cannot
 * change, so the instance moves: stop its engine, and recover a new engine and a new plugin from the returned states. The
 * token then enters the process, and is reported as in a bridge. Nothing may reach the old plugin after its states were
 * taken: it would be lost.
 *
 * Deterministic, and changes nothing. If the process dies before the returned states are stored, the plugin that is
 * recovered from the earlier ones hands out the same call again.
 * @param options those with which the plugin was created
 * @param waiting the call from `onCall`, and both states
 * @param findProcess asked for the called process, if the file of the call does not contain it
 * @returns undefined if the instance does not wait at this call any more
 * @throws {InputError} `ERR_PROCESS_UNKNOWN`: `findProcess` returned nothing; call it again when there is one.
 * `ERR_CONFIG_INVALID`: the options are invalid
 * @throws {ModelError} `ERR_MODEL_REFUSED`, `ERR_MODEL_UNREADABLE`: the process cannot run
 * @throws {StepError} `ERR_CALL_TOO_DEEP`: calls that never end; `ERR_STEP_FAILED`: the process has no start event by which
 * it can be called; `ERR_SNAPSHOT_INVALID`: the snapshot cannot be read
 */
export async function enterCall<State extends object>(
  options: PluginOptions,
  { call, state, snapshot }: EngineStates<State> & { readonly call: WaitingCall },
  findProcess: FindProcess,
): Promise<EngineStates<State> | undefined> {
  const config = readPluginOptions(options);
  const { instanceId } = config;
  if (call.instanceId !== instanceId)
    throw new StepError(
      'ERR_STEP_FAILED',
      `The call ${call.callId} is of instance ${call.instanceId}, not of ${instanceId}.`,
    );
  const plugin = readPluginState(snapshot, instanceId);
  const extended = await extendInstance({ state, plugin }, call.executionId, findProcess, config);
  return extended && { state: extended.state as State, snapshot: writePluginState(extended.plugin) };
}
