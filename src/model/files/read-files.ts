import type { ModelError } from '../../errors.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import { defined } from '../defined.ts';
import { createParsedFiles, type ParsedFiles } from '../moddle/parsed-files.ts';
import { createCallSources, type ExplainExcluded } from '../prepare/calls/call-sources.ts';
import { type CalledProcess, type CalledProcesses, processesOf } from '../prepare/calls/called-process.ts';
import { skippedProcesses } from '../prepare/calls/find-call.ts';
import { type PreparedDiagram, type PrepareOptions, prepareDiagram } from '../prepare/prepare-diagram.ts';
import type { Problem } from '../problem.ts';
import type { ProcessModel } from '../process-model.ts';
import { chooseProcess, readDefinitions } from '../read/read-definitions.ts';
import { requireModel } from '../read-model.ts';
import { checkMessages } from './check-messages.ts';
import { type DeploySource, readSources, type SourceFile } from './read-sources.ts';
import { definedTwice, inFile, refuseFiles, toRefusal, uniqueProblems } from './refuse-files.ts';
import { findStartsWithoutInitiator } from './starts-without-initiator.ts';

/** What all files that are read together are checked against. */
export interface FileChecks<Accepted> {
  readonly options: Omit<PrepareOptions, 'calledProcesses' | 'processId'>;
  /** Looks up processes that were deployed before. */
  readonly deployed: CalledProcesses;
  readonly messageTypes: MessageTypes;
  /** The initiator of processes that a timer starts; undefined: diagrams with a timer start event are refused. */
  readonly systemHandler: string | undefined;
  /** Called with each accepted process; may add warnings, or throw a `ModelError` to refuse it. */
  readonly accept: (diagram: AcceptedDiagram) => Promise<Accepted>;
}

/** A process without errors. */
export interface AcceptedDiagram extends PreparedDiagram {
  readonly model: ProcessModel;
}

export interface ReadFiles<Accepted> {
  /** Names of the files; empty for a single one. */
  readonly names: readonly string[];
  /** The errors and warnings of all files, each with its file. */
  readonly problems: readonly Problem[];
  /** The results of `accept`, in the order of the files. */
  readonly processes: readonly ReadProcess<Accepted>[];
  /** Why nothing may be deployed: `ERR_MODEL_REFUSED`, or `ERR_MODEL_UNREADABLE` for a single file. */
  readonly refusal: ModelError | undefined;
}

export interface ReadProcess<Accepted> {
  readonly source: SourceFile;
  readonly xml: string;
  readonly accepted: Accepted;
}

/**
 * Reads the diagrams of a deployment, as their authors saved them, and checks them together: each process may be called by
 * processes of the other files.
 * @throws {InputError} `ERR_INPUT_INVALID`: a file or folder cannot be read, or there are no files
 */
