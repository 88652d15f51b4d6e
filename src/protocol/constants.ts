/** Constants of the interface. This file imports nothing, so that using them does not load the schemas. */

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
/** One of the action types. */
export type ActionType = (typeof ACTION_TYPES)[number];

/** HTTP methods an action may be called with (spec, Action item). */
export const HTTP_METHODS = ['get', 'post', 'put'] as const;
/** One of these methods. */
export type HttpMethod = (typeof HTTP_METHODS)[number];

/** The three lists of a person in the center. */
export const TASK_LISTS = ['pending', 'handled', 'initiated'] as const;
/** One of the lists. */
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

/** Task states of the task-status callback, in the spec's order (States and transitions). */
export const TASK_STATES = ['IN_PROGRESS', 'FINISH', 'TERMINATED', 'TURN', 'SUSPENDED', 'RECALL'] as const;
/** One of the task states. */
export type TaskState = (typeof TASK_STATES)[number];

/** The channels of the message center, by the code they have there (spec, What the service does). */
export const CHANNELS = ['SMS', 'MAIL', 'WECHAT', 'DINGTALK', 'WEBSITE', 'SUPERAPP'] as const;
/** One of the channels. */
export type Channel = (typeof CHANNELS)[number];

/** The fields that name recipients; at least one must not be empty (spec, Recipient rule). */
export const RECIPIENT_FIELDS = ['toPersons', 'toDepts', 'toGroups', 'toPhones', 'toEmails'] as const;

/** Maximum number of entries in taskSummary and in transSummary (spec, Limits). */
export const MAX_SUMMARIES = 5;

/** Stands between the id of an instance and a number, in the sendId of a message of its diagram. */
export const DIAGRAM_MESSAGE = '.message.';

/** Stands between title and content of a summary entry (spec, Limits). */
export const SUMMARY_SEPARATOR = '|';
