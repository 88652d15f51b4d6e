import { InputError, StepError } from '../../errors.ts';
import type { Identity } from '../../host/host.ts';
import { createLruCache } from '../../lru-cache.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import { type ReadProcess, readFiles } from '../../model/files/read-files.ts';
import type { DeploySource, SourceFile } from '../../model/files/read-sources.ts';
import { inFile } from '../../model/files/refuse-files.ts';
import { parseStored } from '../../model/moddle/parse-bpmn.ts';
import type { ModelOptions } from '../../model/model-options.ts';
import type { CalledFile, CalledProcesses } from '../../model/prepare/calls/called-process.ts';
import type { FoundProcess } from '../../model/prepare/calls/expand-call.ts';
import { definitionIdOf, prepareCalled } from '../../model/prepare/calls/prepare-called.ts';
import { readModel } from '../../model/read-model.ts';
import { type CompiledDefinition, compileDefinition } from '../../plugin/compile-definition.ts';
import type { DefinitionRow, DeployedDefinition, Store } from '../../store/store.ts';
import type { Deployed, DeployedProcess } from './deployment.ts';
import { type ExpandedDefinition, expandDefinition, findDeployed, type WaitingCall } from './expand-definition.ts';
import { type StartSettings, timerStartsOf } from './read-timer-starts.ts';
import { checkStandInsAreMembers } from './stand-in-not-member.ts';

/** Size of the cache. A compiled diagram of 8 kB takes about 100 kB of memory; compiling it again takes about 10 ms. */
export const MAX_COMPILED = 100;

export interface Definitions {
  deploy(source: DeploySource, at: number, options?: Pick<ModelOptions, 'strict'>): Promise<Deployed>;
  /** Returns the compiled form of a stored definition; recently used ones are cached. */
  load(definitionId: string): Promise<CompiledDefinition>;
  /**
   * Returns a definition extended by the process of a call for which a token waits. It is not stored here, but with the
   * step that enters it.
   * @throws {BridgeError} see {@link findDeployed} and {@link expandDefinition}
   */
  expand(
    definitionId: string,
    call: WaitingCall,
  ): Promise<ExpandedDefinition & { readonly compiled: CompiledDefinition }>;
}

/**
 * What a diagram is checked against when it is deployed, but not when it runs: while a function is missing, an instance can
 * continue at its other tasks.
 */
export interface DeployChecks
  extends Required<Pick<ModelOptions, 'services' | 'scripts' | 'circulation'>>,
    Pick<ModelOptions, 'functions'> {
  readonly starts: StartSettings;
  readonly systemHandler: string | undefined;
  readonly messageTypes: MessageTypes;
  readonly identity: Identity | 'trust-center';
}

