import { BridgeError, ModelError } from '../../errors.ts';
import { createParsedFiles, type ParsedFiles } from '../../model/moddle/parsed-files.ts';
import { createCallSources, type PassedOver } from '../../model/prepare/call-sources.ts';
import type { CalledProcess, CalledProcesses } from '../../model/prepare/called-process.ts';
import { listProcesses, whyPassedOver } from '../../model/prepare/list-processes.ts';
import { type PreparedDrawing, type PrepareOptions, prepareDrawing } from '../../model/prepare/prepare-drawing.ts';
import type { Problem } from '../../model/problem.ts';
import { type CompiledDefinition, compileRead, requireModel } from '../../plugin/definition.ts';
import type { SourceFile } from './read-sources.ts';

/** A process that may be deployed. */
export interface ReadyProcess {
  readonly source: SourceFile;
  readonly xml: string;
  readonly definition: CompiledDefinition;
}

/** What holds for all files of one deployment. */
export interface Preparation {
  readonly options: Omit<PrepareOptions, 'calledProcesses' | 'processId'>;
  /** What was deployed before, and may be called. */
  readonly deployed: CalledProcesses;
  /** Has the last word on each process; throws a {@link ModelError} to refuse it. */
  readonly judge: (definition: CompiledDefinition) => Promise<CompiledDefinition>;
}

/**
 * Makes the processes of all files ready, each to be called by those of the others. All are judged before the first is
 * stored: where one is refused, nothing is deployed.
 * @throws {ModelError} `ERR_MODEL_REFUSED` with the problems of every file; `ERR_MODEL_UNREADABLE`: of one that is alone
 */
export async function prepareFiles(
  files: readonly SourceFile[],
  { options, deployed, judge }: Preparation,
): Promise<readonly ReadyProcess[]> {
  const parsed = createParsedFiles({ prepared: files.length > 1 });
  const index = await indexProcesses(files, parsed);
  const together = [...index].flatMap(([processId, found]) => found.map((each) => calledFrom(each, processId)));
  const sources = createCallSources(calledProcesses, { files: parsed, together, passedOver });
  const prepared = new Map<string, Promise<PreparedDrawing>>();

  function prepare(source: SourceFile, processId?: string): Promise<PreparedDrawing> {
    const key = JSON.stringify([files.indexOf(source), processId]);
    const preparing =
      prepared.get(key) ??
      prepareDrawing(
        source.xml,
        { ...options, ...(processId !== undefined && { processId }), calledProcesses },
        sources,
      );
    prepared.set(key, preparing);
    return preparing;
  }

  async function calledProcesses(processId: string): Promise<Awaited<ReturnType<CalledProcesses>>> {
    // Of a file that is alone, a call looks in the file itself first.
    const [found] = files.length === 1 ? [] : (index.get(processId) ?? []);
    return found === undefined ? deployed(processId) : calledFrom(found, processId);
  }

  function calledFrom({ source, isOnly }: IndexedProcess, processId: string): CalledProcess {
    const draw = async () => {
      const { model, xml } = await prepare(source, isOnly ? undefined : processId);
      return model && xml;
    };
    return { processId, xml: source.xml, sameDeployment: true, prepare: draw };
  }

  /** What no file of several deploys is not looked for in them, so that its callers are told here why. */
  async function passedOver(processId: string): ReturnType<PassedOver> {
    for (const { xml, file = '' } of files) {
      const why = await whyPassedOver(processId, xml, parsed);
      if (why !== undefined) return { why, file };
    }
    return undefined;
  }

  async function readyFile(source: SourceFile): Promise<readonly ReadyProcess[]> {
    const first = await prepare(source);
    const several = first.executable.length > 1;
    const pools = several ? await Promise.all(first.executable.map((id) => prepare(source, id))) : [first];
    refuseTogether(pools);
    return Promise.all(
      pools.map(async (pool) => ({ source, xml: pool.xml, definition: await judge(compileRead(pool)) })),
    );
  }

  const outcomes = await Promise.all(files.map((source) => attempt(source, () => readyFile(source))));
  const refusals = [...outcomes.flatMap(({ refusal }) => refusal ?? []), ...refuseTwice(index)];
  if (refusals.length > 0) throw files.length === 1 && refusals[0]?.cause ? refusals[0].cause : refuseAll(refusals);
  return outcomes.flatMap(({ ready }) => ready ?? []);
}

