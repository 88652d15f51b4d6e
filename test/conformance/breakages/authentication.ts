import { anyAnswer, type Breakage, eachCall, eachForm, eachPress, tokenAnswer } from './breakage.ts';

const DONE = { took: 1, timestamp: Date.now(), code: 0, message: 'success', data: { errorIds: [] } };

/** Tokens of which one call was taken. */
const used = new Set<string>();

export const AUTHENTICATION: readonly Breakage[] = [
  [
    'Authentication, 1',
    'it takes a call without a right token',
    anyAnswer((answer) => (answer.status === 401 ? { status: 200, body: DONE } : answer)),
  ],
  [
    'Authentication, 2',
    'it wants a scheme before the token',
    eachCall(({ headers }) => ({
      headers: {
        ...headers,
        ...(headers.authorization && {
          authorization: headers.authorization.startsWith('Bearer ') ? headers.authorization.slice(7) : 'none',
        }),
      },
    })),
  ],
  [
    'Authentication, 3',
    'it gives a token without a scope',
    eachForm((form) => {
      if (!form.has('scope')) form.set('scope', '');
    }),
  ],
  [
    'Authentication, 3',
    'it gives a token for every kind of grant',
    eachForm((form) => {
      if (form.has('grant_type')) form.set('grant_type', 'client_credentials');
    }),
  ],
  [
    'Authentication, 3',
    'it does not look at the secret',
    eachForm((form) => {
      if (form.has('client_secret')) form.set('client_secret', 'approvals-secret');
    }),
  ],
  [
    'Authentication, 3',
    'it does not take an empty string where there is nothing',
    eachForm((form) => {
      if (form.get('scope') === '') form.delete('scope');
    }),
  ],
  [
    'Authentication, 3',
    'it takes a form of every content type',
    eachCall(({ path, headers }) =>
      path.endsWith('/oauth2/token')
        ? { headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' } }
        : {},
    ),
  ],
  [
    'Authentication, 4',
    'it says no lifetime in seconds',
    tokenAnswer(({ access_token }) => ({ access_token, expires_in: '2h' })),
  ],
  [
    'Authentication, 4',
    'the lifetime is no whole number',
    tokenAnswer((body) => ({ ...body, expires_in: Number(body.expires_in) + 0.5 })),
  ],
  ['Authentication, 4', 'it calls the token otherwise', tokenAnswer(({ access_token: token }) => ({ token }))],
  [
    'Authentication, 4',
    'a token is good for one call',
    {
      called(call) {
        const { authorization = '' } = call.headers;
        const isSpent = used.has(authorization);
        if (authorization !== '') used.add(authorization);
        return call.forward(isSpent ? { headers: { ...call.headers, authorization: 'spent' } } : {});
      },
    },
  ],
  [
    'Authentication, 5',
    'scopes are separated by a blank',
    eachForm((form) => form.set('scope', (form.get('scope') ?? '').replaceAll(',', ';'))),
  ],
  [
    'Authentication, 7',
    'it sends no token of the person',
    eachPress(({ headers: { 'x-id-token': _token, ...headers } }) => ({ headers })),
  ],
  [
    'Limits, token lifetime',
    'a token never ends',
    anyAnswer((answer) => (answer.status === 401 ? { status: 200, body: DONE } : answer)),
  ],
];
