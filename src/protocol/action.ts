import { z } from 'zod';
import { isJsonObject, nullIsAbsent } from './null-is-absent.ts';

/** Action types of the spec, in its order (Resources, Action item). */
export const ACTION_TYPES = [
  'HANDLE',
  'BREAK_UP',
  'REVOKE',
  'HANG_UP',
  'ACTIVE',
  'CIRCULARIZE',
  'TRANSFER',
  'PROMOTER',
  'HANDLEDR',
  'DEAL',
  'ALL',
] as const;
export const ActionType = z.enum(ACTION_TYPES);
export type ActionType = z.infer<typeof ActionType>;

/** HTTP methods an action may be called with (spec, Action item). */
export const HTTP_METHODS = ['get', 'post', 'put'] as const;
export const HttpMethod = z.enum(HTTP_METHODS);
export type HttpMethod = z.infer<typeof HttpMethod>;

/** 1 = page, 0 = api (spec, Action item). */
export const OptType = z.literal([0, 1]);
export type OptType = z.infer<typeof OptType>;

/** The three lists of a person in the center. */
export const TASK_LISTS = ['pending', 'handled', 'initiated'] as const;
export type TaskList = (typeof TASK_LISTS)[number];

/** In which lists a button of each type is shown (spec, Button visibility by list). */
export const LISTS_OF_ACTION: Readonly<Record<ActionType, readonly TaskList[]>> = {
  HANDLE: ['pending'],
  BREAK_UP: ['initiated'],
  REVOKE: ['initiated'],
  HANG_UP: ['pending'],
  ACTIVE: ['pending'],
  CIRCULARIZE: ['pending'],
  TRANSFER: ['pending'],
  PROMOTER: ['initiated'],
  HANDLEDR: ['handled'],
  DEAL: ['pending'],
  ALL: ['pending', 'handled', 'initiated'],
};

const commonFields = {
  /** What stands on it. */
  name: z.string().min(1),
  /** One of the action types of the spec. */
  type: ActionType,
  /** What it calls or opens. */
  url: z.string().min(1),
  /** How it is called; required when optType is the api kind. */
  method: HttpMethod.optional(),
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