interface IndexedProcess {
  readonly source: SourceFile;
  readonly isOnly: boolean;
}

type ProcessIndex = ReadonlyMap<string, readonly IndexedProcess[]>;

/** Which files define a process; of one that cannot be read that is told when it is prepared. */
async function indexProcesses(files: readonly SourceFile[], parsed: ParsedFiles): Promise<ProcessIndex> {
  const index = new Map<string, IndexedProcess[]>();
  for (const source of files) {
    const ids = await listProcesses(source.xml, parsed).catch((): readonly string[] => []);
    for (const id of ids) index.set(id, [...(index.get(id) ?? []), { source, isOnly: ids.length === 1 }]);
  }
  return index;
}

interface Refusal {
  readonly problems: readonly Problem[];
  readonly cause?: ModelError;
}

async function attempt(
  { file }: SourceFile,
  ready: () => Promise<readonly ReadyProcess[]>,
): Promise<{ readonly ready?: readonly ReadyProcess[]; readonly refusal?: Refusal }> {
  try {
    return { ready: await ready() };
  } catch (error) {
    const cause = toModelError(error);
    if (!(cause instanceof ModelError)) throw cause;
    const { problems = [unreadable(cause)] } = cause.details as { readonly problems?: readonly Problem[] };
    return { refusal: { cause, problems: problems.map((problem) => inFile(problem, file)) } };
  }
}

/** Whatever a file makes its readers throw is about the file: it cannot run, whoever's mistake that is. */
function toModelError(error: unknown): BridgeError {
  if (error instanceof BridgeError) return error;
  const what = error instanceof Error ? error.message : typeof error;
  const text = `The file holds something that cannot be read (${what}), and no rule says what: please report it with the file.`;
  return new ModelError('ERR_MODEL_REFUSED', text, { cause: error, details: { problems: [] } });
}

/** A problem of a file that was not deployed alone. */
export function inFile(problem: Problem, file: string | undefined): Problem {
  return file === undefined ? problem : { ...problem, file };
}

function unreadable({ message }: ModelError): Problem {
  const remedy = 'Save it anew with the modeler, or take it out of the deployment.';
  return { severity: 'error', rule: 'file-unreadable', elementId: 'definitions', reason: message, remedy };
}

function refuseTwice(index: ProcessIndex): readonly Refusal[] {
  return [...index].flatMap(([processId, found]) => {
    if (found.length < 2) return [];
    const names = found.map(({ source }) => source.file).join(' and ');
    const problem: Problem = {
      severity: 'error',
      rule: 'process-defined-twice',
      elementId: processId,
      reason: `The process ${processId} is defined by ${names}.`,
      remedy: 'Give one of them another id, or deploy them one after the other.',
      ...(found[0]?.source.file !== undefined && { file: found[0].source.file }),
    };
    return { problems: [problem] };
  });
}

function refuseAll(refusals: readonly Refusal[]): ModelError {
  const problems = refusals.flatMap((refusal) => refusal.problems);
  const lines = problems
    .filter(({ severity }) => severity === 'error')
    .map(({ file, elementId, reason, remedy }) => `- ${file}, ${elementId}: ${reason} ${remedy}`);
  const text = ['Nothing was deployed, since not all of the files can run as drawn:', ...lines].join('\n');
  return new ModelError('ERR_MODEL_REFUSED', text, { details: { problems } });
}

/** @throws {ModelError} `ERR_MODEL_REFUSED` with the problems of every pool of the file, each once */
function refuseTogether(pools: readonly PreparedDrawing[]): void {
  if (pools.every(({ model }) => model !== undefined)) return;
  const problems = new Map(
    pools.flatMap((pool) => pool.problems).map((problem) => [`${problem.elementId}: ${problem.reason}`, problem]),
  );
  requireModel({ model: undefined, problems: [...problems.values()] });
}
