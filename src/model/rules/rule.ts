import type { Problem } from '../problem.ts';
import type { Draft } from '../read/draft.ts';
import type { ModelFile } from '../read/read-file.ts';

/** What a rule found, without the rule's own name. */
export type Finding = Omit<Problem, 'rule'>;

/** A rule over one process. */
export interface Rule {
  /** As in `Problem.rule`; the file that holds the rule has the same name. */
  readonly name: string;
  check(draft: Draft): readonly Finding[];
}

/** A rule over a file, before a process is chosen from it. */
export interface FileRule {
  readonly name: string;
  check(file: ModelFile): readonly Finding[];
}
