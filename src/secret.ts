import { inspect } from 'node:util';

/** A text that must not be printed: strings, JSON and `util.inspect` of it say `[secret]`, a structured clone is empty. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself, to be handed straight to what needs it and kept nowhere. */
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
