export type Rows = readonly Readonly<Record<string, unknown>>[];

/** Every row of every table but those of `presses`, which remembers refusals too. */
export type Dump = Readonly<Record<string, Rows>>;
