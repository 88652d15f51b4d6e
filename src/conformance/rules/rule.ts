/** A rule of the spec as code: calls over HTTP. */
import type { Center } from '../center.ts';
import type { VariableName, Variables } from '../variables.ts';

/** The result of a rule that holds, as far as it could be checked. */
export interface Tried {
  /** What to check by hand, because a real center has no interface for it. */
  byHand?: string;
  /** What the calls of a check by hand created; the tests look at it in a sandbox. */
  made?: unknown;
  /** Why nothing was checked: the variable that is `none`. */
  leftOut?: string;
}

export interface Rule {
  readonly id: string;
  readonly behaviour: string;
  /** @throws if the center violates the rule */
  tryIn(center: Center): Promise<Tried>;
}

interface RuleOptions {
  /** Variables that may be `none`; then the rule is skipped. */
  readonly needs?: readonly VariableName[];
}

interface ByHand<Made> extends RuleOptions {
  /** Calls over HTTP that prepare the check. */
  readonly make: (center: Center) => Promise<Made>;
  /** What to do by hand, and what the result must be. */
  readonly look: (made: Made, variables: Variables) => string;
}

/** A rule that can be checked over HTTP. */
export function rule(
  id: string,
  behaviour: string,
  check: (center: Center) => Promise<void>,
  options: RuleOptions = {},
): Rule {
  return {
    id,
    behaviour,
    async tryIn(center) {
      const leftOut = missing(center, options);
      if (leftOut !== undefined) return { leftOut };
      await check(center);
      return {};
    },
  };
}

/** A rule about what people see or do, which HTTP does not show: listed as a check by hand. */
export function byHand<Made>(id: string, behaviour: string, { make, look, ...options }: ByHand<Made>): Rule {
  return {
    id,
    behaviour,
    async tryIn(center) {
      const leftOut = missing(center, options);
      if (leftOut !== undefined) return { leftOut };
      const made = await make(center);
      return { byHand: look(made, center.variables), made };
    },
  };
}

const missing = (center: Center, { needs = [] }: RuleOptions): VariableName | undefined =>
  needs.find((name) => center.optional(name) === undefined);
