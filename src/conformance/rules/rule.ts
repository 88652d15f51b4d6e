/** How a rule of the spec is written down: what is done over HTTP, and what people see of it. */
import type { Center } from '../center.ts';
import type { RuleId } from '../checklist.ts';
import type { Hands } from '../hands.ts';
import type { VariableName, Variables } from '../variables.ts';

/** What came of trying a rule that holds, as far as it could be tried. */
export interface Tried {
  /** What somebody has to look at, since no interface of a real center tells it. */
  byHand?: string;
  /** Why nothing could be tried: the variable that is `none`. */
  leftOut?: string;
}

export interface Rule {
  readonly id: RuleId;
  readonly behaviour: string;
  /**
   * @param hands what a real center lacks
   * @throws where the center breaks the rule
   */
  tryIn(center: Center, hands: Hands | undefined): Promise<Tried>;
}

interface RuleOptions {
  /** Variables that may be `none`; then there is nothing to try. */
  readonly needs?: readonly VariableName[];
}

interface ByHand<Made> extends RuleOptions {
  /** Over HTTP: what there will be to look at. */
  readonly make: (center: Center) => Promise<Made>;
  /** What somebody has to do and see in a real center. */
  readonly look: (made: Made, variables: Variables) => string;
  /** The same in a sandbox. */
  readonly see: (hands: Hands, made: Made, center: Center) => void | Promise<void>;
}

/** A rule that can be tried over HTTP alone. */
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

/** A rule about what people see or do: in a sandbox it is tried, on a real center it is put on the list of things to look at. */
export function byHand<Made>(id: RuleId, behaviour: string, { make, look, see, ...options }: ByHand<Made>): Rule {
  return {
    id,
    behaviour,
    async tryIn(center, hands) {
      const leftOut = missing(center, options);
      if (leftOut !== undefined) return { leftOut };
      const made = await make(center);
      if (hands === undefined) return { byHand: look(made, center.variables) };
      await see(hands, made, center);
      return {};
    },
  };
}

const missing = (center: Center, { needs = [] }: RuleOptions): VariableName | undefined =>
  needs.find((name) => center.optional(name) === undefined);
