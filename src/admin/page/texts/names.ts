import type { LISTS } from '../../../operations/lists.ts';
import type { OPERATIONS } from '../../../operations/operations.ts';

type KeysOfEach<Record> = Record extends unknown ? keyof Record : never;

/** The fields of all lists: each has a label. */
export type FieldName = KeysOfEach<(typeof LISTS)[keyof typeof LISTS]>;
/** The options of all operations: each has a label. */
export type OptionName = KeysOfEach<(typeof OPERATIONS)[keyof typeof OPERATIONS]['options']>;
