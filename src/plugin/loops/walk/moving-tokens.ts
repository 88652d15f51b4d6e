import { type Frame, findFrame } from '../frame.ts';

/** A token on its way. */
export interface Token {
  readonly to: string;
  /** The sequence flow; absent where there is none, and in what one token did, which comes to no join. */
  readonly by?: string;
  /** Where it came from; undefined if it goes on when all tokens rest. */
  readonly behind?: Frame | undefined;
  /** Where the engine was still when it came there. */
  readonly waitsFor?: Frame;
  /** Of the node to which it comes, if it went as a token did before. */
  readonly frame?: Frame;
}

/** Tokens in the order in which the engine moves them. */
export class MovingTokens {
  /** The next one last. */
  readonly #tokens: Token[] = [];

  get size(): number {
    return this.#tokens.length;
  }

  /** It goes before those that were added before it. */
  add(token: Token): void {
    this.#tokens.push(token);
  }

  /** Takes out the next one. */
  take(): Token | undefined {
    let token = this.#tokens.pop();
    while (token && this.#putBack(token)) token = this.#tokens.pop();
    return token;
  }

  /** @returns whether others go before one, since the engine is still at the node to which that comes */
  #putBack(token: Token): boolean {
    const still = findFrame(token.behind, token.to);
    if (!still) return false;
    const at = this.#tokens.findIndex(
      ({ behind, waitsFor }) => (behind?.depth ?? 0) >= still.depth || waitsFor === still,
    );
    if (at === -1) return false;
    this.#tokens.splice(at, 0, { ...token, behind: still.below, waitsFor: still });
    return true;
  }
}
