/** A rule of the spec as code: calls over HTTP, and what people see. */
import type { Center } from '../center.ts';
import type { RuleId } from '../checklist.ts';
import type { SandboxAccess } from '../sandbox-access.ts';
import type { VariableName, Variables } from '../variables.ts';

/** The result of a rule that holds, as far as it could be checked. */
export interface Tried {
  /** What to check by hand, because a real center has no interface for it. */
  byHand?: string;
  /** Why nothing was checked: the variable that is `none`. */
  leftOut?: string;
}

export interface Rule {
  readonly id: RuleId;
  readonly behaviour: string;
  /**
   * @param access what people see and do, read from a sandbox; undefined for a real center
   * @throws if the center violates the rule
   */
  tryIn(center: Center, access: SandboxAccess | undefined): Promise<Tried>;
}

interface RuleOptions {
  /** Variables that may be `none`; then the rule is skipped. */
  readonly needs?: readonly VariableName[];
}

interface ByHand<Made> extends RuleOptions {
  /** Calls over HTTP that prepare the check. */
  readonly make: (center: Center) => Promise<Made>;
  /** What to do in a real center, and what the result must be. */
  readonly look: (made: Made, variables: Variables) => string;
  /** The same in a sandbox. */
  readonly see: (access: SandboxAccess, made: Made, center: Center) => void | Promise<void>;
}

/** A rule that can be checked over HTTP. */
export function rule(
  id: RuleId,
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

/** A rule about what people see or do: checked in a sandbox, and listed as a check by hand for a real center. */
export function byHand<Made>(id: RuleId, behaviour: string, { make, look, see, ...options }: ByHand<Made>): Rule {
  return {
    id,
    behaviour,
    async tryIn(center, access) {
      const leftOut = missing(center, options);
      if (leftOut !== undefined) return { leftOut };
      const made = await make(center);
      if (access === undefined) return { byHand: look(made, center.variables) };
      await see(access, made, center);
      return {};
    },
  };
}

const missing = (center: Center, { needs = [] }: RuleOptions): VariableName | undefined =>
  needs.find((name) => center.optional(name) === undefined);
