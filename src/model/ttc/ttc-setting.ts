/** A value that the reader reads: what the rules accept, and what `docs/reference/ttc.md` says of it, in Markdown. */
export interface TtcValue {
  /** What can be written. */
  readonly takes: string;
  /** The allowed values; absent: any text, which the reader or a rule of its own checks. */
  readonly values?: RegExp;
  /** What it does. */
  readonly means: string;
  /** What holds without it. */
  readonly otherwise: string;
}

/** A setting of one value. */
export interface TtcSetting extends TtcValue {
  /** A test deploys it. */
  readonly example: string;
}

/** Settings of one name that stand together on an element; a test deploys them. */
export interface TtcExample {
  /** In a sentence. */
  readonly shows: string;
  /** A value for some of the parts; `param.days` and `param.days.SMS` are parameters of a message. */
  readonly written: readonly Readonly<Record<string, string>>[];
}

/** A setting of several values: an element with attributes, or properties. */
export interface TtcComposed {
  readonly means: string;
  readonly parts: Readonly<Record<string, TtcValue>>;
  readonly examples: readonly TtcExample[];
}

/** Values of `takes` and `otherwise` that several have. */
export const TEXT = 'text with expressions and placeholders';
export const ADDRESS = 'an http or https address, with expressions and placeholders';
export const REQUIRED = '**required**';
