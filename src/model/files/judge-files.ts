import type { ModelError } from '../../errors.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import { createParsedFiles, type ParsedFiles } from '../moddle/parsed-files.ts';
import { createCallSources, type PassedOver } from '../prepare/call-sources.ts';
import type { CalledProcess, CalledProcesses } from '../prepare/called-process.ts';
import { listProcesses, whyPassedOver } from '../prepare/list-processes.ts';
import { type PreparedDiagram, type PrepareOptions, prepareDiagram } from '../prepare/prepare-diagram.ts';
import type { Problem } from '../problem.ts';
import type { ProcessModel } from '../process-model.ts';
import { requireModel } from '../require-model.ts';
import { checkMessages } from './check-messages.ts';
import type { SourceFile } from './read-sources.ts';
import { definedTwice, inFile, refuseFiles, toRefusal, uniqueProblems } from './refuse-files.ts';
import { startsByNobody } from './starts-by-nobody.ts';

/** What holds for all files that are judged together. */
export interface Judgement<Accepted> {
  readonly options: Omit<PrepareOptions, 'calledProcesses' | 'processId'>;
  /** What was deployed before, and may be called. */
  readonly deployed: CalledProcesses;
  readonly messageTypes: MessageTypes;
  /** In whose name timers start processes; undefined: diagrams with such a start are refused. */
  readonly systemHandler: string | undefined;
  /** Makes something of each process that no rule refuses, and may add warnings; throws a `ModelError` to refuse it. */
  readonly accept: (diagram: AcceptedDiagram) => Promise<Accepted>;
}

/** A process that no rule refuses. */
export interface AcceptedDiagram extends PreparedDiagram {
  readonly model: ProcessModel;
}

export interface JudgedFiles<Accepted> {
  /** Of all files, errors and warnings, each with its file. */
  readonly problems: readonly Problem[];
  /** What `accept` made of each process, in the order of the files. */
  readonly processes: readonly JudgedProcess<Accepted>[];
  /** Why nothing of them may be deployed: `ERR_MODEL_REFUSED`, or `ERR_MODEL_UNREADABLE` of a file that is alone. */
  readonly refusal: ModelError | undefined;
}

export interface JudgedProcess<Accepted> {
  readonly source: SourceFile;
  readonly xml: string;
  readonly accepted: Accepted;
}

/** Judges all files, each process as one that may be called by those of the others. */
export async function judgeFiles<Accepted extends { readonly problems: readonly Problem[] }>(
  files: readonly SourceFile[],
  { options, deployed, messageTypes, systemHandler, accept }: Judgement<Accepted>,
): Promise<JudgedFiles<Accepted>> {
  const parsed = createParsedFiles({ prepared: files.length > 1 });
  const index = await indexProcesses(files, parsed);
  const together = [...index].flatMap(([processId, found]) => found.map((each) => calledFrom(each, processId)));
  const sources = createCallSources(calledProcesses, { files: parsed, together, passedOver });
  const prepared = new Map<string, Promise<PreparedDiagram>>();

  function prepare(source: SourceFile, processId?: string): Promise<PreparedDiagram> {
    const key = JSON.stringify([files.indexOf(source), processId]);
    const preparing =
      prepared.get(key) ??
      prepareDiagram(
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

  /** Why a process that one of the files holds is not deployed from it, for whoever calls it. */
  async function passedOver(processId: string): ReturnType<PassedOver> {
    for (const { xml, file = '' } of files) {
      const why = await whyPassedOver(processId, xml, parsed);
      if (why !== undefined) return { why, file };
    }
    return undefined;
  }

  /** What the tree alone does not say: what the host declares of messages, and in whose name timers start. */
  function judge({ model, problems, ...diagram }: PreparedDiagram): PreparedDiagram {
    if (model === undefined) return { ...diagram, model, problems };
    const starts = systemHandler === undefined ? startsByNobody(model) : [];
    const judged = [...starts, ...problems, ...checkMessages(model, messageTypes)];
    return { ...diagram, model: judged.some(isError) ? undefined : model, problems: judged };
  }

  async function judgeFile(source: SourceFile): Promise<readonly JudgedProcess<Accepted>[]> {
    if (source.unreadable !== undefined) throw source.unreadable;
    const first = await prepare(source);
    const several = first.executable.length > 1;
    const pools = (several ? await Promise.all(first.executable.map((id) => prepare(source, id))) : [first]).map(judge);
    const problems = uniqueProblems(pools.flatMap((pool) => pool.problems));
    // Where one pool cannot run, none of the file is deployed.
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
  // Of a file without a name, what it threw says it all.
  const cause = files[0]?.file === undefined ? outcomes[0]?.cause : undefined;
  return {
    problems,
    processes: outcomes.flatMap(({ processes }) => processes),
    refusal: isRefused ? (cause ?? refuseFiles(problems)) : undefined,
  };
}

interface Outcome<Accepted> {
  readonly problems: readonly Problem[];
  readonly processes: readonly JudgedProcess<Accepted>[];
  /** Why it is refused. */
  readonly cause: ModelError | undefined;
}

async function attempt<Accepted extends { readonly problems: readonly Problem[] }>(
  { file }: SourceFile,
  judgeFile: () => Promise<readonly JudgedProcess<Accepted>[]>,
): Promise<Outcome<Accepted>> {
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

/** Which files define a process; of one that cannot be read that is told when it is prepared. */
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
