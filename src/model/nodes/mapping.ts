/** Values that are computed and stored in variables, by expressions or scripts. */

import type { Expression } from '../expressions/expression.ts';
import type { MappedPath } from '../mapped-values.ts';

export interface ScriptText {
  /** The language as written in the diagram, e.g. `javascript`. */
  readonly format: string;
  /** Empty if the script is in another file. */
  readonly text: string;
  /** The file of the script, as written in the diagram. */
  readonly resource?: string;
}

export interface Mapping {
  readonly name: string;
  /** The path inside the variable that is set; absent: the whole variable. */
  readonly path?: MappedPath;
  readonly value: Expression;
  /** Passed in `job.input` only; expressions cannot read it. */
  readonly field?: true;
}

export interface ScriptMapping extends Omit<Mapping, 'value' | 'field'> {
  readonly script: ScriptText;
}
