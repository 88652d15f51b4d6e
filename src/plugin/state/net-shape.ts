import { LISTENER_KINDS, type NetState, QUESTIONS } from '../../net/state.ts';
import {
  anything,
  count,
  flag,
  list,
  number,
  object,
  oneOf,
  optional,
  record,
  type Shape,
  text,
} from './json-shape.ts';

const scope = object({
  definition: text,
  node: optional(text),
  token: optional(text),
  interrupted: optional(flag),
});

const tally = object({
  instances: optional(count),
  begun: count,
  completed: count,
  held: optional(list(text)),
});

const token = object({
  scope: text,
  node: optional(text),
  flow: optional(text),
  tally: optional(tally),
  of: optional(text),
  iteration: optional(count),
  awaits: optional(oneOf(...QUESTIONS)),
});

const listener = object({
  kind: oneOf(...LISTENER_KINDS),
  dueAt: optional(number),
  round: optional(anything),
  name: optional(text),
  key: optional(text),
  asked: optional(flag),
  awaits: optional(flag),
});

/** Where the tokens of an instance are. Whether they fit the diagram is found when the net is opened. */
export const netShape = object({
  next: count,
  scopes: record(scope),
  tokens: record(token),
  listeners: record(listener),
}) as Shape<NetState>;