export function createDefinitions(store: Store, options: ModelOptions, host: DeployChecks): Definitions {
  const compiled = createLruCache<Promise<CompiledDefinition>>(MAX_COMPILED);
  /** Many instances reach the same calls with the same result. */
  const expanded = createLruCache<Promise<ExpandedDefinition>>(MAX_COMPILED);
  const own = createLruCache<Promise<FoundProcess | undefined>>(MAX_COMPILED);

  const load = (definitionId: string, parse = parseDefinition): Promise<CompiledDefinition> => {
    const kept = compiled.get(definitionId);
    if (kept) return kept;
    const loading = parse(definitionId).then((file) =>
      compileDefinition(readModel(file, { ...options, accepted: true })),
    );
    compiled.set(definitionId, loading);
    // A definition that could not be read is read again by the next step.
    loading.catch(() => compiled.delete(definitionId, loading));
    return loading;
  };

  const parseDefinition = async (definitionId: string) => parseStored((await readDefinition(store, definitionId)).xml);
  const { services, functions, scripts, circulation, messageTypes, systemHandler } = host;
  const prepareOptions = { ...options, services, scripts, circulation, ...(functions && { functions }) };
  const deployed: CalledProcesses = async (id) => calledFileOf(await store.latestDefinition(id));

  /** The processes of a file are the same for all instances that reach its calls, so they are cached. */
  function prepare(file: string, processId: string): Promise<FoundProcess | undefined> {
    const key = JSON.stringify([definitionIdOf(file), processId]);
    const preparing = own.get(key) ?? prepareCalled(file, processId, { ...prepareOptions, calledProcesses: deployed });
    own.set(key, preparing);
    preparing.catch(() => own.delete(key, preparing));
    return preparing;
  }

  /** Compiles the result from the tree that was written, so that its text is not parsed. */
  async function expand(base: DefinitionRow, waitId: string, found: FoundProcess): Promise<ExpandedDefinition> {
    const { parsed, ...definition } = await expandDefinition(base, waitId, found);
    if (parsed !== undefined) await load(definition.row.definitionId, async () => parsed);
    return definition;
  }

  async function storeAll(processes: readonly ReadyProcess[], deployedAt: number): Promise<readonly Stored[]> {
    const stored = processes.map(({ source, xml, accepted: definition }): Stored => {
      const definitionId = definitionIdOf(xml);
      const { processId } = definition.model;
      const timerStarts = timerStartsOf(definition.model, deployedAt, host.starts);
      const drawing = source.xml === xml ? null : source.xml;
      return { source, definition, row: { definitionId, processId, xml, drawing, deployedAt, timerStarts } };
    });
    await store.putDefinitions(stored.map(({ row }) => row));
    for (const { row, definition } of stored) compiled.set(row.definitionId, Promise.resolve(definition));
    return stored;
  }

  return {
    load: (definitionId) => load(definitionId),
    async expand(definitionId, call) {
      const base = await readDefinition(store, definitionId);
      const found = await findDeployed(base, call, { store, prepare });
      const key = JSON.stringify([definitionId, call.waitId, found.definitionId]);
      const diagram = expanded.get(key) ?? expand(base, call.waitId, found);
      expanded.set(key, diagram);
      const { row, ...way } = await diagram.catch((error: unknown) => {
        expanded.delete(key, diagram);
        throw error;
      });
      return { ...way, row, compiled: await load(row.definitionId, () => parseStored(row.xml)) };
    },
    async deploy(source, at, { strict = false } = {}) {
      const { processes, refusal } = await readFiles(source, {
        options: { ...prepareOptions, strict },
        ...{ deployed, messageTypes, systemHandler },
        accept: (diagram) => checkStandInsAreMembers(compileDefinition(diagram), host.identity, systemHandler),
      });
      if (refusal !== undefined) throw refusal;
      return toDeployed(await storeAll(processes, at));
    },
  };
}

/** A stored definition as a called file; its calls are those of its author's file. */
function calledFileOf(row: DefinitionRow | undefined): CalledFile | undefined {
  return row && { xml: row.drawing ?? row.xml, prepare: async () => row.xml, deployedBefore: true };
}

type ReadyProcess = ReadProcess<CompiledDefinition>;

interface Stored {
  readonly source: SourceFile;
  readonly definition: CompiledDefinition;
  readonly row: DeployedDefinition;
}

function toDeployed(stored: readonly Stored[]): Deployed {
  const deployments = stored.map(
    ({ source: { file }, definition, row }): DeployedProcess => ({
      processId: row.processId,
      definitionId: row.definitionId,
      transTypeCodes: [definition.model.transTypeCode],
      variables: definition.variables,
      problems: definition.problems.map((problem) => inFile(problem, file)),
      ...(file !== undefined && { file }),
    }),
  );
  const [first, ...others] = stored.flatMap(({ source }, index) =>
    source === stored[0]?.source ? (deployments[index] ?? []) : [],
  );
  if (first === undefined) throw new TypeError('A deployment holds at least one process.');
  const { file: _file, ...fields } = first;
  return {
    ...fields,
    otherPools: others.map(({ file: _other, ...pool }) => ({ ...pool, otherPools: [] })),
    deployments,
  };
}

async function readDefinition(store: Store, definitionId: string): Promise<DefinitionRow> {
  const row = await store.getDefinition(definitionId);
  if (row && definitionIdOf(row.xml) !== definitionId) {
    // Not a StoreError: retrying does not help.
    throw new StepError(
      'ERR_STORE_INVALID',
      `The definition ${definitionId} in the database differs from the file that was deployed: deploy the file again, or restore the row from a backup.`,
      { details: { definitionId } },
    );
  }
  if (row) return row;
  throw new InputError('ERR_PROCESS_UNKNOWN', `No definition ${definitionId} is stored: deploy its file again.`);
}
