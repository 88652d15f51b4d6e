import { readFileSync } from 'node:fs';
import type { TrafficEntry } from '../../../src/sandbox/index.ts';

/** The calls in a record. */
export function readCalls(path: string): (TrafficEntry & { readonly run: string })[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as TrafficEntry & { readonly run: string });
}
