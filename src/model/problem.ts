/** A problem of a .bpmn file. With an `error` the file is not deployed; a `warning` says what will not run as drawn. */
export interface Problem {
  /** Whether the file is refused. */
  readonly severity: 'error' | 'warning';
  /** Stable kebab-case name of the rule, e.g. `user-task-without-handler`. */
  readonly rule: string;
  /** Id of the element; if it has no id, that of the process or file. */
  readonly elementId: string;
  /** The path of its file, or its position in the list; absent if only one file was deployed. */
  readonly file?: string;
  /** What is wrong, in the words of process authors. */
  readonly reason: string;
  /** What to do about it. */
  readonly remedy: string;
  /** Whether the warning is about a guess, because the file leaves something open; `strict` turns it into an error. */
  readonly guess?: true;
}
