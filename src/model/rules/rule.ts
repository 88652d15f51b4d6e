import type { Problem } from '../problem.ts';
import type { Draft } from '../read/draft.ts';
import type { ModelFile } from '../read/read-definitions.ts';

/** What a rule is: its row in `docs/reference/rules.md`, and what its findings have in common. */
export interface RuleFacts {
  /** `Problem.rule` */
  readonly name: string;
  /** The severity of a finding that has none of its own. */
  readonly severity: Problem['severity'];
  /** What is wrong, in general. */
  readonly says: string;
  /** The remedy of a finding that has none of its own. */
  readonly remedy: string;
  /** Whether all its findings are guesses. */
  readonly guess?: true;
}

/** What a rule found at one element. */
export interface Finding {
  readonly elementId: string;
  readonly reason: string;
  readonly severity?: Problem['severity'];
  readonly remedy?: string | undefined;
  readonly guess?: true;
  readonly cause?: Cause;
}

/** What a finding is about, so that several findings with one cause become one problem. */
export interface Cause {
  /** The names in the file that it is about. */
  readonly parts?: readonly string[];
  /** The names that were probably meant, if they are misspelt. */
  readonly meant?: readonly string[];
}

/** A rule that checks one process. */
export interface Rule extends RuleFacts {
  check(draft: Draft): readonly Finding[];
}

/** A rule that checks a file, before a process is chosen from it. */
export interface FileRule extends RuleFacts {
  check(file: ModelFile): readonly Finding[];
}

export interface FoundProblem extends Problem {
  readonly cause?: Cause;
}

export function toProblem(rule: RuleFacts, finding: Finding): FoundProblem {
  const { elementId, reason, severity = rule.severity, remedy = rule.remedy, guess = rule.guess, cause } = finding;
  return { severity, rule: rule.name, elementId, reason, remedy, ...(guess && { guess }), ...(cause && { cause }) };
}
