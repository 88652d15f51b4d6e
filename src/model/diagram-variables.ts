/** The names of the variables of a diagram; each list is sorted. Variables that always exist are left out. */
export interface DiagramVariables {
  /** Variables that an expression reads. Variables read in scripts and in FEEL filters are not included. */
  readonly reads: readonly string[];
  /**
   * Variables that the diagram sets: by result variables, output mappings, form fields, buttons, elements of multi-instances, codes of
   * errors that are caught, defaults of the start form, data objects with a value, and the vendor's name for the initiator.
   */
  readonly sets: readonly string[];
  /**
   * Variables that are read (not only tested, as by `empty x` or `is defined(x)`) but not set by the diagram. Pass them to
   * `start`, unless a service, a script, a message or a press sets them; what these set is not known when a file is
   * deployed. A variable that is not listed may still be read before it is set.
   */
  readonly needed: readonly string[];
}

export const NO_VARIABLES: DiagramVariables = { reads: [], sets: [], needed: [] };
