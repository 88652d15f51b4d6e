import { type DiagramVariables, NO_VARIABLES } from './diagram-variables.ts';
import { finishModel } from './finish-model.ts';
import { listUnhandledGroupTasks, type UnhandledGroupTask } from './list-unhandled-group-tasks.ts';
import { listVariables } from './list-variables.ts';
import type { ModdleDefinitions } from './moddle/moddle-element.ts';
import type { ParseLeftovers } from './moddle/parse-bpmn.ts';
import type { ModelOptions } from './model-options.ts';
import type { Problem } from './problem.ts';
import type { ProcessModel } from './process-model.ts';
import type { Diagram } from './read/diagram.ts';
import { readDraft } from './read/read-draft.ts';
import { chooseProcess, NOTHING_LEFT_OVER, readFile } from './read/read-file.ts';
import { FILE_RULES, RULES } from './rules/rules.ts';
import { omitFollowUps } from './rules/shared/omit-follow-ups.ts';
import { omitUnreached } from './rules/shared/omit-unreached.ts';

export interface BuildModelResult {
  /** Undefined if at least one problem is an error. */
  readonly model: ProcessModel | undefined;
  /** The executed graph; undefined if no process could be chosen. */
  readonly diagram?: Diagram;
  /** Empty without a model. */
  readonly variables: DiagramVariables;
  /** Group tasks that may end unhandled; empty without a model, and for a file that was accepted before. */
  readonly unhandledGroupTasks: readonly UnhandledGroupTask[];
  /** All problems at once, in the order of the rules. */
  readonly problems: readonly Problem[];
}

/**
 * Reads the process to run from a parsed file. Synchronous and deterministic. Modifies the tree in one way: an accepted
 * process without `isExecutable` gets it set to true, because bpmn-engine runs no process without it.
 */
export function buildModel(definitions: ModdleDefinitions, options: ModelOptions = {}): BuildModelResult {
  return buildFrom(definitions, options, NOTHING_LEFT_OVER);
}

/** The result for a refused file. */
export const NO_MODEL = { model: undefined, variables: NO_VARIABLES, unhandledGroupTasks: [] } as const;

/** Turns warnings about guesses into errors, if the option `strict` is set. */
export function judgeGuesses(problems: readonly Problem[], { strict }: ModelOptions): readonly Problem[] {
  return strict === true ? problems.map((each) => (each.guess ? { ...each, severity: 'error' } : each)) : problems;
}

/** {@link buildModel} for a tree with leftovers of the parser. */
export function buildFrom(
  definitions: ModdleDefinitions,
  options: ModelOptions,
  leftovers: ParseLeftovers,
): BuildModelResult {
  const file = readFile(definitions, leftovers);
  const problems: Problem[] = [];
  // A stored definition is not checked again: a newer rule must not stop running instances.
  const rules = options.accepted === true ? { file: [], process: [] } : { file: FILE_RULES, process: RULES };
  for (const { name, check } of rules.file) problems.push(...check(file).map((found) => ({ ...found, rule: name })));
  const process = chooseProcess(file);
  if (process === undefined) return { ...NO_MODEL, problems: judgeGuesses(omitFollowUps(problems), options) };
  const draft = readDraft(process, options, leftovers.unresolved);
  const { diagram } = draft;
  for (const { name, check } of rules.process) {
    const found = check(draft).filter(({ elementId }) => !diagram.reserved.has(elementId));
    problems.push(...found.map((finding) => ({ ...finding, rule: name })));
  }
  const kept = judgeGuesses(omitFollowUps(omitUnreached(problems, diagram)), options);
  if (kept.some(({ severity }) => severity === 'error')) return { ...NO_MODEL, diagram, problems: kept };
  if (process.get('isExecutable') !== true) process.set('isExecutable', true);
  const model = finishModel(draft);
  const unhandledGroupTasks = options.accepted === true ? [] : listUnhandledGroupTasks(draft);
  return { model, diagram, variables: listVariables(draft, model), unhandledGroupTasks, problems: kept };
}