export async function readFiles<Accepted extends { readonly problems: readonly Problem[] }>(
  source: DeploySource,
  { options, deployed, messageTypes, systemHandler, accept }: FileChecks<Accepted>,
): Promise<ReadFiles<Accepted>> {
  const files = await readSources(source);
  const parsed = createParsedFiles({ prepared: files.length > 1 });
  const index = await indexProcesses(files, parsed);
  const together = [...index].flatMap(([processId, found]) => found.map((each) => calledFrom(each, processId)));
  const sources = createCallSources(calledProcesses, { files: parsed, together, explainExcluded });
  const prepared = new Map<string, Promise<PreparedDiagram>>();

  function prepare(source: SourceFile, processId?: string): Promise<PreparedDiagram> {
    const key = JSON.stringify([files.indexOf(source), processId]);
    const preparing =
      prepared.get(key) ??
      prepareDiagram(source.xml, { ...options, ...defined({ processId }), calledProcesses }, sources);
    prepared.set(key, preparing);
    return preparing;
  }

  async function calledProcesses(processId: string): Promise<Awaited<ReturnType<CalledProcesses>>> {
    // In a single file, calls look in the file itself first.
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

  /** Why a process of one of the files is not deployed, for messages about its callers. */
  async function explainExcluded(processId: string): ReturnType<ExplainExcluded> {
    for (const { xml, file = '' } of files) {
      const why = await whyExcluded(processId, xml, parsed);
      if (why !== undefined) return { why, file };
    }
    return undefined;
  }

  /** Adds the checks that need settings of the host: message types, and the initiator of timer starts. */
  function judge({ model, problems, ...diagram }: PreparedDiagram): PreparedDiagram {
    if (model === undefined) return { ...diagram, model, problems };
    const starts = systemHandler === undefined ? findStartsWithoutInitiator(model) : [];
    const judged = [...starts, ...problems, ...checkMessages(model, messageTypes)];
    return { ...diagram, model: judged.some(isError) ? undefined : model, problems: judged };
  }

  async function judgeFile(source: SourceFile): Promise<readonly ReadProcess<Accepted>[]> {
    if (source.unreadable !== undefined) throw source.unreadable;
    const first = await prepare(source);
    const several = first.executable.length > 1;
    const pools = (several ? await Promise.all(first.executable.map((id) => prepare(source, id))) : [first]).map(judge);
    const problems = uniqueProblems(pools.flatMap((pool) => pool.problems));
    // If one pool is refused, the whole file is.
    const model = pools.some((pool) => pool.model === undefined) ? undefined : pools[0]?.model;
    requireModel({ model, problems });
    return Promise.all(
      pools.map(async (pool) => {
        const accepted = await accept({ ...pool, ...requireModel(pool) });
        return { source, xml: pool.xml, accepted };
      }),
    );
  }

  const outcomes = await Promise.all(files.map((source) => attempt(source, () => judgeFile(source))));
  const twice = [...index].flatMap(([processId, found]) =>
    found.length < 2
      ? []
      : [
          definedTwice(
            processId,
            found.map(({ source }) => source.file),
          ),
        ],
  );
  const problems = [...outcomes.flatMap((outcome) => outcome.problems), ...twice];
  const isRefused = twice.length > 0 || outcomes.some(({ cause }) => cause !== undefined);
  // A single file without a name is refused with its own error.
  const cause = files[0]?.file === undefined ? outcomes[0]?.cause : undefined;
  return {
    names: files.flatMap(({ file }) => file ?? []),
    problems,
    processes: outcomes.flatMap(({ processes }) => processes),
    refusal: isRefused ? (cause ?? refuseFiles(problems)) : undefined,
  };
}

interface JudgedFile<Accepted> {
  readonly problems: readonly Problem[];
  readonly processes: readonly ReadProcess<Accepted>[];
  /** Why the file is refused; undefined if it is accepted. */
  readonly cause: ModelError | undefined;
}

async function attempt<Accepted extends { readonly problems: readonly Problem[] }>(
  { file }: SourceFile,
  judgeFile: () => Promise<readonly ReadProcess<Accepted>[]>,
): Promise<JudgedFile<Accepted>> {
  try {
    const processes = await judgeFile();
    const problems = uniqueProblems(processes.flatMap(({ accepted }) => accepted.problems));
    return { processes, problems: problems.map((problem) => inFile(problem, file)), cause: undefined };
  } catch (error) {
    const { cause, problems } = toRefusal(error);
    return { processes: [], problems: problems.map((problem) => inFile(problem, file)), cause };
  }
}

interface IndexedProcess {
  readonly source: SourceFile;
  readonly isOnly: boolean;
}

type ProcessIndex = ReadonlyMap<string, readonly IndexedProcess[]>;

/** The files that define each process. A file that cannot be parsed is reported when it is prepared. */
async function indexProcesses(files: readonly SourceFile[], parsed: ParsedFiles): Promise<ProcessIndex> {
  const index = new Map<string, IndexedProcess[]>();
  for (const source of files) {
    const ids = await listProcesses(source.xml, parsed).catch((): readonly string[] => []);
    for (const id of ids) index.set(id, [...(index.get(id) ?? []), { source, isOnly: ids.length === 1 }]);
  }
  return index;
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

/**
 * Ids of the processes of a file that would be deployed.
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`
 */
async function listProcesses(xml: string, files: ParsedFiles): Promise<readonly string[]> {
  const { definitions, leftovers } = await files.read(xml);
  const file = readDefinitions(definitions, leftovers);
  const chosen = chooseProcess(file);
  return (chosen === undefined ? file.executable : [chosen]).flatMap(({ id }) => id ?? []);
}

/**
 * Why a process of a file is not deployed; undefined if the file does not have it. A file that cannot be parsed is reported
 * when it is prepared.
 */
async function whyExcluded(
  processId: string,
  xml: string,
  files: ParsedFiles,
): Promise<'skipped' | 'not-executable' | undefined> {
  const parsed = await files.read(xml).catch(() => undefined);
  if (parsed === undefined) return undefined;
  if (skippedProcesses(parsed.leftovers).includes(processId)) return 'skipped';
  return processesOf(parsed.definitions).some(({ id }) => id === processId) ? 'not-executable' : undefined;
}
