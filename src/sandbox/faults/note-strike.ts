import type { TrafficEntry } from '../http/traffic.ts';
import type { Strike } from './create-faults.ts';

/** Writes into the traffic entry which fault struck the call, with its options; never a key. */
export function noteStrike(entry: TrafficEntry, strike: Strike | undefined): void {
  if (strike === undefined) return;
  const { fault, calls: _calls, probability: _probability, next: _next, drawn: _drawn, ...rest } = strike;
  const options = Object.entries(rest).filter(([name, value]) => name !== 'key' && value !== undefined);
  entry.fault = fault;
  if (options.length > 0) entry.faultOptions = Object.fromEntries(options);
}
