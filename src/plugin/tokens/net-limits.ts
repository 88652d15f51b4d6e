import { DEFAULT_LIMITS } from '../../config/limits.ts';
import type { NetOptions } from '../../net/open-net.ts';
import type { RunSettings } from '../state/run-settings.ts';

/** An author cannot have meant more tokens in one node, nor deeper calls. */
const MAX_TOKENS = 1_000;
const MAX_DEPTH = 50;

/** The limits of a step in the net. */
export function netLimits({ limits }: Pick<RunSettings, 'limits'>): NetOptions {
  return { maxMoves: limits?.moves ?? DEFAULT_LIMITS.moves, maxTokens: MAX_TOKENS, maxDepth: MAX_DEPTH };
}
