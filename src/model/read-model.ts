import { ModelError } from '../errors.ts';
import { finishModel } from './finish-model.ts';
import type { ModdleDefinitions } from './moddle/moddle-element.ts';
import type { ParsedBpmn } from './moddle/parse-bpmn.ts';
import { NOTHING_LEFT_OVER } from './moddle/parse-leftovers.ts';
import type { ModelOptions } from './model-options.ts';
import type { Problem } from './problem.ts';
import type { ProcessModel } from './process-model.ts';
import type { Diagram } from './read/diagram.ts';
import { chooseProcess, readDefinitions } from './read/read-definitions.ts';
import { readDraft } from './read/read-draft.ts';
import { omitFollowUps, omitUnreached } from './rules/omit-problems.ts';
import { type FoundProblem, toProblem } from './rules/rule.ts';
import { FILE_RULES, RULES } from './rules/rules.ts';
import { listUnhandledGroupTasks, type UnhandledGroupTask } from './rules/shared/unhandled-endings.ts';
import {
  type DiagramVariables,
  type ListedVariables,
  listVariables,
  NO_VARIABLES,
} from './variables/list-variables.ts';

export interface ReadModelResult {
  /** The tree that was read, for the engine of a host. */
  readonly definitions: ModdleDefinitions;
  /** Undefined if at least one problem is an error. */
  readonly model: ProcessModel | undefined;
  /** The executed graph; undefined if no process could be chosen. */
  readonly diagram?: Diagram;
  /** Empty without a model. */
  readonly variables: DiagramVariables;
  /** Empty without a model. */
  readonly unpassed: ListedVariables['unpassed'];
  /** Group tasks that may end unhandled; empty without a model, and for a file that was accepted before. */
  readonly unhandledGroupTasks: readonly UnhandledGroupTask[];
  /** All problems at once, in the order of the rules. */
  readonly problems: readonly Problem[];
}

/** The result for a refused file. */
export const NO_MODEL = { model: undefined, variables: NO_VARIABLES, unpassed: [], unhandledGroupTasks: [] } as const;

/** Turns warnings about guesses into errors, if the option `strict` is set. */
export function judgeGuesses(problems: readonly Problem[], { strict }: ModelOptions): readonly Problem[] {
  return strict === true ? problems.map((each) => (each.guess ? { ...each, severity: 'error' } : each)) : problems;
}

/** A parsed file, without leftovers if it was parsed elsewhere, such as inside bpmn-engine. */
type ReadableFile = Pick<ParsedBpmn, 'definitions'> & Partial<ParsedBpmn>;

/**
 * Checks a parsed file by all rules, and builds the model of the process to run if there is no error. Synchronous and
 * deterministic. Modifies the tree in one way: an accepted process without `isExecutable` gets it set to true, because
 * bpmn-engine runs no process without it.
 */
export function readModel(
  { definitions, leftovers = NOTHING_LEFT_OVER }: ReadableFile,
  options: ModelOptions = {},
): ReadModelResult {
  const file = readDefinitions(definitions, leftovers);
  const problems: FoundProblem[] = [];
  // A stored definition is not checked again: a newer rule must not stop running instances.
  const rules = options.accepted === true ? { file: [], process: [] } : { file: FILE_RULES, process: RULES };
  for (const rule of rules.file) problems.push(...rule.check(file).map((finding) => toProblem(rule, finding)));
  const process = chooseProcess(file);
  if (process === undefined)
    return { ...NO_MODEL, definitions, problems: judgeGuesses(omitFollowUps(problems), options) };
  const draft = readDraft(process, options, leftovers.unresolved);
  const { diagram } = draft;
  for (const rule of rules.process) {
    const found = rule.check(draft).filter(({ elementId }) => !diagram.reserved.has(elementId));
    problems.push(...found.map((finding) => toProblem(rule, finding)));
  }
  const kept = judgeGuesses(omitFollowUps(omitUnreached(problems, diagram)), options);
  if (kept.some(({ severity }) => severity === 'error')) return { ...NO_MODEL, definitions, diagram, problems: kept };
  if (process.get('isExecutable') !== true) process.set('isExecutable', true);
  const model = finishModel(draft);
  const unhandledGroupTasks = options.accepted === true ? [] : listUnhandledGroupTasks(draft);
  const listed = listVariables(draft, model);
  return { model, definitions, diagram, ...listed, unhandledGroupTasks, problems: kept };
}

/** @throws {ModelError} `ERR_MODEL_REFUSED` when the diagram cannot run */
export function requireModel(read: {
  readonly model: ProcessModel | undefined;
  readonly problems: readonly Problem[];
}): { model: ProcessModel; problems: readonly Problem[] } {
  if (read.model) return { model: read.model, problems: read.problems };
  const errors = read.problems.filter((problem) => problem.severity === 'error');
  const list = errors.map(({ elementId, reason, remedy }) => `- ${elementId}: ${reason} ${remedy}`).join('\n');
  throw new ModelError('ERR_MODEL_REFUSED', `The process cannot run as drawn:\n${list}`, {
    details: { problems: read.problems },
  });
}
