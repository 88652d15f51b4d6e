import * as z from 'zod';
import { InputError } from '../../errors.ts';
import { FaultRuleSchema, type ReadFaultRule } from './fault-rule.ts';
import { FAULTS, type FaultCall, type FaultName } from './known-faults.ts';

export interface ReadFaultPlan {
  readonly seed: number | undefined;
  readonly rules: readonly ReadFaultRule[];
}

const MAX_SEED = 0xffff_ffff;

const PlanSchema = z.strictObject({
  seed: z.int().min(0).max(MAX_SEED).optional(),
  rules: z.array(FaultRuleSchema.superRefine(checkMoment).superRefine(checkCalls)),
});

function checkMoment({ probability, next }: ReadFaultRule, context: z.RefinementCtx): void {
  if ((probability === undefined) === (next === undefined)) {
    context.addIssue('must have either probability or next');
  }
}

function checkCalls({ fault, calls = [] }: ReadFaultRule, context: z.RefinementCtx): void {
  const possible: readonly FaultCall[] = FAULTS[fault].calls;
  const others = calls.filter((call) => !possible.includes(call));
  if (others.length === 0) return;
  context.addIssue({
    code: 'custom',
    path: ['calls'],
    message: `${fault} can strike ${possible.join(', ')}, not ${others.join(', ')}`,
  });
}

/**
 * Validates a plan and fills in the defaults.
 * @param refuseRule why this sandbox cannot apply a rule, or undefined
 * @throws {InputError} `ERR_INPUT_INVALID` with every problem in `details.problems`
 */
export function readFaultPlan(
  plan: unknown,
  refuseRule: (rule: ReadFaultRule) => string | undefined = () => undefined,
): ReadFaultPlan {
  const parsed = PlanSchema.safeParse(plan);
  const problems = parsed.success
    ? parsed.data.rules.flatMap((rule, index) => describe(['rules', index], refuseRule(rule)))
    : parsed.error.issues.flatMap((issue) => describe(issue.path, sayIssue(issue)));
  if (parsed.success && problems.length === 0) return { seed: parsed.data.seed, rules: parsed.data.rules };
  throw new InputError('ERR_INPUT_INVALID', `faults: ${problems.map(sayProblem).join('; ')}`, {
    details: { problems },
  });
}

interface PlanProblem {
  /** Such as `rules[0].calls`; empty for the plan itself. */
  readonly path: string;
  readonly message: string;
}

function describe(path: readonly PropertyKey[], message: string | undefined): PlanProblem[] {
  if (message === undefined) return [];
  const written = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return [{ path: written.replace(/^\./, ''), message }];
}

function sayIssue(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  return `must be one of ${(Object.keys(FAULTS) as FaultName[]).join(', ')}`;
}

function sayProblem({ path, message }: PlanProblem): string {
  return path === '' ? message : `${path}: ${message}`;
}
