import { hostname } from 'node:os';
import { BridgeError, InputError } from '../../errors.ts';
import { createLruCache } from '../../lru-cache.ts';
import type { HostFunctions } from '../../model/expressions/host-functions.ts';
import { type ReadProcess, readFiles } from '../../model/files/read-files.ts';
import type { DeploySource } from '../../model/files/read-sources.ts';
import { parseStored } from '../../model/moddle/parse-bpmn.ts';
import type { CalledFile, CalledProcesses } from '../../model/prepare/calls/called-process.ts';
import type { FoundProcess } from '../../model/prepare/calls/expand-call.ts';
import { definitionIdOf, prepareCalled } from '../../model/prepare/calls/prepare-called.ts';
import { readModel } from '../../model/read-model.ts';
import { type CompiledDefinition, compileDefinition } from '../../plugin/compile-definition.ts';
import { modelOptionsOf } from '../../plugin/host-settings.ts';
import type { DefinitionRow, DeployTerms } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';
import { guard } from '../context/guard.ts';
import { type Deployed, type DeployOptions, type StoredProcess, toDeployed } from './deployment.ts';
import { type ExpandedDefinition, expandDefinition, findDeployed, type WaitingCall } from './expand-definition.ts';
import { checkStandInsAreMembers } from './stand-in-not-member.ts';
import { timerStartsOf } from './start-events.ts';
import { isTransient, readDefinition } from './stored-definitions.ts';

/** Size of the cache. A compiled diagram of 8 kB takes about 100 kB of memory; compiling it again takes about 10 ms. */
export const MAX_COMPILED = 100;

/** More are not remembered; each step that needs one of them opens an incident anyway. */
const MAX_UNREADABLE = 100;

/** Who deploys, if nobody is named: of several pods or machines, which one. */
const HERE = `process ${process.pid} on ${hostname()}`.slice(0, 100);

export interface Definitions {
  deploy(source: DeploySource, options?: DeployOptions): Promise<Deployed>;
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
  /**
   * Tries those again that could not be read or compiled when they were last needed, and says which still cannot, with the
   * code of the error.
   */
  checkUnreadable(): Promise<ReadonlyMap<string, string>>;
}

export function createDefinitions(
  { config, store, log, outages }: Pick<BridgeContext, 'config' | 'store' | 'log' | 'outages'>,
  functions: HostFunctions,
): Definitions {
  const { clock, identity, messageTypes, timeZone } = config;
  const { systemHandler } = config.defaults;
  const options = modelOptionsOf({ ...config, reportGone: config.center.reportGone });
  const compiled = createLruCache<Promise<CompiledDefinition>>(MAX_COMPILED);
  /** Many instances reach the same calls with the same result. */
  const expanded = createLruCache<Promise<ExpandedDefinition>>(MAX_COMPILED);
  const own = createLruCache<Promise<FoundProcess | undefined>>(MAX_COMPILED);
  const unreadable = new Map<string, string>();

  const compile = (definitionId: string, parse = parseDefinition): Promise<CompiledDefinition> => {
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
  /** What a diagram is checked against when it is deployed, but not when it runs: an instance can continue at its other tasks. */
  const prepareOptions = {
    ...options,
    services: new Set(Object.keys(config.services)),
    functions: new Set(Object.keys(config.expressions.functions)),
    scripts: config.scripts !== undefined,
    circulation: config.circulation !== undefined,
  };
  const deployed: CalledProcesses = async (id) => calledFileOf(await store.latestDefinition(id));

  async function load(definitionId: string): Promise<CompiledDefinition> {
    try {
      const loaded = await guard(log, { definitionId }, () => compile(definitionId));
      unreadable.delete(definitionId);
      return loaded;
    } catch (error) {
      // While the database cannot be used, nothing is known of it; one that is deleted is needed by nobody.
      if (error instanceof InputError) unreadable.delete(definitionId);
      else if (!isTransient(error) && unreadable.size < MAX_UNREADABLE)
        unreadable.set(definitionId, error instanceof BridgeError ? error.code : 'ERR_UNEXPECTED');
      throw error;
    }
  }

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
    if (parsed !== undefined) await compile(definition.row.definitionId, async () => parsed);
    return definition;
  }

  async function expandCall(definitionId: string, call: WaitingCall) {
    const base = await readDefinition(store, definitionId);
    const found = await findDeployed(base, call, { store, prepare });
    const key = JSON.stringify([definitionId, call.waitId, found.definitionId]);
    const diagram = expanded.get(key) ?? expand(base, call.waitId, found);
    expanded.set(key, diagram);
    const { row, ...way } = await diagram.catch((error: unknown) => {
      expanded.delete(key, diagram);
      throw error;
    });
    return { ...way, row, compiled: await compile(row.definitionId, () => parseStored(row.xml)) };
  }

  async function storeAll(
    processes: readonly ReadyProcess[],
    deployedAt: number,
    terms: Required<DeployTerms>,
  ): Promise<readonly StoredProcess[]> {
    const ready = processes.map(({ source, xml, accepted: definition }) => {
      const definitionId = definitionIdOf(xml);
      const { processId } = definition.model;
      const timerStarts = timerStartsOf(definition.model, deployedAt, { timeZone, functions });
      const drawing = source.xml === xml ? null : source.xml;
      return { source, definition, row: { definitionId, processId, xml, drawing, deployedAt, timerStarts } };
    });
    const rows = ready.map(({ row }) => row);
    const outcomes = await outages.whileWriting(store.putDefinitions(rows, terms));
    for (const { row, definition } of ready) compiled.set(row.definitionId, Promise.resolve(definition));
    return ready.flatMap((each, index) => {
      const outcome = outcomes[index];
      return outcome === undefined ? [] : [{ ...each, outcome }];
    });
  }

  function logDeployment({ row, outcome }: StoredProcess, by: string): void {
    const { processId, definitionId } = row;
    const { kind, latestId } = outcome;
    if (kind === 'kept-back') log('definition.kept-back', { processId, definitionId, latestId, by });
    else if (kind !== 'unchanged') log('definition.deployed', { processId, definitionId, by });
  }

  return {
    load,
    expand: (definitionId, call) => guard(log, { definitionId }, () => expandCall(definitionId, call)),
    async checkUnreadable() {
      await Promise.allSettled([...unreadable.keys()].map(load));
      return unreadable;
    },
    async deploy(source, { strict = false, makeLatest = false, by = HERE } = {}) {
      const at = clock();
      const { processes, refusal } = await readFiles(source, {
        options: { ...prepareOptions, strict },
        ...{ deployed, messageTypes, systemHandler },
        accept: (diagram) => checkStandInsAreMembers(compileDefinition(diagram), identity, systemHandler),
      });
      if (refusal !== undefined) throw refusal;
      const stored = await storeAll(processes, at, { makeLatest, by });
      for (const each of stored) logDeployment(each, by);
      return toDeployed(stored);
    },
  };
}

/** A stored definition as a called file; its calls are those of its author's file. */
function calledFileOf(row: DefinitionRow | undefined): CalledFile | undefined {
  return row && { xml: row.drawing ?? row.xml, prepare: async () => row.xml, deployedBefore: true };
}

type ReadyProcess = ReadProcess<CompiledDefinition>;
