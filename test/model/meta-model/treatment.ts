/** How a type or property of the BPMN meta model is handled. */
export type Treatment =
  | typeof READ
  /** The rule that refuses it or warns of it; a sample proves that it does. */
  | { readonly rule: string }
  /** Ignored because it does not affect execution; the reason. */
  | { readonly ignored: string };

/** By property, or a single treatment for the whole type. */
export type TypeTreatment = Treatment | Readonly<Record<string, Treatment>>;

/** Used for execution. */
export const READ = 'read';

export const reportedBy = (rule: string): Treatment => ({ rule });
export const ignored = (reason: string): Treatment => ({ ignored: reason });

export function isTreatment(treatment: TypeTreatment): treatment is Treatment {
  return treatment === READ || 'rule' in treatment || 'ignored' in treatment;
}
