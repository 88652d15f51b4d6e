/** What becomes of a type or a property of BPMN's meta model. */
export type Treatment =
  | typeof READ
  /** The rule that refuses it, or warns of it: a sample shows that it does. */
  | { readonly rule: string }
  /** Means nothing to a run; the reason why. */
  | { readonly drawn: string };

/** By property; a single treatment where the whole type has it. */
export type TypeTreatment = Treatment | Readonly<Record<string, Treatment>>;

/** A run goes by it. */
export const READ = 'read';

export const saidBy = (rule: string): Treatment => ({ rule });
export const drawn = (reason: string): Treatment => ({ drawn: reason });

export function isTreatment(treatment: TypeTreatment): treatment is Treatment {
  return treatment === READ || 'rule' in treatment || 'drawn' in treatment;
}
