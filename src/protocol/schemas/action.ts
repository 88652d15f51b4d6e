import * as z from 'zod';
import type { Action, PreviousAction } from '../action.ts';
import { ACTION_TYPES, HTTP_METHODS } from '../constants.ts';
import { type FieldsOf, isJsonObject, nullIsAbsent } from '../fields.ts';

/** 1 = page, 0 = api (spec, ActionSchema item). */
const OptType = z.literal([0, 1]);

const commonFields = {
  name: z.string().min(1),
  type: z.enum(ACTION_TYPES),
  url: z.string().min(1),
  method: z.enum(HTTP_METHODS).optional(),
  allowMerge: z.literal([0, 1]).optional(),
  nextNodeKey: z.string().optional(),
};

// In the spec, optType is an integer in actions and a string in previousActions, and descriptions vary. Both forms are
// accepted in both places, and converted to the form of the place.
const optTypeText = z.enum(['0', '1']);
const oneOfBoth = { error: 'must be 0 (api) or 1 (page)' };
const optTypeAsInteger = z.union([OptType, optTypeText.transform((text): 0 | 1 => (text === '1' ? 1 : 0))], oneOfBoth);
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
export const ActionSchema = z.preprocess(
  nullIsAbsent,
  z
    .strictObject({
      ...commonFields,
      optType: optTypeAsInteger,
    } satisfies FieldsOf<Action>)
    .refine(hasMethodWhenApi, methodWhenApi),
);

/** A button of the task that was just handled. */
export const PreviousActionSchema = z.preprocess(
  nullIsAbsent,
  z
    .strictObject({
      ...commonFields,
      optType: optTypeAsText,
      times: z.int().nonnegative().optional(),
    } satisfies FieldsOf<PreviousAction>)
    .refine(hasMethodWhenApi, methodWhenApi),
);
