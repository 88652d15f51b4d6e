import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { InputError, StoreError } from '../../errors.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import type { ModelOptions } from '../../model/model-options.ts';
import { prepareDrawing } from '../../model/prepare/prepare-drawing.ts';
import { type CompiledDefinition, compileDefinition, compileRead, requireModel } from '../../plugin/definition.ts';
import type { Store } from '../../store/port.ts';
import { checkDrawnTypes } from './check-drawn-types.ts';
import type { Deployment } from './deployment.ts';
import { keepRecently } from './kept-recently.ts';
import { refuseStartsByNobody, timerStartsOf } from './read-timer-starts.ts';

/** Kept compiled. Of a drawing of 8 kB that takes some 100 kB, and 10 ms where it has to be done anew. */
export const MOST_COMPILED = 100;

export interface Definitions {
  deploy(source: string | URL, at: number): Promise<Deployment>;
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
  host: Required<Pick<ModelOptions, 'services' | 'scripts' | 'circulation'>> & {
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
  const prepare = (xml: string, processId: string | undefined) =>
    prepareDrawing(xml, {
      ...options,
      services: host.services,
      scripts: host.scripts,
      circulation: host.circulation,
      ...(processId !== undefined && { processId }),
      calledProcesses: async (id) => (await store.latestDefinition(id))?.xml,
    });

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
    await store.putDefinitions([{ definitionId, processId, xml, drawing, deployedAt, timerStarts }]);
    compiled.set(definitionId, Promise.resolve(definition));
    return { processId, definitionId, transTypeCodes: [transTypeCode], problems: definition.problems, otherPools: [] };
  }

  return {
    load,
    async deploy(source, at) {
      const xml = await readSource(source);
      const read = await prepare(xml, undefined);
      const pools = read.executable.length > 1 ? read.executable : [undefined];
      const prepared = pools[0] === undefined ? [read] : await Promise.all(pools.map((id) => prepare(xml, id)));
      // All are judged before one is stored: of a file that is refused nothing is deployed.
      refuseTogether(prepared);
      const ready = prepared.map((drawing) => ({
        xml: drawing.xml,
        definition: checkDrawnTypes(compileRead(drawing), host.messageTypes),
      }));
      if (host.systemHandler === undefined) for (const { definition } of ready) refuseStartsByNobody(definition);
      const deployed: Deployment[] = [];
      for (const each of ready) deployed.push(await putDefinition(each.xml, xml, each.definition, at));
      const [first, ...others] = deployed as [Deployment, ...Deployment[]];
      return { ...first, otherPools: others };
    },
  };
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
    throw new StoreError(
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

/** XML is told from a path by its first character. */
async function readSource(source: string | URL): Promise<string> {
  if (typeof source === 'string' && /^\uFEFF?\s*</.test(source)) return source;
  if (source instanceof URL && source.protocol !== 'file:') {
    throw new InputError(
      'ERR_INPUT_INVALID',
      `deploy reads files, not ${source.protocol} addresses: pass a path or the XML.`,
    );
  }
  try {
    return await readFile(source, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new InputError('ERR_INPUT_INVALID', `The file ${String(source)} cannot be read (${code}): check the path.`, {
      cause,
    });
  }
}
