import { z } from 'zod';
import { ACTION_TYPES, HTTP_METHODS } from './constants.ts';
import { isJsonObject, nullIsAbsent } from './fields.ts';

/** 1 = page, 0 = api (spec, Action item). */
const OptType = z.literal([0, 1]);
export type OptType = z.infer<typeof OptType>;

const commonFields = {
  /** What stands on it. */
  name: z.string().min(1),
  /** One of the action types of the spec. */
  type: z.enum(ACTION_TYPES),
  /** What it calls or opens. */
  url: z.string().min(1),
  /** How it is called; required when optType is the api kind. */
  method: z.enum(HTTP_METHODS).optional(),
  /** 1: it may be pressed in a batch. 0 when it is left out. */
  allowMerge: z.literal([0, 1]).optional(),
  /** Sent with the press, when it changes the node. */
  nextNodeKey: z.string().optional(),
};

// The spec gives optType as integer in actions and as string in previousActions, and says that descriptions vary:
// both are read in both places, and each is handed on in the form its place is written in.
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

/** A button of a pending task, as it stands in `next[].actions`. Unknown fields are refused, see task-handling.ts. */
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

/** A button added to the task that was just handled; `times` absent or null is without limit. */
export const PreviousAction = z.preprocess(
  nullIsAbsent,
  z
    .strictObject({
      ...commonFields,
      /** `1`: it opens a page; `0`: the center calls it. */
      optType: optTypeAsText,
      /** How often it may be executed; without limit when it is left out. */
      times: z.int().nonnegative().optional(),
    })
    .refine(hasMethodWhenApi, methodWhenApi),
);
export type PreviousAction = z.infer<typeof PreviousAction>;
