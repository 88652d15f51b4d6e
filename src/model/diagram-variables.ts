/** The variables of a diagram, by name, each list in the order of the alphabet. Names that are always there are left out. */
export interface DiagramVariables {
  /** Read by some expression. What stands in scripts, and what a FEEL filter looks at, is not known. */
  readonly reads: readonly string[];
  /**
   * Set by the diagram: by result variables, output mappings, form fields, buttons, elements of multi-instances, codes of
   * errors that are caught, defaults of the start form, data objects with a value, and the vendor's name for the initiator.
   */
  readonly sets: readonly string[];
  /**
   * Read, not only asked for (`empty x`, `is defined(x)`), and set by nothing in the diagram. Give them to `start`, unless
   * a service, a script, a message or a press brings them: what these bring is not known when a file is deployed. That a
   * name is not listed is no promise that it is set before it is read.
   */
  readonly needed: readonly string[];
}

export const NO_VARIABLES: DiagramVariables = { reads: [], sets: [], needed: [] };
