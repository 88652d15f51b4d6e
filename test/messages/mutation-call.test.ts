/** Breaks one rule of calls and tokens at a time: the sandbox refuses each. */
import { describe } from 'vitest';
import { at, inForm, inHeaders } from './broken-client.ts';
import { catchMutations, type Mutation } from './catch-mutations.ts';
import { inMessage, options, tell } from './message-story.ts';

const MUTATIONS: readonly Mutation[] = [
  [
    'the wrong version in the path',
    at('messageSend', (call) => ({ ...call, path: call.path.replace('v1', 'v2') })),
    '404 there is no /center/apis/messagecenter/v2/poaMessage/messageSend here',
  ],
  [
    'the other endpoint',
    at('messageSend', (call) => ({ ...call, path: '/center/apis/ttc/v1/transaction/poa/taskHandle' })),
    '400 the body must be an array of items',
  ],
  [
    'put instead of post',
    at('messageSend', (call) => ({ ...call, method: 'PUT' })),
    '405 /center/apis/messagecenter/v1/poaMessage/messageSend takes POST',
  ],
  [
    'no Authorization',
    inHeaders('messageSend', () => ({ authorization: undefined })),
    '-1 the header Authorization is missing',
  ],
  [
    'the Bearer scheme',
    inHeaders('messageSend', ({ authorization }) => ({ authorization: `Bearer ${authorization}` })),
    '-1 the value of Authorization is the access token alone, without a scheme such as Bearer before it',
  ],
  [
    'another token than the one it was given',
    inHeaders('messageSend', ({ authorization }) => ({ authorization: `${authorization}x` })),
    '-1 the access token is unknown or was revoked',
  ],
  [
    'the client secret for the token',
    inHeaders('messageSend', () => ({ authorization: 'approvals-secret' })),
    '-1 the access token is unknown or was revoked',
  ],
  [
    'a token without the scope of messages',
    inForm((form) => form.set('scope', 'ttc:v1:writeTransaction,ttc:v1:writeTtc')),
    '-1 the access token lacks the scope messagecenter:v1:sendMessage',
  ],
  [
    'no scope at all',
    inForm((form) => form.set('scope', '')),
    '-1 the access token lacks the scope messagecenter:v1:sendMessage',
  ],
  [
    'scopes separated by blanks',
    inForm((form) => form.set('scope', `${form.get('scope')}`.replaceAll(',', ' '))),
    'a comma separates scopes',
  ],
  ['another grant', inForm((form) => form.set('grant_type', 'password')), 'grant_type must be client_credentials'],
  ['a null field in the token form', inForm((form) => form.delete('scope')), 'scope is null'],
  ['the wrong secret', inForm((form) => form.set('client_secret', 'no')), 'client_id or client_secret is wrong'],
  [
    'a token form that says it is JSON',
    inHeaders('token', () => ({ 'content-type': 'application/json' })),
    'the content type must be application/x-www-form-urlencoded;charset=utf-8',
  ],
  [
    'a token form without charset',
    inHeaders('token', () => ({ 'content-type': 'application/x-www-form-urlencoded' })),
    'the content type must be application/x-www-form-urlencoded;charset=utf-8',
  ],
  [
    'a body that says it is text',
    inHeaders('messageSend', () => ({ 'content-type': 'text/plain' })),
    '-1 the content type must be application/json',
  ],
  [
    'a body that is a form',
    at('messageSend', (call) => ({ ...call, body: 'appId=approvals' })),
    '-1 the body is not JSON',
  ],
  ['a list of messages', inMessage((message) => [message]), '-1 the body must be a JSON object'],
  ['JSON within JSON', inMessage((message) => JSON.stringify(message)), '-1 the body must be a JSON object'],
];

describe('Authentication and Endpoint 1, the call: one rule broken at a time', () => {
  catchMutations(options, tell, MUTATIONS);
});
