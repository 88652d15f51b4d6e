import type { Problem } from '../problem.ts';
import type { Draft } from '../read/draft.ts';
import type { ModelFile } from '../read/read-definitions.ts';

/** A problem without the name of its rule. */
export type Finding = Omit<Problem, 'rule'>;

/** A rule that checks one process. */
export interface Rule {
  /** `Problem.rule`, and the name of the rule's file. */
  readonly name: string;
  check(draft: Draft): readonly Finding[];
}

/** A rule that checks a file, before a process is chosen from it. */
export interface FileRule {
  readonly name: string;
  check(file: ModelFile): readonly Finding[];
}
