import { inspect } from 'node:util';

/** A text that must not be printed: `toString`, JSON and `util.inspect` return `[secret]`, a structured clone is empty. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the text. Pass it on directly; do not store it. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}
