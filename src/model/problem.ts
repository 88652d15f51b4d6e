/** One finding about a .bpmn file. An `error` refuses the deployment, a `warning` says what will not run as drawn. */
export interface Problem {
  /** Whether it refuses the deployment. */
  readonly severity: 'error' | 'warning';
  /** Stable kebab-case name of the rule, e.g. `user-task-without-handler`. */
  readonly rule: string;
  /** Id of the element, or of the process or file where it has none. */
  readonly elementId: string;
  /** The path of its file, or its place in the list; absent where one file was deployed alone. */
  readonly file?: string;
  /** What is wrong, in words a process author knows. */
  readonly reason: string;
  /** What to do about it. */
  readonly remedy: string;
  /** The file leaves it open, and something was taken for granted; `strict` makes such a warning an error. */
  readonly guess?: true;
}
