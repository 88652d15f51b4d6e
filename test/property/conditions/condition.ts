/** What conditions are made of: data, so that the oracle evaluates them without an expression language. */
export type Literal = string | number | boolean;
export type Value = Literal | readonly string[];

/** How a condition is written: as JUEL with signs, as JUEL with words for operators, or as FEEL. */
export type Language = 'juel' | 'words' | 'feel';

export type Condition = (
  | { readonly test: 'is'; readonly variable: string; readonly value: Literal }
  | { readonly test: 'above'; readonly variable: string; readonly limit: number }
  | { readonly test: 'between'; readonly variable: string; readonly from: number; readonly to: number }
  | { readonly test: 'compare'; readonly left: Term; readonly by: Comparison; readonly right: Term }
  /** The person is in the list. */
  | { readonly test: 'holds'; readonly list: string; readonly person: string }
  | { readonly test: 'not'; readonly of: Condition }
  | { readonly test: 'both' | 'either'; readonly of: readonly [Condition, Condition] }
  /** The second where the first is true, else the third. */
  | { readonly test: 'if'; readonly of: readonly [Condition, Condition, Condition] }
) & { readonly language: Language };

export const COMPARISONS = ['<', '<=', '>', '>=', '=', '!='] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A number. */
export type Term =
  | { readonly term: 'variable'; readonly name: string }
  | { readonly term: 'number'; readonly value: number }
  /** How many a list has. */
  | { readonly term: 'count'; readonly list: string }
  | { readonly term: 'sum' | 'product'; readonly of: readonly [Term, Term] };

export function negate(condition: Condition): Condition {
  const { language } = condition;
  if (condition.test === 'not') return condition.of;
  if (condition.test === 'is' && typeof condition.value === 'boolean') return { ...condition, value: !condition.value };
  return { test: 'not', of: condition, language };
}

/** Variables that a condition reads. */
export function variablesOf(condition: Condition): string[] {
  switch (condition.test) {
    case 'is':
    case 'above':
    case 'between':
      return [condition.variable];
    case 'compare':
      return [...namesOf(condition.left), ...namesOf(condition.right)];
    case 'holds':
      return [condition.list];
    case 'not':
      return variablesOf(condition.of);
    case 'both':
    case 'either':
    case 'if':
      return condition.of.flatMap(variablesOf);
  }
}

function namesOf(term: Term): string[] {
  switch (term.term) {
    case 'variable':
      return [term.name];
    case 'number':
      return [];
    case 'count':
      return [term.list];
    case 'sum':
    case 'product':
      return term.of.flatMap(namesOf);
  }
}
