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
export type ActionType = (typeof ACTION_TYPES)[number];

/** HTTP methods an action may be called with (spec, Action item). */
export const HTTP_METHODS = ['get', 'post', 'put'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

/** 1 = page, 0 = api (spec, Action item). */
export type OptType = 0 | 1;
