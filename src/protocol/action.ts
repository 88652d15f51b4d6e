import * as z from 'zod';
import { ACTION_TYPES, HTTP_METHODS } from './constants.ts';
import { isJsonObject, nullIsAbsent } from './fields.ts';

/** 1 = page, 0 = api (spec, Action item). */
const OptType = z.literal([0, 1]);
export type OptType = z.infer<typeof OptType>;

const commonFields = {
  /** The label. */
  name: z.string().min(1),
  /** One of the action types of the spec. */
  type: z.enum(ACTION_TYPES),
  /** The address that it calls or opens. */
  url: z.string().min(1),
  /** The HTTP method; required if the center calls it. */
  method: z.enum(HTTP_METHODS).optional(),
  /** 1: it can be pressed in a batch. Default: 0. */
  allowMerge: z.literal([0, 1]).optional(),
  /** Sent with the press. */
  nextNodeKey: z.string().optional(),
};

// In the spec, optType is an integer in actions and a string in previousActions, and descriptions vary. Both forms are
// accepted in both places, and converted to the form of the place.
const optTypeText = z.enum(['0', '1']);
const oneOfBoth = { error: 'must be 0 (api) or 1 (page)' };
const optTypeAsInteger = z.union(
  [OptType, optTypeText.transform((text): OptType => (text === '1' ? 1 : 0))],
  oneOfBoth,
);
const optTypeAsText = z.union(
  [optTypeText, OptType.transform((integer): '0' | '1' => (integer === 1 ? '1' : '0'))],
  oneOfBoth,
);

const methodWhenApi = {
  path: ['method'],
  error: 'is required when optType is api (0)',
  when: ({ value }: { value: unknown }) => isJsonObject(value),
};

function hasMethodWhenApi(action: { optType?: unknown; method?: unknown }): boolean {
  return (action.optType !== 0 && action.optType !== '0') || action.method !== undefined;
}

/** A button of a pending task, in `next[].actions`. Unknown fields are refused, see task-handling.ts. */
export const Action = z.preprocess(
  nullIsAbsent,
  z
    .strictObject({
      ...commonFields,
      /** 1: it opens a page; 0: the center calls it. */
      optType: optTypeAsInteger,
    })
    .refine(hasMethodWhenApi, methodWhenApi),
);
export type Action = z.infer<typeof Action>;

/** A button of the task that was just handled. */
export const PreviousAction = z.preprocess(
  nullIsAbsent,
  z
    .strictObject({
      ...commonFields,
      /** `1`: it opens a page; `0`: the center calls it. */
      optType: optTypeAsText,
      /** How often it can be used; missing or null: without limit. */
      times: z.int().nonnegative().optional(),
    })
    .refine(hasMethodWhenApi, methodWhenApi),
);
export type PreviousAction = z.infer<typeof PreviousAction>;
