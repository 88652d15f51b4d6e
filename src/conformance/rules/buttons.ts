/** Events, Button callback: what the center calls when somebody presses. */

import { button, openWith } from '../calls/button-calls.ts';
import { byHand, type Rule } from './rule.ts';

export const buttonsRules: readonly Rule[] = [
  byHand('Button callback, call', 'an api button calls its url with its method', {
    make: (center) => openWith(center, ...['get', 'post', 'put'].map((method) => button(center, method, { method }))),
    look: (taskId, { ACCOUNT, BUTTON_URL }) =>
      `${ACCOUNT} presses get, post and put on ${taskId}: ${BUTTON_URL} is called by GET, POST and PUT.`,
  }),

  byHand('Button callback, parameters', 'they are nextNodeKey, opinions, accountName and time', {
    make: (center) => openWith(center, button(center, 'Go', { nextNodeKey: 'archive' })),
    look: (taskId, { ACCOUNT, TIME_ZONE }) =>
      `${ACCOUNT} presses "Go" on ${taskId} with the opinion "fine": the call has nextNodeKey archive, opinions fine, accountName ${ACCOUNT} and the time in ${TIME_ZONE}, as yyyy-MM-dd HH:mm:ss.`,
  }),

  byHand('Button callback, headers', 'they contain the token of the person, and a different uuid in each call', {
    make: (center) => openWith(center, button(center, 'Go')),
    look: (taskId, { ACCOUNT }) => `${ACCOUNT} presses "Go" on ${taskId} twice: the header uuid differs.`,
  }),

  byHand('Button callback, POST or PUT', 'the four parameters are in a JSON body', {
    make: (center) => openWith(center, button(center, 'post'), button(center, 'put', { method: 'put' })),
    look: (taskId, { ACCOUNT }) => `${ACCOUNT} presses post and put on ${taskId}: both calls have a JSON body.`,
  }),

  byHand('Button callback, GET', 'the parameters are in the query', {
    make: (center) => openWith(center, button(center, 'get', { method: 'get' })),
    look: (taskId, { ACCOUNT }) => `${ACCOUNT} presses get on ${taskId}: the parameters stand in the query.`,
  }),

  byHand('Button callback, body protection', 'nothing of the parameters can be read', {
    make: (center) => openWith(center, button(center, 'Go')),
    look: (taskId, { ACCOUNT }) =>
      `${ACCOUNT} presses "Go" on ${taskId}: see how the body is encrypted, and set callback.cipher (src/callback/README.md).`,
  }),

  byHand('Button callback, page', 'a page button opens its page, and nothing is called', {
    make: (center) => openWith(center, button(center, 'Look', { optType: 1 })),
    look: (taskId, { ACCOUNT, BUTTON_URL }) => `${ACCOUNT} presses "Look" on ${taskId}: the page ${BUTTON_URL} opens.`,
  }),
];
