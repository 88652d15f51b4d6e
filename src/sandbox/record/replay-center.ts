/** A new center that repeats recorded calls, without a socket. */

import { centerTime } from '../center-time.ts';
import type { Strike } from '../faults/create-faults.ts';
import { FaultRuleSchema } from '../faults/fault-rule.ts';
import { type AccessTokens, createAccessTokens } from '../http/access-tokens.ts';
import { isSuccess, tookPress } from '../http/call-out.ts';
import { centerRoutes } from '../http/center-routes.ts';
import type { HttpAnswer, Route } from '../http/http-route.ts';
import { answerCall } from '../http/http-server.ts';
import { createIdTokens } from '../http/id-tokens.ts';
import { readOptions } from '../setup/read-options.ts';
import type { SandboxSetup } from '../setup/sandbox-setup.ts';
import type { CenterState } from '../state/center-state.ts';
import { createCenterState } from '../state/create-center-state.ts';
import { applyAnswer } from '../tasks/ask-status.ts';
import { isObject } from '../tasks/check-fields.ts';
import { followPress } from '../tasks/follow-press.ts';
import type { RecordedCall } from './read-record.ts';
import { writeBody } from './recorded-call.ts';

export interface ReplayCenter {
  /** Repeats one call at its time; returns the answer to a business system if it called and was answered. */
  live(call: RecordedCall): HttpAnswer | undefined;
  /** Restarts with its stored state, which does not contain access tokens. */
  restart(): void;
}

interface OpenCenter {
  readonly center: CenterState;
  readonly tokens: AccessTokens;
  readonly routes: readonly Route[];
}

/** @throws {InputError} `ERR_CONFIG_INVALID`: the setup is invalid */
export function createReplayCenter(setup: SandboxSetup): ReplayCenter {
  let time = 0;
  const clock = () => time;
  const options = readOptions({ ...setup, clock });
  const center = createCenterState(options, undefined);
  const open = (): OpenCenter => {
    const tokens = createAccessTokens(clock, options.tokenLifetimeSeconds, center.switches.newTokenEndsOld);
    return { center, tokens, routes: centerRoutes(center, tokens, createIdTokens(clock)) };
  };
  let opened = open();
  return {
    restart() {
      opened = open();
    },
    live(call) {
      time = call.endedAt ?? call.at;
      if (call.direction === 'in') return takeCall(opened, call);
      if (call.call === 'button') takePress(center, call);
      else if (call.call === 'taskStatus') takeStates(center, call);
      return undefined;
    },
  };
}

function takeCall({ center, tokens, routes }: OpenCenter, call: RecordedCall): HttpAnswer | undefined {
  const { method, path, failure } = call;
  // The call was broken off and had no effect.
  if (failure !== undefined) return undefined;
  setLifetime(tokens, call);
  const headers = { ...call.headers, ...tokenHeader(tokens, call) };
  const body = writeBody(call, center.apps);
  const delivery = answerCall(routes, { method, path, headers, body }, { tokens, now: center.now }, strikeOf(call));
  return delivery.kind === 'answer' ? delivery.answer : undefined;
}

/** A record does not contain `sandbox.setTokenLifetime`, only its effect. */
function setLifetime(tokens: AccessTokens, { call, answer }: RecordedCall): void {
  if (call === 'token' && isObject(answer) && typeof answer.expires_in === 'number') {
    tokens.setLifetime(answer.expires_in);
  }
}

const NEVER_ISSUED = 'a-token-that-was-never-issued';

/** The token that corresponds to the recorded one, in the state that the recorded one was in. */
function tokenHeader(tokens: AccessTokens, { headers }: RecordedCall): { authorization?: string } {
  const { authorization } = headers;
  const named = /^(.*)<token (\d+)(?:, (expired|revoked))?>$/s.exec(authorization ?? '');
  if (authorization === undefined) return {};
  if (named === null) return { authorization: authorization.replace('<unknown token>', NEVER_ISSUED) };
  const [, scheme = '', place, state] = named;
  const token = tokens.at(Number(place)) ?? NEVER_ISSUED;
  if (state === 'expired') tokens.expire(token);
  if (state === 'revoked') tokens.revoke(token);
  return { authorization: scheme + token };
}

function strikeOf({ fault, faultOptions }: RecordedCall): Strike | undefined {
  if (fault === undefined) return undefined;
  return { ...FaultRuleSchema.parse({ fault, ...faultOptions, next: 1 }), drawn: 0 };
}

function takePress(center: CenterState, { at, taskId, path, body, status, answer }: RecordedCall): void {
  const task = center.tasks.get(taskId ?? '');
  const button = task?.buttons.find(({ url, method }) => (method === 'get' ? path.startsWith(url) : path === url));
  if (task === undefined || button === undefined || !tookPress({ status, body: answer }, center.switches)) return;
  const { accountName: account = '', opinions = '' } = body as Record<string, string>;
  center.write.countExecution(task, button);
  followPress(center, task, button, { account, opinions, time: centerTime(at, center.timeZone), answer });
}

function takeStates(center: CenterState, { body, status, answer }: RecordedCall): void {
  const taskIds: unknown = isObject(body) ? body.taskIds : body;
  if (isSuccess({ status, body: answer }) && Array.isArray(taskIds)) applyAnswer(center, answer, taskIds.map(String));
}
