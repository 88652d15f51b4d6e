import type { FaultName, FaultOption } from '../../faults/known-faults.ts';
import type { Texts } from '../texts/en.ts';

/** The numbers that a field takes, as in faults/fault-rule.ts; the sandbox checks them again. */
type Numbers =
  | { readonly min: number; readonly max?: number; readonly isWhole?: false }
  | { readonly values: readonly number[] };

export const SEEDS: Numbers = { min: 0, max: 0xffff_ffff };
export const PERCENT: Numbers = { min: 0, max: 100, isWhole: false };
export const CALLS: Numbers = { min: 1 };

/** @returns undefined for an option that takes no number, or nearly any */
export function numbersOf(fault: FaultName, option: FaultOption): Numbers | undefined {
  switch (option) {
    case 'ms':
      return { min: 0, max: 3_600_000 };
    case 'status':
      return { min: fault === 'http-error-after' ? 500 : 400, max: 599 };
    case 'retryAfterSeconds':
    case 'item':
      return { min: 0 };
    case 'code':
      return fault.startsWith('outer-') ? undefined : { values: [400, 500, 2004, 2005] };
    default:
      return undefined;
  }
}

/** @returns what is wrong with what was typed in a field, in the language of the page */
export function wrongNumber({ traffic }: Texts, label: string, typed: string, allowed: Numbers): string | undefined {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  if ('values' in allowed)
    return allowed.values.includes(value)
      ? undefined
      : traffic.faults.needsOne(label, allowed.values.join(traffic.comma));
  const { min, max, isWhole = true } = allowed;
  const isRight = value >= min && value <= (max ?? Number.MAX_SAFE_INTEGER) && (!isWhole || Number.isInteger(value));
  return isRight ? undefined : traffic.faults.needsNumber(label, { min, max, isWhole });
}
