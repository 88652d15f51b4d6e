import { createHash } from 'node:crypto';
import { BridgeError, InputError, ModelError, StepError } from '../../errors.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import type { ModelOptions } from '../../model/model-options.ts';
import { prepareDrawing } from '../../model/prepare/prepare-drawing.ts';
import { type CompiledDefinition, compileDefinition, compileRead, requireModel } from '../../plugin/definition.ts';
import type { Store } from '../../store/port.ts';
import { checkDrawnTypes } from './check-drawn-types.ts';
import type { Deployment } from './deployment.ts';
import { keepRecently } from './kept-recently.ts';
import { readSource } from './read-source.ts';
import { refuseStartsByNobody, timerStartsOf } from './read-timer-starts.ts';

/** Kept compiled. Of a drawing of 8 kB that takes some 100 kB, and 10 ms where it has to be done anew. */
export const MOST_COMPILED = 100;

export interface Definitions {
  deploy(source: string | URL, at: number, options?: Pick<ModelOptions, 'strict'>): Promise<Deployment>;
  /** The compiled form of a stored definition; of those that were used last it is kept. */
  load(definitionId: string): Promise<CompiledDefinition>;
}

/**
 * @param host what a drawing may call; looked at when it is deployed, not when it runs: an instance goes on at its other
 * tasks while a function is missing
 */
export function createDefinitions(
  store: Store,
  options: ModelOptions,
  host: Required<Pick<ModelOptions, 'services' | 'scripts' | 'circulation'>> &
    Pick<ModelOptions, 'functions'> & {
      readonly timeZone: string;
      readonly systemHandler: string | undefined;
      readonly messageTypes: MessageTypes;
    },
): Definitions {
  const compiled = keepRecently<Promise<CompiledDefinition>>(MOST_COMPILED);

  const load = (definitionId: string): Promise<CompiledDefinition> => {
    const kept = compiled.get(definitionId);
    if (kept) return kept;
    const loading = readDefinition(store, definitionId).then((xml) =>
      compileDefinition(xml, { ...options, accepted: true }),
    );
    compiled.set(definitionId, loading);
    // A definition that could not be read is tried again by the next step of it.
    loading.catch(() => compiled.drop(definitionId, loading));
    return loading;
  };

  /** Called processes are those of the file, else the latest that are deployed; they become part of the definition. */
  const prepare = (xml: string, processId: string | undefined, { strict }: Pick<ModelOptions, 'strict'>) =>
    prepareDrawing(xml, {
      ...options,
      ...(strict !== undefined && { strict }),
      services: host.services,
      ...(host.functions && { functions: host.functions }),
      scripts: host.scripts,
      circulation: host.circulation,
      ...(processId !== undefined && { processId }),
      calledProcesses: async (id) => (await store.latestDefinition(id))?.xml,
    });

  async function judge(xml: string, strictness: Pick<ModelOptions, 'strict'>) {
    const read = await prepare(xml, undefined, strictness);
    const pools = read.executable.length > 1 ? read.executable : [undefined];
    const prepared =
      pools[0] === undefined ? [read] : await Promise.all(pools.map((id) => prepare(xml, id, strictness)));
    refuseTogether(prepared);
    return prepared.map((drawing) => ({
      xml: drawing.xml,
      definition: checkDrawnTypes(compileRead(drawing), host.messageTypes),
    }));
  }

  async function putDefinition(
    xml: string,
    source: string,
    definition: CompiledDefinition,
    deployedAt: number,
  ): Promise<Deployment> {
    const { processId, transTypeCode } = definition.model;
    const definitionId = idOf(xml);
    const timerStarts = timerStartsOf(definition.model, deployedAt, host.timeZone);
    const drawing = source === xml ? null : source;
    await store.putDefinition({ definitionId, processId, xml, drawing, deployedAt }, timerStarts);
    compiled.set(definitionId, Promise.resolve(definition));
    return { processId, definitionId, transTypeCodes: [transTypeCode], problems: definition.problems, otherPools: [] };
  }

  return {
    load,
    async deploy(source, at, strictness = {}) {
      const xml = await readSource(source);
      // All are judged before one is stored: of a file that is refused nothing is deployed.
      const ready = await judge(xml, strictness).catch((error: unknown) => {
        throw toModelError(error);
      });
      if (host.systemHandler === undefined) for (const { definition } of ready) refuseStartsByNobody(definition);
      const deployed: Deployment[] = [];
      for (const each of ready) deployed.push(await putDefinition(each.xml, xml, each.definition, at));
      const [first, ...others] = deployed as [Deployment, ...Deployment[]];
      return { ...first, otherPools: others };
    },
  };
}

/** Whatever a file makes its readers throw is about the file: it cannot run, whoever's mistake that is. */
function toModelError(error: unknown): BridgeError {
  if (error instanceof BridgeError) return error;
  const what = error instanceof Error ? error.message : typeof error;
  const text = `The file holds something that cannot be read (${what}), and no rule says what: please report it with the file.`;
  return new ModelError('ERR_MODEL_REFUSED', text, { cause: error, details: { problems: [] } });
}

/** @throws {ModelError} `ERR_MODEL_REFUSED` with the problems of every pool of the file, each once */
function refuseTogether(pools: readonly Parameters<typeof requireModel>[0][]): void {
  if (pools.every(({ model }) => model !== undefined)) return;
  const problems = new Map(
    pools.flatMap((pool) => pool.problems).map((problem) => [`${problem.elementId}: ${problem.reason}`, problem]),
  );
  requireModel({ model: undefined, problems: [...problems.values()] });
}

async function readDefinition(store: Store, definitionId: string): Promise<string> {
  const row = await store.getDefinition(definitionId);
  if (row && idOf(row.xml) !== definitionId) {
    // Of the instance, not of the database: it fails again however often it is tried.
    throw new StepError(
      'ERR_STORE_INVALID',
      `The definition ${definitionId} in the database is not the file that was deployed: restore the row from a backup.`,
      { details: { definitionId } },
    );
  }
  if (row) return row.xml;
  throw new InputError('ERR_PROCESS_UNKNOWN', `No definition ${definitionId} is stored: deploy its file again.`);
}

/** A definition is named by its content. */
function idOf(xml: string): string {
  return createHash('sha256').update(xml).digest('hex');
}
